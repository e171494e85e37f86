/**
 * A process that handles one payment and kills itself after the n-th statement of its transactions, or after a commit.
 * `kill.test.ts` builds and starts it.
 */
import { member } from '#generated/member/index.ts'
import { pay } from '#generated/pay/index.ts'
import { system } from '#generated/system/index.ts'
import { memberServer } from '../../../../runtime/modules/member/server/index.ts'
import { createPayServer } from '../../../../runtime/modules/pay/server/index.ts'
import { applyNotification } from '../../../../runtime/modules/pay/server/notify/apply.ts'
import { startPayment } from '../../../../runtime/modules/pay/server/payments/start.ts'
import type { PayProvider, ProviderNotification } from '../../../../runtime/modules/pay/server/providers/provider.ts'
import { sendRefund } from '../../../../runtime/modules/pay/server/refunds/send.ts'
import type { Scope as PayScope } from '#generated/pay/server.ts'
import { createRegistry } from '../../../../runtime/server/core/models/registry.ts'
import { openDatabase } from '../../../../runtime/server/db/index.ts'
import { contractsOf, type ModuleEntry } from '../../../../runtime/server/modules.ts'
import type { Scope } from '../../../../runtime/server/operation/scope.ts'
import { defaultSettings } from '../../../../runtime/server/settings/settings.ts'
import { endAfter } from '../../../support/end-after.ts'
import type { WorkerTask } from '../../../support/killed-worker.ts'

/** The payment is the one with that id. */
export type Work =
  | { readonly kind: 'notify'; readonly notification: ProviderNotification }
  | { readonly kind: 'balance'; readonly id: number }
  | { readonly kind: 'refund'; readonly id: number; readonly key: string }
  | { readonly kind: 'send'; readonly refund: number }

/** Refunds everything at once. */
const provider = {
  type: 'wx',
  appId: 'app',
  merchantId: 'merchant',
  queryRefund: async () => ({ response: '{}', state: 'absent', providerNo: null }),
  refund: async ({ refundNo }: { readonly refundNo: string }) => ({
    response: '{}',
    state: 'done',
    providerNo: refundNo,
  }),
  // It is asked for nothing else.
} as unknown as PayProvider

const { url, readerScript, nth, work } = JSON.parse(process.argv[2] ?? '') as WorkerTask<Work>
const models = (
  await Promise.all(
    [member, pay, system].map(({ tables }) => Promise.all(Object.values(tables).map((entry) => entry.model()))),
  )
).flat()
const database = endAfter(await openDatabase(url, { readerScript }), nth)
const providersOf = () => [provider]
const entries: readonly ModuleEntry[] = [
  { manifest: member, server: memberServer },
  { manifest: pay, server: createPayServer({ providersOf, routes: [], settings: {} }) },
]
const scope: Scope = {
  database,
  registry: createRegistry(models),
  settings: defaultSettings({ version: '0', uploadFolder: '/nowhere' }),
  language: 'en',
  actor: null,
  validators: async () => null,
  ...contractsOf(entries, models),
}
// The tables are those of the module; only their types differ.
const own = scope as unknown as PayScope

if (work.kind === 'notify') await applyNotification(own, provider, work.notification)
if (work.kind === 'balance') await startPayment(providersOf, own, work.id, 'balance')
if (work.kind === 'send') await sendRefund(providersOf, own, work.refund)
if (work.kind === 'refund')
  await database.write((trx) =>
    scope.payments!.refund({ scope, trx }, { payLogId: work.id, amount: 1000, reason: 'test', key: work.key }),
  )
await database.close()
