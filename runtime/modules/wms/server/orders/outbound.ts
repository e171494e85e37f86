/** What outbound orders do beside posting. */
import {
  readLines,
  OperationError,
  type Hooks,
  type Change,
  type Effect,
  type EffectCall,
  type Row,
  type Scope,
  type Transaction,
} from 'tablewright/server'
import { closedSentence } from '../stock/place.ts'
import { t } from '../i18n.ts'
import { checkAudit, detail, freezeLines, LineErrors, readAuditLines } from './freeze.ts'
import { orderLines, sale } from './lines.ts'
import { forgetAudit, logWith } from './log.ts'
import { readProducts } from './product.ts'
import { suggestShelves } from './suggest.ts'

export const outbound: Hooks = { ...orderLines, beforeUpdate: refuseLateSale }

/** An order that becomes a sale is a new one: nothing that is off shelf may stay on it, whether its lines were sent or not. */
async function refuseLateSale(
  scope: Scope,
  trx: Transaction,
  { id, given, lines }: Change,
  current: Readonly<Row>,
): Promise<void> {
  if (given.get('type') !== sale || Number(current['type']) === sale) return
  const stored = async (): Promise<readonly Row[]> =>
    (await readLines(scope, trx, scope.registry.byId('wms/outbound')!, detail, [id!])).get(id!)!
  const products =
    lines?.get(detail)?.map(({ values }) => Number(values.get('product_id'))) ??
    (await stored()).map((row) => Number(row['product_id']))
  const known = await readProducts(trx, products)
  const errors = products.flatMap((product, at) =>
    known.get(product)!.isOffShelf
      ? [
          [
            `${detail}.${at}.product_id`,
            t(scope.language, 'product.off_shelf', { name: known.get(product)!.name }),
          ] as const,
        ]
      : [],
  )
  if (errors.length > 0) throw new OperationError('invalid', { errors: Object.fromEntries(errors) })
}

/** Checks what goes out and makes the lines final. What is on hand is checked by the ledger, over all lines together. */
const prepareIssue: Effect = async (call) => {
  const { scope, input } = call
  if (Number(input['allow_expired'] ?? 0) === 1 && !call.can('allowExpired'))
    throw new OperationError('invalid', { errors: { allow_expired: t(scope.language, 'issue.expired_right') } })
  const read = await readAuditLines(call, (row) =>
    row['warehouse_shelf_id'] === null ? null : Number(row['warehouse_shelf_id']),
  )
  const errors = new LineErrors()
  checkAudit(call, read.lines, errors)
  for (const line of read.lines) {
    if (line.quantity > 0 && line.shelfId === null)
      errors.add(line, 'warehouse_shelf_id', t(scope.language, 'shelf.needed'))
    if (line.quantity > Number(line.row['plan_quantity']))
      errors.add(line, 'actual_quantity', t(scope.language, 'issue.over'))
  }
  errors.refuse()
  await freezeLines(call, read)
}

/** The goods come back onto their shelves, so those must be open. */
const checkReturn: Effect = async (call) => {
  const read = await readAuditLines(call, (row) =>
    row['warehouse_shelf_id'] === null ? null : Number(row['warehouse_shelf_id']),
  )
  const errors = new LineErrors()
  for (const line of read.lines)
    if (line.quantity > 0)
      errors.add(line, 'warehouse_shelf_id', closedSentence(call.scope, read.places.get(line.shelfId ?? 0)))
  errors.refuse()
}

/** Whom to call about the shipment, as the carrier has it today. */
const noteCarrier: Effect = async (call) => {
  const carrier = call.input['carrier_id']
  const row = await call.trx
    .selectFrom('wms_carrier')
    .select(['contact_person', 'mobile'])
    .where('id', '=', carrier!)
    .executeTakeFirstOrThrow()
  call.set({ carrier_contact_person: row['contact_person']!, carrier_mobile: row['mobile']! })
}

/** What was there before a correction. */
const logShipment: Effect = (call) => {
  call.set({ remark_log: logWith(call, shipmentText(call)) })
  return Promise.resolve()
}

const forgetShipment: Effect = (call) => {
  call.set({ remark_log: logWith(call, `${String(call.input['reason'])} (${shipmentText(call)})`) })
  call.set({
    courier_number: null,
    carrier_id: null,
    carrier_contact_person: null,
    carrier_mobile: null,
    shipment_time: null,
    ship_admin_id: null,
  })
  return Promise.resolve()
}

const shipmentText = ({ row }: EffectCall): string =>
  [row['courier_number'], row['carrier_contact_person'], row['carrier_mobile']]
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
}
