/** Opens payments: one for each object and member. */
import { trimText } from 'tablewright/protocol'
import {
  lockInOrder,
  lockRows,
  nowSeconds,
  OperationError,
  retryTransaction,
  type NewPayment,
} from 'tablewright/server'
import { isAmount, storedAmount } from '../amounts.ts'
import { t } from '../i18n.ts'
import { addEvent, newNumber, projectOf, type LogRow, type PayCall } from '../payment.ts'
import { expirySeconds } from '../settings.ts'
import { logOptions } from '#generated/pay/options.ts'
import { closeUnpaid } from './close.ts'

const { state: states } = logOptions
const maxTitle = 120
/** Providers take orders that end within a week at most. */
const maxExpiry = 7 * 86_400

/**
 * The open payment for the object: see the contract. Locks payments, the objects of the project and the member.
 * @throws an OperationError
 */
export async function openPayment(call: PayCall, payment: NewPayment): Promise<LogRow> {
  const { scope, trx } = call
  const { language } = scope
  const project = projectOf(scope, payment.project)
  if (!project) throw new OperationError('invalid', { sentence: t(language, 'project', { name: payment.project }) })
  if (!isAmount(payment.amount)) throw new OperationError('invalid', { sentence: t(language, 'amount') })
  const now = nowSeconds()
  const expires = Math.min(payment.expires ?? now + expirySeconds(scope), now + maxExpiry)
  if (!Number.isSafeInteger(expires) || expires <= now)
    throw new OperationError('invalid', { sentence: t(language, 'expired') })
  const before = (await openOnes(call, payment)).map(({ id }) => id)
  await lockInOrder(scope, [
    { entity: 'pay/log', lock: () => lockRows(scope, trx, 'pay/log', before, 'write') },
    { entity: project.locks, lock: () => project.lock({ scope, trx }, [payment.objectId]) },
    { entity: 'member/user', lock: () => lockRows(scope, trx, 'member/user', [payment.userId], 'reference') },
  ])
  const open = await openOnes(call, payment)
  if (open.some(({ id }) => !before.includes(id))) retryTransaction()
  const members = trx.selectFrom('user').select('id').where('id', '=', payment.userId)
  // Guard T85: a member who was deleted meanwhile opens no payment.
  // Without: const member = await members.executeTakeFirst()
  const member = await members.where('erased_time', 'is', null).executeTakeFirst()
  if (!member) throw new OperationError('not_found', { sentence: t(language, 'member') })
  const amount = storedAmount(payment.currency, payment.amount)
  const same = open.find((row) => row.amount === amount && row.currency === payment.currency && row.expire_time > now)
  for (const row of open) if (row !== same) await closeUnpaid(call, row)
  return (
    same ??
    insertPayment(call, {
      user_id: payment.userId,
      project: payment.project,
      object_id: payment.objectId,
      title: trimText(payment.title).slice(0, maxTitle) || payment.project,
      amount,
      currency: payment.currency,
      expire_time: expires,
    })
  )
}

/** Payments that a member can still make, the newest first. Those that are being closed are none of them. */
const openOnes = (
  { trx }: PayCall,
  { project, objectId, userId }: Pick<NewPayment, 'project' | 'objectId' | 'userId'>,
): Promise<readonly LogRow[]> =>
  trx
    .selectFrom('pay_log')
    .selectAll()
    .where('project', '=', project)
    .where('object_id', '=', objectId)
    .where('user_id', '=', userId)
    .where('state', '=', states.created)
    .where('closing', '=', logOptions.closing.no)
    .orderBy('id', 'desc')
    .execute()

type NewLog = Pick<LogRow, 'user_id' | 'project' | 'object_id' | 'title' | 'amount' | 'currency' | 'expire_time'>

/** Adds a payment that nobody has begun. */
export async function insertPayment(call: PayCall, values: NewLog): Promise<LogRow> {
  const row = await call.trx
    .insertInto('pay_log')
    .values({
      ...values,
      sn: newNumber(call.scope, values.project),
      type: null,
      state: states.created,
      refunded: 0,
      refunding: 0,
      outcome: logOptions.outcome.none,
      late: logOptions.late.no,
      closing: logOptions.closing.no,
      next_time: values.expire_time,
      create_time: nowSeconds(),
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addEvent(call, row.id, 'opened')
  return row
}
