/** Payments on a database of their own, with members, a provider in memory and the help desk as the consumer. */
import type { ContractCall, PayProject, Payments, Scope } from 'tablewright/server'
import { member } from '#generated/member/index.ts'
import { pay } from '#generated/pay/index.ts'
import { system } from '#generated/system/index.ts'
import type { Scope as PayScope } from '#generated/pay/server.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { createPayServer } from '../../../runtime/modules/pay/server/index.ts'
import { lockPayment, ownCall, type ProvidersOf } from '../../../runtime/modules/pay/server/payment.ts'
import { markPaid } from '../../../runtime/modules/pay/server/payments/paid.ts'
import {
  contractsOf,
  effectsOf,
  moduleHooks,
  prepareModules,
  type ModuleEntry,
} from '../../../runtime/server/modules.ts'
import { joinHooks } from '../../../runtime/server/operation/scope.ts'
import type { Row } from '../../../runtime/server/db/index.ts'
import { models } from '../../server/http/running-app.ts'
import { scopeOn } from '../../server/records/scope.ts'
import type { Engine, TestDatabase } from '../../support/databases.ts'
import { accounts } from '../helpdesk/payments.ts'
import { helpdesk, manifest as helpdeskManifest } from '../helpdesk/server.ts'
import { createFakeProvider, type FakeProvider } from './fake-provider.ts'

export interface PayCore {
  readonly database: TestDatabase
  readonly scope: Scope
  /** The same scope as the module sees it. */
  readonly own: PayScope
  readonly contract: Payments
  readonly provider: FakeProvider
  readonly providersOf: ProvidersOf
  run<T>(work: (call: ContractCall) => Promise<T>): Promise<T>
  /** A new member with so many cents and points. */
  member(money?: number, score?: number): Promise<number>
  /** An object of the help desk. */
  account(): Promise<number>
  row(table: string, id: number): Promise<Row>
  rows(table: string, where: Row): Promise<readonly Row[]>
  dispose(): Promise<void>
}

/** @param project replaces parts of the consumer */
export async function openPayCore(engine: Engine, project: Partial<PayProject> = {}): Promise<PayCore> {
  const list = await models([pay, member, helpdeskManifest, system])
  const database = await engine.open(list)
  const provider = createFakeProvider()
  const providersOf: ProvidersOf = () => [provider]
  const entries: readonly ModuleEntry[] = [
    { manifest: member, server: memberServer },
    { manifest: pay, server: createPayServer({ providersOf, routes: [], settings: {} }) },
    { manifest: helpdeskManifest, server: { ...helpdesk, payProjects: [{ ...accounts, ...project }] } },
  ]
  const contracts = contractsOf(entries, list)
  const scope = scopeOn(database, list, {
    actor: null,
    ...contracts,
    hooks: joinHooks(moduleHooks(entries)),
    effects: effectsOf(entries, list),
  })
  await prepareModules(database, entries, async () => scope)
  const run: PayCore['run'] = (work) => database.write((trx) => work({ scope, trx }))
  let members = 0
  let sn = 0
  return {
    database,
    scope,
    // The tables are those of the module; only their types differ.
    own: scope as unknown as PayScope,
    contract: contracts.payments!,
    provider,
    providersOf,
    run,
    async member(money = 0, score = 0) {
      const username = `member${++members}`
      const values = { username, nickname: username, password: '-', group_id: 1, status: 'enable', gender: 0 }
      const id = await database.write(async (trx) =>
        Number(
          (
            await trx
              .insertInto('user')
              .values({ ...values, money: 0, score: 0, version: 1 })
              .returning('id')
              .executeTakeFirstOrThrow()
          )['id'],
        ),
      )
      for (const [asset, amount] of [
        ['money', money],
        ['score', score],
      ] as const)
        if (amount > 0)
          await run((call) =>
            contracts.wallet!.change(call, { asset, userId: id, amount, memo: 'start', source: 'share', sn: ++sn }),
          )
      return id
    },
    account: () =>
      database.write(async (trx) => {
        const values = { title: 'new', paid: 0, refunded: 0, version: 1 }
        const row = await trx.insertInto('helpdesk_account').values(values).returning('id').executeTakeFirstOrThrow()
        return Number(row['id'])
      }),
    row: (table, id) => database.query.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    rows: (table, where) => {
      let query = database.query.selectFrom(table).selectAll().orderBy('id')
      for (const [name, value] of Object.entries(where)) query = query.where(name, '=', value)
      return query.execute()
    },
    dispose: () => database.dispose(),
  }
}

/** Pays from the balance, without asking what there is: what is paid back is back at once. */
export async function confirmPayment(call: ContractCall, id: number): Promise<void> {
  const own = ownCall(call)
  const fact = { type: 'balance', tradeNo: null, paidAt: 1_800_000_000, content: null } as const
  await markPaid(own, await lockPayment(own, id), fact)
}
