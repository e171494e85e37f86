/** What an audit writes into the lines: figures and names become final. */
import { OperationError, type EffectCall, type Row } from 'tablewright/server'
import { readPlaces, type Places } from '../stock/place.ts'
import { settings } from '../settings.ts'
import { t } from '../i18n.ts'
import { countedOf, derivedOf, totalsOf } from './lines.ts'
import { readProducts, type OrderProduct } from './product.ts'

/** Field of both orders that holds the lines. */
export const detail = 'product_detail'

/** A line at its audit. */
export interface AuditLine {
  /** Place from 0. */
  readonly at: number
  readonly row: Readonly<Row>
  readonly product: OrderProduct
  /** Thousandths that move. */
  readonly quantity: number
  readonly shelfId: number | null
}

export interface AuditLines {
  readonly lines: readonly AuditLine[]
  readonly places: Places
}

/** The stored lines with what they refer to. @param shelfOf the shelf a line goes by */
export async function readAuditLines(
  call: EffectCall,
  shelfOf: (row: Readonly<Row>, product: OrderProduct) => number | null,
): Promise<AuditLines> {
  const rows = await call.lines(detail)
  const products = await readProducts(
    call.trx,
    rows.map((row) => Number(row['product_id'])),
  )
  const lines = rows.map((row, at): AuditLine => {
    const product = products.get(Number(row['product_id']))!
    return { at, row, product, quantity: countedOf(row), shelfId: shelfOf(row, product) }
  })
  return {
    lines,
    places: await readPlaces(
      call.trx,
      lines.flatMap(({ shelfId }) => shelfId ?? []),
    ),
  }
}

/** Errors by field of a line. */
export class LineErrors {
  readonly #errors: Record<string, string> = {}

  add({ at }: AuditLine, field: string, message: string | null): void {
    const name = `${detail}.${at}.${field}`
    if (message !== null && !(name in this.#errors)) this.#errors[name] = message
  }

  /** Throws an OperationError `invalid` when there are any. */
  refuse(): void {
    if (Object.keys(this.#errors).length > 0) throw new OperationError('invalid', { errors: this.#errors })
  }
}

/** What both audits ask for: four eyes where the site wants them, and products that are there. */
export function checkAudit(call: EffectCall, lines: readonly AuditLine[], errors: LineErrors): void {
  const { scope, row } = call
  const isOwn = scope.actor !== null && !scope.actor.super && Number(row['admin_id']) === scope.actor.id
  if (isOwn && settings(scope).fourEyes)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'audit.own') })
  for (const line of lines)
    if (line.product.isDeleted) errors.add(line, 'product_id', t(scope.language, 'product.deleted'))
}

/** Writes shelves, actual quantities, names and amounts into the lines, and the totals into the order. */
export async function freezeLines(call: EffectCall, { lines, places }: AuditLines): Promise<void> {
  const rows = lines.map(({ row, product, quantity, shelfId }): Row => {
    const settled = { actual_quantity: quantity, warehouse_shelf_id: shelfId }
    return { id: row['id']!, ...settled, ...derivedOf({ ...row, ...settled }, product, places) }
  })
  await call.replaceLines(detail, rows)
  call.set(totalsOf(rows))
}
