/** The buttons of the sandbox's cashier: everything that a provider and the network between may do. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { nowSeconds, type Listener } from 'tablewright/server'
import type { Scope } from '#generated/pay/server.ts'
import type { SandboxScenario } from '../../../shared/sandbox.ts'
import { offsetTime } from '../values.ts'
import { deliver, type Delivery } from './deliver.ts'
import { sandboxKeys } from './keys.ts'
import { newMessage, type SandboxMessage } from './notification.ts'
import { changeState, sandboxTradeNo, type SandboxOrder } from './orders.ts'

const parallel = 10
const hour = 3600

export interface ScenarioCall {
  readonly scope: Scope
  readonly listener: Listener
  readonly order: SandboxOrder
  /** Lets the module ask the sandbox about the order. */
  readonly ask: () => Promise<unknown>
}

/** @returns the status of each notification in the order they were sent, null where the connection was cut */
export async function playScenario(call: ScenarioCall, name: SandboxScenario): Promise<readonly (number | null)[]> {
  const { scope, listener, order } = call
  const { privateKey } = await sandboxKeys(scope)
  const send = (message: SandboxMessage, changes: Partial<Delivery> = {}) =>
    deliver(listener, { message, key: privateKey, now: nowSeconds(), ...changes })
  const inTurn = async (deliveries: readonly (() => Promise<number | null>)[]) => {
    const answers: (number | null)[] = []
    for (const next of deliveries) answers.push(await next())
    return answers
  }
  /** The notification of the payment, which is made before. */
  const pay = async (): Promise<SandboxMessage> =>
    paidMessage((await changeState(scope, order.sn, ['open', 'closed'], 'paid')) ?? order)
  switch (name) {
    case 'pay': {
      const message = await pay()
      return [await send(message)]
    }
    case 'fail':
      return [await send(unpaidMessage(order, 'open'))]
    case 'late': {
      await changeState(scope, order.sn, ['open'], 'closed')
      await call.ask()
      const message = await pay()
      return [await send(message)]
    }
    case 'twice': {
      const message = await pay()
      return inTurn([() => send(message), () => send(message)])
    }
    case 'parallel': {
      const message = await pay()
      return Promise.all(Array.from({ length: parallel }, () => send(message)))
    }
    case 'reversed': {
      const message = await pay()
      return inTurn([() => send(refundMessage(message)), () => send(message)])
    }
    case 'amount':
      return [await send({ ...paidMessage(order), amount: order.amount + 1 })]
    case 'key':
      return [await send(paidMessage(order), { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey })]
    case 'old':
      return [await send(paidMessage(order), { now: nowSeconds() - hour })]
    case 'app':
      return [await send({ ...paidMessage(order), app_id: 'another' })]
    case 'cut': {
      const message = await pay()
      return inTurn([() => send(message, { isCut: true }), () => send(message)])
    }
    default:
      return name satisfies never
  }
}

const paidMessage = (order: SandboxOrder): SandboxMessage =>
  newMessage({
    kind: 'payment',
    sn: order.sn,
    refund_no: null,
    trade_no: sandboxTradeNo(order.sn),
    refund_trade_no: null,
    state: 'paid',
    amount: order.amount,
    paid_at: offsetTime(order.pay_time ?? nowSeconds()),
  })

const unpaidMessage = (order: SandboxOrder, state: 'open' | 'closed'): SandboxMessage => ({
  ...paidMessage(order),
  state,
  paid_at: null,
})

/** A refund of the whole payment that nobody has asked for. */
const refundMessage = (paid: SandboxMessage): SandboxMessage => ({
  ...paid,
  id: randomUUID(),
  kind: 'refund',
  state: 'done',
  refund_no: `R${paid.sn}`.slice(0, 32),
  refund_trade_no: `SANDBOXR${paid.sn}`,
})
