/** Effects of inbound orders in addition to posting. */
import { lockRows, records, toStorable } from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { byProduct, refuseHeld } from '../holds/refusals.ts'
import { lockReturners, refuseExpected, returnEffects } from '../holds/returns.ts'
import { closedSentence } from '../stock/place.ts'
import { t } from '../i18n.ts'
import type { Change, Effect, EffectCall, Hooks, Row, Scope, Transaction } from '#generated/wms/server.ts'
import { findBatchProblem } from './batches.ts'
import { checkAudit, detail, frozenLines, LineErrors, readAuditLines, type AuditLine } from './freeze.ts'
import { countedOf, fillOrderLines, totalsOf } from './lines.ts'
import { forgetAudit } from './log.ts'
import { checkExcess, lockSources, noteRemainders, orderRemainder, refuseExcess, toleranceOf } from './remainder.ts'

type Inbound = 'wms/warehousing'

export const warehousing: Hooks<Inbound> = {
  // Guard T85: a source and its remainder order wait for each other.
  beforeWrite: (scope, trx, _change, ids, action) =>
    action === 'audit'
      ? lockReturners(scope, trx, ids, () => lockSources(scope, trx, ids))
      : action === 'del'
        ? Promise.resolve()
        : lockSources(scope, trx, ids),
  beforeRemove: refuseExpected,
  beforeLines: (scope, trx, call) => fillOrderLines(scope, trx, call, findBatchProblem(scope, call)),
  /** Neither more lines nor a restored order may make a remainder order cover more than is missing. */
  async afterWrite(scope, trx, { ids, changed: changedFields }) {
    // Guard T85: remainder orders plan no more than is missing.
    if (changedFields.has(detail) || changedFields.has('deletetime')) await refuseExcess(scope, trx, ids)
  },
  beforeCreate: (scope, trx, change) => warnOfDouble(scope, trx, change, null),
  beforeUpdate: warnOfDouble,
}

/** Two orders for one delivery note are likely a mistake, but may be meant. */
async function warnOfDouble(
  scope: Scope,
  trx: Transaction,
  { id, given: values, warnings, line }: Change<Inbound>,
  current: Row<Inbound> | null,
): Promise<void> {
  const supplier = (values.has('supplier_id') ? values.get('supplier_id') : current?.supplier_id) ?? null
  const deliveryNote = (values.has('order_sn') ? values.get('order_sn') : current?.order_sn) ?? null
  const isSame = current !== null && supplier === current.supplier_id && deliveryNote === current.order_sn
  // An import shows no warnings.
  if (supplier === null || deliveryNote === null || isSame || line !== undefined) return
  const same = await records<WmsServerParts>(scope, trx)
    .asModule('warns of two orders for one delivery note')
    .find('wms/warehousing', {
      where: { supplier_id: supplier, order_sn: deliveryNote },
      order: { field: 'id', direction: 'asc' },
      limit: 5,
    })
  const numbers = same.filter((row) => row.id !== id).map((row) => row.receipt_no)
  if (numbers.length > 0)
    warnings.push(t(scope.language, 'receipt.double', { order_sn: deliveryNote, numbers: numbers.join(', ') }))
}

/** Checks what came in, puts it on the default shelves where none was chosen, and makes the lines final. */
const prepareReceipt: Effect<Inbound, 'audit'> = async (call) => {
  const { scope, trx } = call
  const read = await readAuditLines(
    scope,
    trx,
    await call.lines(detail),
    (row, product) => row.warehouse_shelf_id ?? product.shelfId,
  )
  const errors = new LineErrors()
  checkAudit(call, read.lines, errors)
  for (const line of read.lines.filter(({ quantity }) => quantity > 0)) {
    const place = line.shelfId === null ? undefined : read.places.get(line.shelfId)
    errors.add(
      line,
      'warehouse_shelf_id',
      line.shelfId === null ? t(scope.language, 'shelf.missing') : closedSentence(scope, place),
    )
    errors.add(line, 'actual_quantity', overReceipt(call, line))
  }
  errors.refuse()
  const rows = frozenLines(read)
  await call.replaceLines(detail, rows)
  // Guard T85: a corrected source receives no more than its remainder orders leave.
  await checkExcess(call, read.lines)
  call.set({
    ...totalsOf(rows),
    missing_quantity: toStorable(
      read.lines.reduce((sum, { row, quantity }) => sum + BigInt(Math.max(0, row.plan_quantity - quantity)), 0n),
    ),
  })
}

function overReceipt({ scope, can }: EffectCall<Inbound, 'audit'>, { row, quantity }: AuditLine): string | null {
  if (quantity <= row.plan_quantity + toleranceOf(scope, row.plan_quantity)) return null
  if (!can('overReceipt')) return t(scope.language, 'receipt.over')
  return (row.remark ?? '').trim() === '' ? t(scope.language, 'receipt.over_remark') : null
}

/** Nothing is missing from an order that is open again; its remainder orders still count at its next audit. */
const reopen: Effect<Inbound, 'unaudit'> = async (call) => {
  await forgetAudit(call)
  call.set({ missing_quantity: null })
  await noteRemainders(call)
}

/** Goods that came in and are held for somebody since then stay. */
const checkHeld: Effect<Inbound, 'unaudit'> = async ({ scope, trx, lines }) => {
  const leaving = byProduct(
    (await lines(detail)).map((line) => ({ product_id: line.product_id, quantity: -countedOf(line) })),
  )
  await lockRows(scope, trx, 'wms/product', leaving.keys(), 'write')
  await refuseHeld(scope, trx, leaving)
}

export const inboundEffects = { prepareReceipt, forgetAudit: reopen, orderRemainder, checkHeld, ...returnEffects }
