/** A payment as this module works on it: its row, its project, and their locks. */
import { randomInt } from 'node:crypto'
import { formatSeconds } from 'tablewright/protocol'
import {
  lockInOrder,
  lockRows,
  nowSeconds,
  OperationError,
  retryTransaction,
  type ContractCall,
  type PayLog,
  type PayProject,
} from 'tablewright/server'
import { amountOfStored } from './amounts.ts'
import type { PayProvider, ProviderType } from './providers/provider.ts'
import type { Reading, Row, Scope, Transaction } from '#generated/pay/server.ts'

export type LogRow = Row<'pay/log'>
export type RefundRow = Row<'pay/refund'>
export type PayType = NonNullable<LogRow['type']>

export interface PayCall {
  readonly scope: Scope
  readonly trx: Transaction
}

/** The providers that a site has set up. */
export type ProvidersOf = (scope: Scope) => readonly PayProvider[]

/** The call as this module sees it: other modules know nothing of its tables. */
export const ownCall = ({ scope, trx }: ContractCall): PayCall => ({
  // The scope of any module; only the types of its tables differ.
  scope: scope as unknown as Scope,
  // The same for the transaction.
  trx: trx as unknown as Transaction,
})

/** Null when no module has registered the project any more. */
export const projectOf = ({ payProjects = [] }: Scope, name: string): PayProject | null =>
  payProjects.find((project) => project.name === name) ?? null

export const findPayment = (query: Reading, id: number): Promise<LogRow | undefined> =>
  query.selectFrom('pay_log').selectAll().where('id', '=', id).executeTakeFirst()

export interface LockedPayment {
  readonly row: LogRow
  readonly project: PayProject | null
}

/**
 * Locks a payment with its refunds, what it is for and who pays, in the order of all transactions.
 * @throws an OperationError `not_found`
 */
export async function lockPayment({ scope, trx }: PayCall, id: number): Promise<LockedPayment> {
  const before = await findPayment(trx, id)
  if (!before) throw new OperationError('not_found')
  const { user_id: member } = before
  const project = projectOf(scope, before.project)
  const payees = (await project?.payees?.({ scope, trx }, before.object_id)) ?? []
  const members = member === null ? payees : [...payees, member]
  // Guard T85: whoever learns of a payment waits for the others, in the one order.
  await lockInOrder(scope, [
    { entity: 'pay/log', lock: () => lockRows(scope, trx, 'pay/log', [id], 'write') },
    { entity: 'pay/refund', lock: () => lockRefunds(scope, trx, id) },
    ...(project ? [{ entity: project.locks, lock: () => project.lock({ scope, trx }, [before.object_id]) }] : []),
    ...(members.length === 0
      ? []
      : [{ entity: 'member/user', lock: () => lockRows(scope, trx, 'member/user', members, 'write') }]),
  ])
  const row = await findPayment(trx, id)
  if (row?.object_id !== before.object_id || row.project !== before.project) retryTransaction()
  return { row: row as LogRow, project }
}

/** The payment is locked, so that no refund is added meanwhile. */
async function lockRefunds(scope: Scope, trx: Transaction, payment: number): Promise<void> {
  const refunds = await trx.selectFrom('pay_refund').select('id').where('pay_log_id', '=', payment).execute()
  await lockRows(
    scope,
    trx,
    'pay/refund',
    refunds.map(({ id }) => id),
    'write',
  )
}

/** The payment as its project learns of it. */
export const payLogOf = (row: LogRow): PayLog => ({
  id: row.id,
  sn: row.sn,
  project: row.project,
  objectId: row.object_id,
  // A deleted member is no payer any more.
  userId: row.user_id ?? 0,
  amount: amountOfStored(row.currency, row.amount),
  currency: row.currency,
  paidAt: row.pay_time ?? 0,
  ...(row.type !== null && { type: row.type }),
})

const digits = 10

/**
 * A number for the provider: a letter, the time and ten random digits. The unique index decides whether it is new.
 * @param kind its first letter is that of the number
 */
export function newNumber({ settings }: Scope, kind: string): string {
  const letter = /^[a-z]/i.test(kind) ? kind.charAt(0).toUpperCase() : 'P'
  const time = formatSeconds(nowSeconds(), settings.timeZone).replaceAll(/\D/g, '')
  return `${letter}${time}${String(randomInt(10 ** digits)).padStart(digits, '0')}`
}

export type EventKind = Row<'pay/event'>['kind']
const maxContent = 4000

/** Adds to the events of a payment, which people read on its page. */
export async function addEvent(
  { scope, trx }: PayCall,
  payLogId: number,
  kind: EventKind,
  content: string | null = null,
): Promise<void> {
  await trx
    .insertInto('pay_event')
    .values({
      pay_log_id: payLogId,
      kind,
      content: content === null || content === '' ? null : content.slice(0, maxContent),
      admin_id: scope.actor?.id ?? null,
      create_time: nowSeconds(),
      version: 1,
    })
    .execute()
}

/** How a payment was begun; stored as JSON in `attempt`. */
export interface Attempt {
  readonly type: ProviderType
  /** Unix seconds. */
  readonly time: number
  /** Key of the request that waits for the provider; null once it has answered. */
  readonly claim: string | null
  readonly codeUrl?: string
  readonly address?: string
}

export const attemptOf = ({ attempt }: Pick<LogRow, 'attempt'>): Attempt | null =>
  // Only this module writes the column.
  attempt === null ? null : (JSON.parse(attempt) as Attempt)

/** The provider through which a payment goes or went; null when there is none, or the site has it no more. */
export function providerOf(providersOf: ProvidersOf, scope: Scope, row: LogRow): PayProvider | null {
  const type = attemptOf(row)?.type ?? row.type
  return providersOf(scope).find((provider) => provider.type === type) ?? null
}
