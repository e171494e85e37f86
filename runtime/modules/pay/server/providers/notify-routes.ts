/** The addresses to which providers send their notifications. */
import { createRouteDefinition, insertMissing, nowSeconds, type WebhookReply } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope } from '#generated/pay/server.ts'
import { applyNotification } from '../notify/apply.ts'
import type { NotifyRefusal, ProviderType } from './provider.ts'
import { providersOf } from './providers.ts'
import { providerMode } from './settings.ts'
import { maxMessageBytes } from './signed-message.ts'

const defineModuleRoute = createRouteDefinition<Database>()

/** The answer that each provider takes for "received"; everything else makes it send the message again. */
const received: Readonly<Record<ProviderType, WebhookReply>> = {
  wx: { status: 204 },
  alipay: { status: 200, type: 'text/plain', body: 'success' },
  sandbox: { status: 204 },
}

/** Headers of a message that are stored: those that sign it. */
const signingHeader = /^(wechatpay|sandbox)-|^content-type$/

/** The address that providers had of other products, which notify it of payments that were open there. */
export const formerController = 'cms.Notify'

const notifyRoute = (name: string, type: ProviderType, label: string, controller = 'pay.Notify') =>
  defineModuleRoute({
    kind: 'webhook',
    path: `${controller}/${name}`,
    label: { 'zh-cn': `${label}通知`, en: `Notification of ${name}` },
    maxBytes: maxMessageBytes,
    maxPerMinute: 3000,
    async handler({ scope, raw, headers }) {
      const provider = providersOf(scope).find((candidate) => candidate.type === type)
      // Guard T70: the sandbox pays without money, and is there only where it was switched on.
      if (!provider || (type === 'sandbox' && providerMode(scope.settings) !== 'sandbox')) return { status: 404 }
      const result = await provider.verifyNotify({ headers, rawBody: raw, now: nowSeconds() })
      if (!result.ok) {
        await countRefusal(scope, type, result.reason)
        return { status: 401 }
      }
      // An error that this throws is answered with a status from 500 on: the message comes again.
      await applyNotification(scope, provider, result.notification ?? { id: result.id }, {
        headers: JSON.stringify(
          Object.fromEntries(Object.entries(headers).filter(([header]) => signingHeader.test(header))),
        ),
        body: raw.toString('utf8'),
      })
      return received[type]
    },
  })

export const notifyRoutes = [
  notifyRoute('wechat', 'wx', '微信支付'),
  notifyRoute('alipay', 'alipay', '支付宝'),
  notifyRoute('sandbox', 'sandbox', '沙箱'),
  notifyRoute('wechat', 'wx', '微信支付', formerController),
  notifyRoute('alipay', 'alipay', '支付宝', formerController),
]

/** Counts a message that was not believed; nothing of it is stored. */
async function countRefusal({ database }: Scope, provider: ProviderType, reason: NotifyRefusal): Promise<void> {
  const day = Math.floor(nowSeconds() / 86_400)
  await database.write(async (trx) => {
    await insertMissing(trx, 'pay_refused_message', [{ provider, reason, day, count: 0, version: 1 }])
    await trx
      .updateTable('pay_refused_message')
      .set(({ eb }) => ({ count: eb('count', '+', 1) }))
      .where('provider', '=', provider)
      .where('reason', '=', reason)
      .where('day', '=', day)
      .execute()
  })
}
