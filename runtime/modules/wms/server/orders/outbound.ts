/** Effects of outbound orders in addition to posting. */
import { OperationError, records } from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { inventoryHistoryOptions, outboundOptions } from '#generated/wms/options.ts'
import {
  holdAgain,
  holdEffects,
  lockHolders,
  lockProducts,
  refuseOtherGoods,
  unlinkRemoved,
  issueHolds,
} from '../holds/outbound.ts'
import { byProduct, refuseHeld } from '../holds/refusals.ts'
import { closedSentence } from '../stock/place.ts'
import { t } from '../i18n.ts'
import type { Change, Effect, EffectCall, Hooks, LinesCall, Reading, Row, Scope } from '#generated/wms/server.ts'
import { checkAudit, detail, frozenLines, LineErrors, readAuditLines, type AuditLine } from './freeze.ts'
import { fillOrderLines, totalsOf } from './lines.ts'
import { forgetAudit, logWith } from './log.ts'
import { productOf, readProducts } from './product.ts'
import { suggestShelves } from './suggest.ts'

type Outbound = 'wms/outbound'
const { sales } = outboundOptions.type

export const outbound: Hooks<Outbound> = {
  beforeLines: (scope, trx, call) =>
    fillOrderLines(scope, trx, call, ({ isOffShelf, name }, index) =>
      isOffShelf && call.header.get('type') === sales && isNewProduct(call, index)
        ? { field: 'product_id', text: t(scope.language, 'product.off_shelf', { name }) }
        : null,
    ),
  beforeUpdate: refuseLateSale,
  beforeWrite: lockHolders,
  beforeRemove: unlinkRemoved,
  async afterWrite(scope, trx, { ids, changed: changedFields }) {
    if (changedFields.has(detail)) await refuseOtherGoods(scope, trx, ids)
  },
}

/** A product that was taken off the shelf later stays on the orders that name it. */
function isNewProduct({ current, lines }: LinesCall<Outbound>, index: number): boolean {
  const line = lines[index]
  const before = current.find((row) => row.id === line?.id)
  return before === undefined || before.product_id !== line?.values.get('product_id')
}

/**
 * An order that becomes a sale is a new one: no line may name a product off shelf, whether its lines were sent or not.
 */
async function refuseLateSale(
  scope: Scope,
  trx: Reading,
  { id, given, lines }: Change<Outbound>,
  current: Row<Outbound>,
): Promise<void> {
  if (given.get('type') !== sales || current.type === sales) return
  const products =
    lines?.get(detail)?.flatMap(({ values }) => values.get('product_id') ?? []) ?? (await productsOf(trx, id ?? 0))
  const productsById = await readProducts(trx, products)
  const errors = products.flatMap((id, index) => {
    const { isOffShelf, name } = productOf(productsById, id)
    return isOffShelf
      ? [[`${detail}.${index}.product_id`, t(scope.language, 'product.off_shelf', { name })] as const]
      : []
  })
  if (errors.length > 0) throw new OperationError('invalid', { errors: Object.fromEntries(errors) })
}

/** Products of the stored lines, in order. */
async function productsOf(query: Reading, order: number): Promise<readonly number[]> {
  const rows = await query
    .selectFrom('wms_outbound_line')
    .select('product_id')
    .where('outbound_id', '=', order)
    .orderBy('line_no')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.product_id)
}

/**
 * Checks what goes out and makes the lines final. What is on hand is checked by the ledger, over all lines together.
 */
const prepareIssue: Effect<Outbound, 'audit'> = async (call) => {
  const { scope, trx, input } = call
  if (input.allow_expired === inventoryHistoryOptions.allow_expired.yes && !call.can('allowExpired'))
    throw new OperationError('invalid', { errors: { allow_expired: t(scope.language, 'issue.expired_right') } })
  const read = await readAuditLines(scope, trx, await call.lines(detail))
  const errors = new LineErrors()
  checkAudit(call, read.lines, errors)
  for (const line of read.lines) {
    if (line.quantity > 0 && line.shelfId === null)
      errors.add(line, 'warehouse_shelf_id', t(scope.language, 'shelf.needed'))
    if (line.quantity > line.row.plan_quantity) errors.add(line, 'actual_quantity', t(scope.language, 'issue.over'))
  }
  errors.refuse()
  await takeStock(call, read.lines)
  const rows = frozenLines(read)
  await call.replaceLines(detail, rows)
  call.set(totalsOf(rows))
}

/** The order takes what is held for it, and nothing that is held for others. */
async function takeStock(call: EffectCall<Outbound, 'audit'>, lines: readonly AuditLine[]): Promise<void> {
  const moving = lines.filter(({ quantity }) => quantity > 0)
  await lockProducts(
    call,
    moving.map(({ product }) => product.id),
  )
  await issueHolds(call)
  await refuseHeld(
    call.scope,
    call.trx,
    byProduct(moving.map(({ product, quantity }) => ({ product_id: product.id, quantity: -quantity }))),
  )
}

/** The goods come back onto their shelves, so those must be open; goods of a holder are held again. */
const checkReturn: Effect<Outbound, 'unaudit'> = async (call) => {
  const read = await readAuditLines(call.scope, call.trx, await call.lines(detail))
  const errors = new LineErrors()
  for (const line of read.lines)
    if (line.quantity > 0)
      errors.add(line, 'warehouse_shelf_id', closedSentence(call.scope, read.places.get(line.shelfId ?? 0)))
  errors.refuse()
  if (call.row.holder === null) return
  const moving = read.lines.filter(({ quantity }) => quantity > 0)
  await lockProducts(
    call,
    moving.map(({ product }) => product.id),
  )
  await holdAgain(call, byProduct(moving.map(({ product, quantity }) => ({ product_id: product.id, quantity }))))
}

/** Whom to call about the shipment, as the carrier has it today. */
const noteCarrier: Effect<Outbound, 'ship' | 'editShipment'> = async ({ scope, trx, input, set }) => {
  const carriers = records<WmsServerParts>(scope, trx).asModule('the order names the contact of its carrier')
  const carrier = await carriers.get('wms/carrier', input.carrier_id)
  set({ carrier_contact_person: carrier?.contact_person ?? null, carrier_mobile: carrier?.mobile ?? null })
}

/** The shipment before a correction. */
const logShipment: Effect<Outbound, 'editShipment'> = (call) => {
  call.set({ remark_log: logWith(call, shipmentText(call)) })
  return Promise.resolve()
}

const forgetShipment: Effect<Outbound, 'unship'> = (call) => {
  call.set({
    remark_log: logWith(call, `${call.input.reason} (${shipmentText(call)})`),
    courier_number: null,
    carrier_id: null,
    carrier_contact_person: null,
    carrier_mobile: null,
    shipment_time: null,
    ship_admin_id: null,
  })
  return Promise.resolve()
}

const shipmentText = ({ row }: Pick<EffectCall<Outbound>, 'row'>): string =>
  [row.courier_number, row.carrier_contact_person, row.carrier_mobile]
    .filter((part) => part !== null && part !== '')
    .join(' ')

export const outboundEffects = {
  suggestShelves,
  prepareIssue,
  checkReturn,
  forgetAudit,
  noteCarrier,
  logShipment,
  forgetShipment,
  ...holdEffects,
}
