/** What inbound orders do in addition to posting. */
import { nowSeconds, OperationError, toStorable, takeNumbers } from 'tablewright/server'
import { warehousingOptions } from '../../../../../generated/wms/options.ts'
import { settings } from '../settings.ts'
import { closedSentence } from '../stock/place.ts'
import { t } from '../i18n.ts'
import type { Effect, EffectCall, Hooks, NewRow } from '../types.ts'
import { checkAudit, detail, frozenLines, LineErrors, readAuditLines, type AuditLine } from './freeze.ts'
import { countedOf, derivedOf, fillOrderLines, totalsOf } from './lines.ts'
import { forgetAudit } from './log.ts'
import { productOf, readProducts } from './product.ts'

type Inbound = 'wms/warehousing'

export const warehousing: Hooks<Inbound> = {
  beforeLines: (scope, trx, call) => fillOrderLines(scope, trx, call, () => false),
  /** Two orders for one delivery note are likely a mistake, but may be meant. */
  async warn(scope, trx, { id, given, warnings }, current) {
    const supplier = (given.has('supplier_id') ? given.get('supplier_id') : current?.supplier_id) ?? null
    const deliveryNote = (given.has('order_sn') ? given.get('order_sn') : current?.order_sn) ?? null
    const isSame = current !== null && supplier === current.supplier_id && deliveryNote === current.order_sn
    if (supplier === null || deliveryNote === null || isSame) return
    const same = await trx
      .selectFrom('wms_warehousing')
      .select(['id', 'receipt_no'])
      .where('supplier_id', '=', supplier)
      .where('order_sn', '=', deliveryNote)
      .where('deletetime', 'is', null)
      .orderBy('id')
      .limit(5)
      .execute()
    const numbers = same.filter((row) => row.id !== id).map((row) => row.receipt_no)
    if (numbers.length > 0)
      warnings.push(t(scope.language, 'receipt.double', { order_sn: deliveryNote, numbers: numbers.join(', ') }))
  },
}

/** Checks what came in, puts it on the default shelves where none was chosen, and makes the lines final. */
const prepareReceipt: Effect<Inbound, 'audit'> = async (call) => {
  const { scope, trx } = call
  const read = await readAuditLines(
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
  call.set({
    ...totalsOf(rows),
    missing_quantity: toStorable(
      read.lines.reduce((sum, { row, quantity }) => sum + BigInt(Math.max(0, row.plan_quantity - quantity)), 0n),
    ),
  })
}

/** Compared on exact integers: actual × 100 % against plan × (100 % + tolerance), in hundredths of a percent. */
function overReceipt({ scope, can }: EffectCall<Inbound, 'audit'>, { row, quantity }: AuditLine): string | null {
  const allowed = BigInt(row.plan_quantity) * (10_000n + BigInt(settings(scope).overReceipt))
  if (BigInt(quantity) * 10_000n <= allowed) return null
  if (!can('overReceipt')) return t(scope.language, 'receipt.over')
  return (row.remark ?? '').trim() === '' ? t(scope.language, 'receipt.over_remark') : null
}

/** Creates an unaudited order for what did not come. */
const orderRemainder: Effect<Inbound, 'remainder'> = async (call) => {
  const { scope, trx, model, row } = call
  const earlier = await trx
    .selectFrom('wms_warehousing')
    .select('receipt_no')
    .where('remainder_of_id', '=', row.id)
    .where('deletetime', 'is', null)
    .executeTakeFirst()
  if (earlier)
    throw new OperationError('bad_state', {
      sentence: t(scope.language, 'receipt.ordered', { number: earlier.receipt_no ?? '' }),
    })
  if (!model.number) throw new TypeError(`${model.id} has no numbers`)
  const [number = ''] = await takeNumbers(trx, model.number, scope.settings.timeZone, 1)
  const lines = await missingLines(call)
  const now = nowSeconds()
  const { id } = await trx
    .insertInto('wms_warehousing')
    .values({
      receipt_no: number,
      type: row.type,
      supplier_id: row.supplier_id,
      order_sn: row.order_sn,
      remark: row.remark,
      audit_status: warehousingOptions.audit_status.unaudited,
      remainder_of_id: row.id,
      ...totalsOf(lines),
      admin_id: scope.actor?.id ?? null,
      createtime: now,
      updatetime: now,
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('wms_warehousing_line')
    .values(lines.map((line) => ({ ...line, warehousing_id: id })))
    .execute()
  call.answer({ made: { table: model.id, label: model.label[scope.language], id, title: number } })
}

/** Lines for what is missing, with the names of today. */
async function missingLines({
  trx,
  lines,
}: EffectCall<Inbound, 'remainder'>): Promise<readonly Omit<NewRow<'wms/warehousing_line'>, 'warehousing_id'>[]> {
  const short = (await lines(detail)).filter((line) => countedOf(line) < line.plan_quantity)
  const products = await readProducts(
    trx,
    short.map((line) => line.product_id),
  )
  return short.map(({ id: _id, warehousing_id: _order, shelf, ...line }, at) => {
    const open = {
      ...line,
      plan_quantity: line.plan_quantity - countedOf(line),
      actual_quantity: null,
      remark: null,
      line_no: at + 1,
      version: 1,
    }
    return { ...open, ...derivedOf(open, productOf(products, line.product_id), new Map()), shelf }
  })
}

/** Nothing is missing from an order that is open again. */
const reopen: Effect<Inbound, 'unaudit'> = async (call) => {
  await forgetAudit(call)
  call.set({ missing_quantity: null })
}

export const inboundEffects = { prepareReceipt, forgetAudit: reopen, orderRemainder }
