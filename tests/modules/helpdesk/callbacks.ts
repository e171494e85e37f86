/** A supplier that calls back while its consumer refunds: both lock the same two rows, from both ends. */
import type { ContractCall, Scope } from 'tablewright/server'
import type { TableModel } from 'tablewright/protocol'
import { system } from '#generated/system/index.ts'
import { contractsOf } from '../../../runtime/server/modules.ts'
import { untilConnected, type Engine, type TestDatabase } from '../../support/databases.ts'
import { models } from '../../server/http/running-app.ts'
import { scopeOn } from '../../server/records/scope.ts'
import { accounts, confirmBill, payments, refundAccount } from './payments.ts'
import { helpdesk, manifest } from './server.ts'

export interface PaySite {
  readonly database: TestDatabase
  readonly scope: Scope
  /** Runs the work in a transaction, and counts how often it had to run. */
  run<T>(work: (call: ContractCall) => Promise<T>): Promise<T>
  /** The most runs that any work needed so far. */
  attempts(): number
  account(): Promise<number>
}

/** @param lock whether the schema's declaration that bills are locked first counts */
export async function openPaySite(engine: Engine, lock: 'first' | 'computed' = 'first'): Promise<PaySite> {
  const list = (await models([manifest, system])).map((model): TableModel => {
    const { lock: declared, ...rest } = model
    return lock === 'first' && declared ? { ...rest, lock: declared } : rest
  })
  const database = await engine.open(list)
  const entries = [{ manifest, server: { ...helpdesk, payments, payProjects: [accounts] } }]
  const scope = scopeOn(database, list, contractsOf(entries, list))
  let most = 0
  return {
    database,
    scope,
    run(work) {
      let attempts = 0
      return untilConnected(() =>
        database.write((trx) => {
          most = Math.max(most, ++attempts)
          return work({ scope, trx })
        }),
      )
    },
    attempts: () => most,
    account: () =>
      database.write(async (trx) => {
        const values = { title: 'new', paid: 0, refunded: 0, version: 1 }
        const row = await trx.insertInto('helpdesk_account').values(values).returning('id').executeTakeFirstOrThrow()
        return Number(row['id'])
      }),
  }
}

const [parallel, paid] = [50, 100] as const

/** One round: 50 calls at once, half of them notifications of the supplier, half refunds of the consumer. */
export async function runRound(site: PaySite): Promise<{ readonly account: unknown; readonly bills: unknown }> {
  const account = await site.account()
  const openBill = (userId: number) =>
    site.run((call) =>
      payments.open(call, {
        project: accounts.name,
        objectId: account,
        userId,
        title: 'Support',
        amount: paid,
        currency: 'RMB',
      }),
    )
  const settled = await openBill(1)
  await site.run((call) => confirmBill(call, settled.id))
  const fresh = await openBill(2)
  await Promise.all(
    Array.from({ length: parallel }, (_, turn) =>
      site.run((call) =>
        turn % 2 === 0 ? confirmBill(call, fresh.id) : refundAccount(call, account, settled.id, `refund ${turn}`),
      ),
    ),
  )
  const { query } = site.database
  return {
    account: await query
      .selectFrom('helpdesk_account')
      .select(['paid', 'refunded'])
      .where('id', '=', account)
      .executeTakeFirst(),
    bills: await query
      .selectFrom('helpdesk_bill')
      .select(['state', 'refunded'])
      .where('object_id', '=', account)
      .orderBy('id')
      .execute(),
  }
}

/** The result of a round: paid twice, refunded once for each refund. */
export const expectedRound = {
  account: { paid: paid * 2, refunded: parallel / 2 },
  bills: [
    { state: 1, refunded: parallel / 2 },
    { state: 1, refunded: 0 },
  ],
}
