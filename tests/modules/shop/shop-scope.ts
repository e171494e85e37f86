/** The modules of a shop and their scope on a database, also in processes of fault tests. */
import type { FormModel, TableModel } from 'tablewright/protocol'
import type { Scope } from 'tablewright/server'
import { member } from '#generated/member/index.ts'
import { pay } from '#generated/pay/index.ts'
import { shop } from '#generated/shop/index.ts'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { createPayServer } from '../../../runtime/modules/pay/server/index.ts'
import { ownCall as payCall, lockPayment } from '../../../runtime/modules/pay/server/payment.ts'
import { markPaid } from '../../../runtime/modules/pay/server/payments/paid.ts'
import { shopServer } from '../../../runtime/modules/shop/server/index.ts'
import { wmsServer } from '../../../runtime/modules/wms/server/index.ts'
import type { Database } from '../../../runtime/server/db/index.ts'
import { contractsOf, effectsOf, moduleHooks, settingsOf, type ModuleEntry } from '../../../runtime/server/modules.ts'
import { joinHooks } from '../../../runtime/server/operation/scope.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { scopeOn } from '../../server/records/scope.ts'

const manifests = [pay, member, shop, wms, system]

export const shopEntries: readonly ModuleEntry[] = [
  { manifest: wms, server: wmsServer },
  { manifest: member, server: memberServer },
  { manifest: pay, server: createPayServer({ providersOf: () => [], routes: [], settings: {} }) },
  { manifest: shop, server: shopServer },
]

export const shopModels = async (): Promise<readonly TableModel[]> =>
  (
    await Promise.all(manifests.map(({ tables }) => Promise.all(Object.values(tables).map((entry) => entry.model()))))
  ).flat()

/** The scope of an administrator who may do everything. */
export async function shopScope(database: Database, models: readonly TableModel[], admin: number): Promise<Scope> {
  const tables = manifests.flatMap((manifest) => Object.values(manifest.tables))
  const forms = await Promise.all(
    tables.flatMap((entry) => [entry.form?.(), ...Object.values(entry.actions ?? {}).map((form) => form())]),
  )
  const settings = defaultSettings({ version: '0', uploadFolder: '/nowhere', modules: settingsOf(shopEntries) })
  return scopeOn(
    database,
    models,
    {
      settings,
      actor: { id: admin, username: 'admin', super: true, nodes: new Set(), groups: [] },
      ...contractsOf(shopEntries, models),
      hooks: joinHooks(moduleHooks(shopEntries)),
      effects: effectsOf(shopEntries, models),
    },
    forms.filter((form): form is FormModel => form !== undefined),
  )
}

/** A payment is made from a balance, or from points, that are just what it takes. */
export const payFromBalance = (scope: Scope, payment: number): Promise<void> =>
  scope.database.write(async (trx) => {
    const call = { scope, trx }
    const payments = payCall(call)
    const locked = await lockPayment(payments, payment)
    const { id, currency, user_id: userId, state } = locked.row
    const isScore = currency === 'integral'
    const amount = isScore ? locked.row.amount / 100 : locked.row.amount
    if (state !== 1) {
      const change = { asset: isScore ? 'score' : 'money', userId: userId!, memo: 'test' } as const
      await scope.wallet!.change(call, { ...change, amount, source: 'share', sn: id })
      await scope.wallet!.change(call, { ...change, amount: -amount, source: 'purchase', sn: id })
    }
    const fact = {
      type: isScore ? 'score' : 'balance',
      tradeNo: null,
      paidAt: Math.floor(Date.now() / 1000),
      content: null,
    } as const
    await markPaid(payments, locked, fact)
  })
