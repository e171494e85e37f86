/**
 * A process that buys or reviews a text, or pays buyers back, and kills itself after the n-th statement of its
 * transactions, or after a commit. `kill.test.ts` builds and starts it.
 */
import { cms } from '#generated/cms/index.ts'
import { member } from '#generated/member/index.ts'
import { pay } from '#generated/pay/index.ts'
import { system } from '#generated/system/index.ts'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import type { Scope as CmsScope, Transaction } from '#generated/cms/server.ts'
import type { Scope as PayScope } from '#generated/pay/server.ts'
import { cmsServer } from '../../../../runtime/modules/cms/server/index.ts'
import { openPurchase } from '../../../../runtime/modules/cms/server/sales/purchase.ts'
import { refundEnded } from '../../../../runtime/modules/cms/server/sales/retract.ts'
import { memberServer } from '../../../../runtime/modules/member/server/index.ts'
import { createPayServer } from '../../../../runtime/modules/pay/server/index.ts'
import { applyNotification } from '../../../../runtime/modules/pay/server/notify/apply.ts'
import { startPayment } from '../../../../runtime/modules/pay/server/payments/start.ts'
import type { ProviderNotification } from '../../../../runtime/modules/pay/server/providers/provider.ts'
import { openDatabase } from '../../../../runtime/server/db/index.ts'
import { contractsOf, effectsOf, moduleHooks, type ModuleEntry } from '../../../../runtime/server/modules.ts'
import { joinHooks } from '../../../../runtime/server/operation/scope.ts'
import { records } from '../../../../runtime/server/records/api/records.ts'
import { scopeOn } from '../../../server/records/scope.ts'
import { endAfter } from '../../../support/end-after.ts'
import type { WorkerTask } from '../../../support/killed-worker.ts'
import { createFakeProvider } from '../../pay/fake-provider.ts'

export type Work =
  | { readonly kind: 'buy'; readonly text: number; readonly member: number }
  | { readonly kind: 'notify'; readonly notification: ProviderNotification }
  | { readonly kind: 'refund'; readonly text: number }
  | { readonly kind: 'submit' | 'approve'; readonly text: number }

const { url, readerScript, nth, work } = JSON.parse(process.argv[2] ?? '') as WorkerTask<Work>
const manifests = [cms, member, pay, system]
const models = (
  await Promise.all(manifests.map(({ tables }) => Promise.all(Object.values(tables).map((entry) => entry.model()))))
).flat()
const database = endAfter(await openDatabase(url, { readerScript }), nth)
const provider = createFakeProvider()
const providersOf = () => [provider]
const entries: readonly ModuleEntry[] = [
  { manifest: member, server: memberServer },
  { manifest: pay, server: createPayServer({ providersOf, routes: [], settings: {} }) },
  { manifest: cms, server: cmsServer },
]
const scope = scopeOn(database, models, {
  actor: null,
  ...contractsOf(entries, models),
  hooks: joinHooks(moduleHooks(entries)),
  effects: effectsOf(entries, models),
})
// The tables are those of the modules; only their types differ.
const [own, payScope] = [scope as unknown as CmsScope, scope as unknown as PayScope]

if (work.kind === 'buy') {
  const { id } = await database.write((trx) => openPurchase(own, trx as unknown as Transaction, work.text, work.member))
  await startPayment(providersOf, payScope, id, 'balance')
}
if (work.kind === 'notify') await applyNotification(payScope, provider, work.notification)
if (work.kind === 'submit' || work.kind === 'approve')
  await records<CmsServerParts>(own).runAction('cms/content', work.kind, work.text, {})
if (work.kind === 'refund') await refundEnded(own, work.text, 'wrong')
await database.close()
