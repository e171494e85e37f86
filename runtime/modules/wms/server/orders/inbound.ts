/** What inbound orders do beside posting. */
import {
  OperationError,
  toStorable,
  takeNumbers,
  type Hooks,
  type Effect,
  type EffectCall,
  type Row,
} from 'tablewright/server'
import { closedSentence } from '../stock/place.ts'
import { settings } from '../settings.ts'
import { t } from '../i18n.ts'
import { checkAudit, detail, freezeLines, LineErrors, readAuditLines, type AuditLine } from './freeze.ts'
import { countedOf, derivedOf, orderLines, totalsOf } from './lines.ts'
import { forgetAudit } from './log.ts'
import { readProducts } from './product.ts'

export const warehousing: Hooks = {
  ...orderLines,
  /** Two orders for one delivery note are likely a mistake, but may be meant. */
  async warn(scope, trx, change, current) {
    const valueOf = (name: string) => (change.given.has(name) ? change.given.get(name)! : (current?.[name] ?? null))
    const [supplier, outside] = [valueOf('supplier_id'), valueOf('order_sn')]
    const isSame = current !== null && supplier === current['supplier_id'] && outside === current['order_sn']
    if (supplier === null || outside === null || isSame) return
    const same = await trx
      .selectFrom('wms_warehousing')
      .select(['id', 'receipt_no'])
      .where('supplier_id', '=', supplier)
      .where('order_sn', '=', outside)
      .where('deletetime', 'is', null)
      .orderBy('id')
      .limit(5)
      .execute()
    const numbers = same.filter((row) => Number(row['id']) !== change.id).map((row) => String(row['receipt_no']))
    if (numbers.length > 0)
      change.warnings.push(
        t(scope.language, 'receipt.double', { order_sn: String(outside), numbers: numbers.join(', ') }),
      )
  },
}

/** Checks what came in, puts it on the default shelves where none was chosen, and makes the lines final. */
const prepareReceipt: Effect = async (call) => {
  const { scope } = call
  const read = await readAuditLines(call, (row, product) =>
    row['warehouse_shelf_id'] === null ? product.shelfId : Number(row['warehouse_shelf_id']),
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
  await freezeLines(call, read)
  call.set({
    missing_quantity: toStorable(
      read.lines.reduce(
        (sum, { row, quantity }) => sum + BigInt(Math.max(0, Number(row['plan_quantity']) - quantity)),
        0n,
      ),
    ),
  })
}

/** Compared on exact integers: actual × 100 % against plan × (100 % + tolerance), in hundredths of a percent. */
function overReceipt(call: EffectCall, { row, quantity }: AuditLine): string | null {
  const { language } = call.scope
  const allowed = BigInt(Number(row['plan_quantity'])) * (10_000n + BigInt(settings(call.scope).overReceipt))
  if (BigInt(quantity) * 10_000n <= allowed) return null
  if (!call.can('overReceipt')) return t(language, 'receipt.over')
  return String(row['remark'] ?? '').trim() === '' ? t(language, 'receipt.over_remark') : null
}

/** Makes an unaudited order of what did not come. */
const orderRemainder: Effect = async (call) => {
  const { scope, trx, model, row } = call
  const before = await trx
    .selectFrom('wms_warehousing')
    .select('receipt_no')
    .where('remainder_of_id', '=', row['id']!)
    .where('deletetime', 'is', null)
    .executeTakeFirst()
  if (before)
    throw new OperationError('bad_state', {
      sentence: t(scope.language, 'receipt.ordered', { number: String(before['receipt_no']) }),
    })
  const lines = await missingLines(call)
  const now = Math.floor(Date.now() / 1000)
  const [number] = await takeNumbers(trx, model.number!, scope.settings.timeZone, 1)
  const fresh: Row = {
    receipt_no: number!,
    type: row['type']!,
    supplier_id: row['supplier_id']!,
    order_sn: row['order_sn']!,
    remark: row['remark']!,
    audit_status: 0,
    remainder_of_id: row['id']!,
    ...totalsOf(lines),
    admin_id: scope.actor?.id ?? null,
    createtime: now,
    updatetime: now,
    version: 1,
  }
  const { id } = await trx.insertInto('wms_warehousing').values(fresh).returning('id').executeTakeFirstOrThrow()
  await trx
    .insertInto('wms_warehousing_line')
    .values(lines.map((line) => ({ ...line, warehousing_id: id! })))
    .execute()
  call.answer({ made: { table: model.id, label: model.label[scope.language], id: Number(id), title: number! } })
}

/** Lines over what is missing, with the names of today. */
async function missingLines({ trx, lines }: EffectCall): Promise<readonly Row[]> {
  const short = (await lines(detail)).filter((line) => countedOf(line) < Number(line['plan_quantity']))
  const products = await readProducts(
    trx,
    short.map((line) => Number(line['product_id'])),
  )
  return short.map(({ id: _id, shelf, ...line }, at) => {
    const open = {
      ...line,
      plan_quantity: Number(line['plan_quantity']) - countedOf(line),
      actual_quantity: null,
      remark: null,
      line_no: at + 1,
      version: 1,
    }
    return { ...open, ...derivedOf(open, products.get(Number(line['product_id']))!, new Map()), shelf: shelf ?? null }
  })
}

/** Nothing is missing from an order that is open again. */
const reopen: Effect = async (call) => {
  await forgetAudit(call)
  call.set({ missing_quantity: null })
}

export const inboundEffects = { prepareReceipt, forgetAudit: reopen, orderRemainder }
