/** Fields that an audit writes into the lines: figures and names become final. */
import { describeFieldProblem, OperationError } from 'tablewright/server'
import { settings } from '../settings.ts'
import { lockPlaces, type Places } from '../stock/place.ts'
import { t } from '../i18n.ts'
import type { Reading, Scope } from '#generated/wms/server.ts'
import { countedOf, derivedOf, type OrderLine } from './lines.ts'
import { fitsUnit, productOf, readProducts, type OrderProduct } from './product.ts'

/** Field of both orders that holds the lines. */
export const detail = 'product_detail'

/** A line at its audit. */
export interface AuditLine {
  /** Position from 0. */
  readonly at: number
  readonly row: OrderLine
  readonly product: OrderProduct
  /** Thousandths that move. */
  readonly quantity: number
  readonly shelfId: number | null
}

export interface AuditLines {
  readonly lines: readonly AuditLine[]
  readonly places: Places
}

/**
 * The stored lines with what they refer to. Locks their places FOR KEY SHARE; their products are locked by the posting,
 * which checks them again.
 * @param shelfOf the shelf of a line
 */
export async function readAuditLines(
  scope: Scope,
  trx: Reading,
  rows: readonly OrderLine[],
  shelfOf: (row: OrderLine, product: OrderProduct) => number | null = (row) => row.warehouse_shelf_id,
): Promise<AuditLines> {
  const products = await readProducts(
    trx,
    rows.map((row) => row.product_id),
  )
  const lines = rows.map((row, index): AuditLine => {
    const product = productOf(products, row.product_id)
    return { at: index, row, product, quantity: countedOf(row), shelfId: shelfOf(row, product) }
  })
  return {
    lines,
    places: await lockPlaces(
      scope,
      trx,
      lines.flatMap(({ shelfId }) => shelfId ?? []),
    ),
  }
}

/** Errors by field of a line. */
export class LineErrors {
  readonly #errors: Record<string, string> = {}

  add({ at: index }: AuditLine, field: keyof OrderLine, message: string | null): void {
    const name = `${detail}.${index}.${field}`
    if (message !== null && !(name in this.#errors)) this.#errors[name] = message
  }

  /** Throws an OperationError `invalid` when there are any. */
  refuse(): void {
    if (Object.keys(this.#errors).length > 0) throw new OperationError('invalid', { errors: this.#errors })
  }
}

/** An action on an order, as far as both audits use it. */
interface AuditCall {
  readonly scope: Scope
  readonly row: { readonly admin_id: number | null }
}

/**
 * What both audits require: another admin where the site asks for it, products that exist, and quantities their units
 * can count today.
 */
export function checkAudit({ scope, row }: AuditCall, lines: readonly AuditLine[], errors: LineErrors): void {
  const isOwn = scope.actor !== null && !scope.actor.super && row.admin_id === scope.actor.id
  if (isOwn && settings(scope).fourEyes)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'audit.own') })
  for (const line of lines) {
    if (line.product.isDeleted) errors.add(line, 'product_id', t(scope.language, 'product.deleted'))
    if (!fitsUnit(line.quantity, line.product))
      errors.add(
        line,
        'actual_quantity',
        describeFieldProblem(scope.language, { rule: 'scale', params: { limit: line.product.decimals } }),
      )
  }
}

/** The lines as the audit makes them final. */
export const frozenLines = ({ lines, places }: AuditLines) =>
  lines.map(({ row, product, quantity, shelfId }) => {
    const values = { actual_quantity: quantity, warehouse_shelf_id: shelfId }
    return { id: row.id, ...values, ...derivedOf({ ...row, ...values }, product, places) }
  })
