/** Moves between shelves, one of each state at the end. */
import { itemAt } from '../random.ts'
import { quantityText, type Goods, type StoryContext } from './context.ts'

/** How far a relocation gets. */
type Progress = 'unaudited' | 'audited' | 'partial' | 'completed' | 'cancelled'

/** Day and progress of each. */
const plan: readonly (readonly [number, Progress])[] = [
  [9, 'completed'],
  [23, 'completed'],
  [37, 'cancelled'],
  [48, 'completed'],
  [57, 'partial'],
  [58, 'audited'],
  [59, 'unaudited'],
  [60, 'unaudited'],
]

/** The relocations of one day. @param stocked what has been on its shelf from the first day, and keeps */
export async function relocate(context: StoryContext, day: number, stocked: readonly Goods[]): Promise<void> {
  for (const [turn, [planned, progress]] of plan.entries())
    if (planned === day)
      await relocateOne(context, day, { one: itemAt(stocked, stocked.length - 1 - turn * 2), progress })
}

async function relocateOne(
  { work, moments, shelves, wording }: StoryContext,
  day: number,
  { one: product, progress }: { readonly one: Goods; readonly progress: Progress },
): Promise<void> {
  const others = shelves.filter((id) => id !== product.shelfId)
  const id = await moments.on(day, 13 * 60, () =>
    work.add('wms/relocation', {
      product_id: product.id,
      source_warehouse_shelf_id: product.shelfId,
      target_warehouse_shelf_id: itemAt(others, product.id),
      plan_quantity: quantityText(product, 10_000),
    }),
  )
  if (progress === 'unaudited') return
  const quantity = quantityText(product, 4000)
  await moments.on(day, 13 * 60 + 30, () =>
    work.runAction('wms/relocation', 'audit', progress === 'audited' ? { id } : { id, quantity }),
  )
  if (progress === 'completed')
    await moments.on(day, 14 * 60, () =>
      work.runAction('wms/relocation', 'move', { id, quantity: quantityText(product, 6000) }),
    )
  if (progress === 'cancelled')
    await moments.on(day, 14 * 60, () =>
      work.runAction('wms/relocation', 'cancel', { id, reason: wording.text('货位已满') }),
    )
}
