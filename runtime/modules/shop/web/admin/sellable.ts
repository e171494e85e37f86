/** Quantities of goods that can be sold: the rows of a list ask together. */
import { callRoute } from 'tablewright/web'
import { sellableGoods } from '../../shared/admin.ts'

type Quantities = ReadonlyMap<number, string>

let next: { readonly ids: Set<number>; readonly answer: Promise<Quantities> } | null = null

async function ask(ids: ReadonlySet<number>): Promise<Quantities> {
  // All rows of the list are rendered by then.
  await new Promise((resolve) => setTimeout(resolve))
  next = null
  const { list } = await callRoute(sellableGoods, { ids: [...ids].join(',') }, { quiet: true })
  return new Map(list.map(({ id, sellable }) => [id, sellable]))
}

/** @returns null for goods that are not there any more */
export async function readSellable(id: number): Promise<string | null> {
  if (!next) {
    const ids = new Set<number>()
    next = { ids, answer: ask(ids) }
  }
  next.ids.add(id)
  return (await next.answer).get(id) ?? null
}
