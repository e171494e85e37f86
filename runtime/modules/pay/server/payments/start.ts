/** A member begins to pay: from the balance or with points at once, through a provider by a code or on its page. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { nowSeconds, OperationError } from 'tablewright/server'
import { amountOfStored } from '../amounts.ts'
import { t } from '../i18n.ts'
import {
  addEvent,
  attemptOf,
  findPayment,
  lockPayment,
  type Attempt,
  type LogRow,
  type PayCall,
  type ProvidersOf,
  type PayType,
} from '../payment.ts'
import { ProviderError, type PayMeans, type PayProvider } from '../providers/provider.ts'
import { rechargeName } from '../recharge.ts'
import type { Scope } from '#generated/pay/server.ts'
import { logOptions } from '#generated/pay/options.ts'
import { refuseUnlessOpen } from './close.ts'
import { insertPayment } from './open.ts'
import { closeAtProvider } from './overdue.ts'
import { markPaid } from './paid.ts'

const { state: states, type: types } = logOptions

/** Seconds for which a request may wait for its provider before another one asks again. */
const claimLife = 20
/** Milliseconds between two looks at what another request gets from the provider. */
const lookInterval = 100

export interface Started {
  readonly row: LogRow
  /** Null when it is paid. */
  readonly means: PayMeans | null
}

/** The ways in which a payment can be made. */
export function typesOf(providersOf: ProvidersOf, scope: Scope, row: Pick<LogRow, 'currency' | 'project'>): PayType[] {
  const wallet = scope.wallet !== undefined
  if (row.currency === logOptions.currency.integral) return wallet ? [types.score] : []
  const providers = providersOf(scope).flatMap(({ type, isOpen }) => (isOpen ? [type] : []))
  // A balance is not paid for from itself.
  return wallet && row.project !== rechargeName ? [...providers, types.balance] : providers
}

/**
 * Begins an open payment of a member, or goes on with it. One that was begun in another way is closed there first, and
 * a new one with the same content takes its place.
 * @throws an OperationError
 */
export async function startPayment(
  providersOf: ProvidersOf,
  scope: Scope,
  id: number,
  type: PayType,
): Promise<Started> {
  const row = await requirePayment(scope, id)
  if (row.state === states.paid) return { row, means: null }
  refuseUnlessOpen(row, t(scope.language, 'over'))
  if (!typesOf(providersOf, scope, row).includes(type))
    throw new OperationError('invalid', { errors: { type: t(scope.language, 'type') } })
  const begun = attemptOf(row)
  if (begun && begun.type !== type) {
    const closed = await closeAtProvider(providersOf, scope, id)
    if (closed === 'paid') return { row: await requirePayment(scope, id), means: null }
    if (closed === 'open') throw new OperationError('conflict', { sentence: t(scope.language, 'silent') })
    const next = await replacePayment(scope, id)
    return startPayment(providersOf, scope, next.id, type)
  }
  const provider = providersOf(scope).find((candidate) => candidate.type === type)
  if (provider) return prepare(scope, provider, id)
  await scope.database.write((trx) => payFromWallet({ scope, trx }, id))
  return { row: await requirePayment(scope, id), means: null }
}

async function requirePayment({ database }: Scope, id: number): Promise<LogRow> {
  const row = await findPayment(database.query, id)
  if (!row) throw new OperationError('not_found')
  return row
}

/** The payment that takes the place of a closed one; of several requests for it, each gets the same. */
async function replacePayment(scope: Scope, id: number): Promise<LogRow> {
  return scope.database.write(async (trx) => {
    const { row } = await lockPayment({ scope, trx }, id)
    const newer = await trx
      .selectFrom('pay_log')
      .selectAll()
      .where('project', '=', row.project)
      .where('object_id', '=', row.object_id)
      .where('user_id', '=', row.user_id)
      .where('state', '=', states.created)
      .where('closing', '=', logOptions.closing.no)
      .where('id', '>', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (newer) return newer
    const { user_id, project, object_id, title, amount, currency, expire_time } = row
    return insertPayment({ scope, trx }, { user_id, project, object_id, title, amount, currency, expire_time })
  })
}

/**
 * Pays an open payment from the balance or the points of its member.
 * @throws an OperationError: see the contract
 */
export async function payFromWallet(call: PayCall, id: number): Promise<void> {
  const { scope } = call
  const payment = await lockPayment(call, id)
  const { row } = payment
  if (row.state === states.paid) return
  refuseUnlessOpen(row, t(scope.language, 'over'))
  // Another request has begun it at a provider meanwhile.
  if (row.attempt !== null || row.user_id === null || !scope.wallet) throw new OperationError('conflict')
  const isScore = row.currency === logOptions.currency.integral
  await scope.wallet.change(call, {
    asset: isScore ? 'score' : 'money',
    userId: row.user_id,
    amount: -amountOfStored(row.currency, row.amount),
    memo: row.title,
    source: 'purchase',
    sn: row.id,
  })
  const type = isScore ? types.score : types.balance
  await markPaid(call, payment, { type, tradeNo: null, paidAt: nowSeconds(), content: null })
}

/** One order at the provider, however many requests ask for it at the same time. */
async function prepare(scope: Scope, provider: PayProvider, id: number): Promise<Started> {
  const end = Date.now() + claimLife * 1000
  for (;;) {
    const claimed = await scope.database.write((trx) => claim({ scope, trx }, provider, id))
    if ('means' in claimed) return claimed
    if (claimed.claim !== null) return createAt(scope, provider, claimed.row, claimed.claim)
    if (Date.now() > end) throw new OperationError('conflict', { sentence: t(scope.language, 'silent') })
    await wait(lookInterval)
  }
}

type Claimed =
  | Started
  | { readonly row: LogRow; /** Null = another request waits for the provider. */ readonly claim: string | null }

async function claim(call: PayCall, provider: PayProvider, id: number): Promise<Claimed> {
  const { scope, trx } = call
  const { row } = await lockPayment(call, id)
  if (row.state === states.paid) return { row, means: null }
  refuseUnlessOpen(row, t(scope.language, 'over'))
  const begun = attemptOf(row)
  if (begun) {
    if (begun.type !== provider.type) throw new OperationError('conflict')
    const means = meansOf(begun)
    if (means) return { row, means }
    if (begun.claim !== null && begun.time + claimLife > nowSeconds()) return { row, claim: null }
  }
  const claimed = randomUUID()
  const attempt: Attempt = { type: provider.type, time: nowSeconds(), claim: claimed }
  await trx
    .updateTable('pay_log')
    .set({ attempt: JSON.stringify(attempt), type: provider.type })
    .where('id', '=', id)
    .execute()
  return { row, claim: claimed }
}

const meansOf = ({ codeUrl, address }: Attempt): PayMeans | null =>
  codeUrl !== undefined ? { kind: 'qr', codeUrl } : address !== undefined ? { kind: 'redirect', address } : null

/** The address that a provider sends the browser back to. */
const returnAddress = ({ settings }: Scope, sn: string): string => `${settings.siteUrl}/#/user/pay/${sn}`

async function createAt(scope: Scope, provider: PayProvider, row: LogRow, claimed: string): Promise<Started> {
  const { id, sn, title, amount, expire_time: expires } = row
  const attempt: Attempt = { type: provider.type, time: nowSeconds(), claim: null }
  try {
    const means = await provider.create({ sn, title, amount, expires, returnAddress: returnAddress(scope, sn) })
    const prepared: Attempt =
      means.kind === 'qr' ? { ...attempt, codeUrl: means.codeUrl } : { ...attempt, address: means.address }
    await storeAttempt(scope, id, claimed, prepared, ['prepared', null])
    // It may have been paid, or closed, before the provider answered.
    const now = await requirePayment(scope, id)
    return { row: now, means: now.state === states.paid ? null : means }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // The provider may know of it: it is closed there later.
    const next = error.outcome === 'refused' ? null : attempt
    await storeAttempt(scope, id, claimed, next, ['prepare_failed', `${error.code}: ${error.message}`])
    throw new OperationError('conflict', { sentence: t(scope.language, 'silent') })
  }
}

async function storeAttempt(
  scope: Scope,
  id: number,
  claimed: string,
  attempt: Attempt | null,
  [event, content]: readonly ['prepared' | 'prepare_failed', string | null],
): Promise<void> {
  await scope.database.write(async (trx) => {
    const call = { scope, trx }
    const { row } = await lockPayment(call, id)
    if (attemptOf(row)?.claim !== claimed) return
    const isPaid = row.state === states.paid
    await trx
      .updateTable('pay_log')
      .set({
        attempt: attempt === null && !isPaid ? null : JSON.stringify(attempt ?? { ...attemptOf(row), claim: null }),
        ...(attempt === null && !isPaid && { type: null }),
      })
      .where('id', '=', id)
      .execute()
    await addEvent(call, id, event, content)
  })
}
