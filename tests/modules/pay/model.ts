/** Random histories of one object: whatever happens in whatever order, all agree in the end ($I5). */
import { expect } from 'vitest'
import type { ContractCall } from 'tablewright/server'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import { applyNotification } from '../../../runtime/modules/pay/server/notify/apply.ts'
import { askProvider } from '../../../runtime/modules/pay/server/payments/ask.ts'
import { closeAtProvider, closeBegun, closeUnbegun } from '../../../runtime/modules/pay/server/payments/overdue.ts'
import { startPayment } from '../../../runtime/modules/pay/server/payments/start.ts'
import { sendDueRefunds } from '../../../runtime/modules/pay/server/refunds/send.ts'
import { logOptions, refundOptions } from '#generated/pay/options.ts'
import type { ProviderNotification } from '../../../runtime/modules/pay/server/providers/provider.ts'
import { unknownError } from './fake-provider.ts'
import type { PayCore } from './pay-site.ts'

const signal = new AbortController().signal
const { state, outcome, type } = logOptions

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let value = seed
  return () => {
    value = (value * 1_103_515_245 + 12_345) % 2_147_483_648
    return value / 2_147_483_648
  }
}

/** Runs one history, three steps at a time. Names the seed when something does not agree. */
export async function runHistory(site: PayCore, seed: number): Promise<void> {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const { provider, providersOf, own } = site
  const [objectId, userId] = [await site.account(), await site.member(30_000)]
  const payments: { readonly id: number; readonly sn: string }[] = []
  const messages: ProviderNotification[] = []
  const open = async (): Promise<void> => {
    const amount = pick([4000, 4000, 7000]) ?? 4000
    const payment = { project: 'account', objectId, userId, title: 'x', amount, currency: 'RMB' as const }
    payments.push(await site.run((call: ContractCall) => site.contract.open(call, payment)))
  }
  const steps: readonly (() => Promise<unknown> | void)[] = [
    open,
    () => onAny(({ id }) => startPayment(providersOf, own, id, 'wx')),
    () => onAny(({ id }) => startPayment(providersOf, own, id, 'wx')),
    () => onAny(({ id }) => startPayment(providersOf, own, id, 'balance')),
    () =>
      onAny(async ({ sn }) => {
        if (provider.orders.get(sn)?.state === 'open') provider.pay(sn, nowSeconds())
      }),
    () =>
      onAny(async ({ sn }) => {
        // The member was quicker than the close, which the provider lets happen.
        const order = provider.orders.get(sn)
        if (order?.state === 'closed') Object.assign(order, { state: 'paid', paidAt: nowSeconds() })
      }),
    () =>
      onAny(async ({ sn }) => {
        if (provider.orders.get(sn)?.state !== 'paid') return
        const notification = (random() < 0.5 && pick(messages)) || provider.notification(sn)
        messages.push(notification)
        await applyNotification(own, provider, notification)
      }),
    () => onAny(({ id }) => askProvider(providersOf, own, id)),
    () => onAny(({ id }) => closeAtProvider(providersOf, own, id)),
    () => onAny(({ id }) => makeDue('pay_log', id, { expire_time: nowSeconds() - 5, next_time: nowSeconds() - 5 })),
    () => closeUnbegun(own),
    () => closeBegun(providersOf, own, signal),
    () =>
      onAny(({ id }) =>
        site.run((call) =>
          site.contract.refund(call, {
            payLogId: id,
            amount: 1000 + Math.floor(random() * 4000),
            reason: 'x',
            key: `${Math.floor(random() * 5)}`,
          }),
        ),
      ),
    () => sendDueRefunds(providersOf, own, signal),
    () => {
      const method = pick(['create', 'query', 'close', 'refund', 'queryRefund'] as const) ?? 'query'
      provider.before(method, () => Promise.reject(unknownError()))
    },
  ]
  async function onAny(work: (payment: { readonly id: number; readonly sn: string }) => Promise<unknown>) {
    const payment = pick(payments)
    return payment && work(payment)
  }
  async function makeDue(table: string, id: number, values: Readonly<Record<string, number>>): Promise<void> {
    await site.database.write((trx) => trx.updateTable(table).set(values).where('id', '=', id).execute())
  }
  const logs = () => site.rows('pay_log', { object_id: objectId, project: 'account' })
  await open()
  for (let turn = 0; turn < 12; turn++) {
    await Promise.allSettled(Array.from({ length: 3 }, async () => pick(steps)?.()))
    // A start in another way has put a payment in the place of one of these.
    for (const row of await logs())
      if (!payments.some(({ id }) => id === row['id'])) payments.push({ id: Number(row['id']), sn: String(row['sn']) })
  }
  // The network is fine again: providers report, jobs look once more.
  provider.forget()
  for (const { id, sn } of payments) {
    if (provider.orders.get(sn)?.state === 'paid') await applyNotification(own, provider, provider.notification(sn))
    await askProvider(providersOf, own, id)
  }
  for (const { id } of payments)
    for (const refund of await site.rows('pay_refund', { pay_log_id: id }))
      if (Number(refund['state']) < 2) await makeDue('pay_refund', Number(refund['id']), { next_time: nowSeconds() })
  await sendDueRefunds(providersOf, own, signal)
  await expectAgreement()

  async function expectAgreement(): Promise<void> {
    const rows = await logs()
    for (const row of rows) {
      const isPaidThere = provider.orders.get(String(row['sn']))?.state === 'paid'
      const isPaidHere = row['state'] === state.paid && row['type'] !== type.balance
      expect({ seed, row, isPaidHere }).toEqual({ seed, row, isPaidHere: isPaidThere })
      for (const refund of await site.rows('pay_refund', { pay_log_id: Number(row['id']) })) {
        const isDone = row['type'] === type.balance || provider.refunds.get(String(refund['refund_no'])) === 'done'
        expect([seed, refund['state']]).toEqual([seed, isDone ? refundOptions.state.done : 'asked'])
      }
    }
    const sum = (name: 'amount' | 'refunded', outcomes: readonly number[]): number =>
      rows
        .filter((row) => outcomes.includes(Number(row['outcome'])))
        .reduce((total, row) => total + Number(row[name]), 0)
    const { paid, refunded } = await site.row('helpdesk_account', objectId)
    expect({ seed, paid, refunded }).toEqual({
      seed,
      paid: sum('amount', [outcome.applied]),
      refunded: sum('refunded', [outcome.applied, outcome.late]),
    })
    const current = rows.filter(
      (row) => row['outcome'] === outcome.applied && Number(row['refunded']) < Number(row['amount']),
    )
    expect({ seed, current: current.length <= 1 }).toEqual({ seed, current: true })
    for (const row of rows)
      if (row['outcome'] === outcome.late || row['outcome'] === outcome.second)
        expect([seed, row['refunded']]).toEqual([seed, row['amount']])
  }
}
