/** Stores the certificates of WeChat Pay, which replaces them from time to time, and warns before one of ours ends. */
import { createJobDefinition, insertMissing, nowSeconds, publishNotice, type NoticeKind } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope } from '#generated/pay/server.ts'
import { certificateIn, wechatAccount } from './accounts.ts'
import { ProviderError } from './provider.ts'
import { providerMode } from './settings.ts'
import type { WechatAccount } from './wechat/account.ts'
import { fetchCertificates } from './wechat/certificates.ts'

const defineJob = createJobDefinition<Database>()

/** Adds those that are not there yet. @throws a ProviderError */
export async function refreshCertificates(scope: Scope, account: WechatAccount): Promise<void> {
  const certificates = await fetchCertificates(account)
  const now = nowSeconds()
  await scope.database.write(async (trx) => {
    await insertMissing(
      trx,
      'pay_certificate',
      certificates.map(({ serial, pem, expires }) => ({
        provider: 'wx',
        serial,
        content: pem,
        expire_time: expires,
        create_time: now,
        version: 1,
      })),
    )
    await trx.deleteFrom('pay_certificate').where('provider', '=', 'wx').where('expire_time', '<', now).execute()
  })
}

/** Twice a day: an old and a new certificate are used side by side for a while. */
export const refreshJob = defineJob({
  name: 'pay/refreshCertificates',
  label: { 'zh-cn': '更新微信支付平台证书', en: 'Fetch the certificates of WeChat Pay' },
  schedule: { cron: '20 */12 * * *', payload: null },
  async handler({ scope, complete }) {
    const result = providerMode(scope.settings) === 'live' ? wechatAccount(scope) : { missing: [] }
    if ('account' in result)
      await refreshCertificates(scope, result.account).catch((error: unknown) => {
        // Merchants with a public key may have no certificates at all.
        const isWithout = error instanceof ProviderError && error.outcome === 'refused' && result.account.platformKey
        if (!isWithout) throw error
      })
    await complete(async () => {})
  },
})

const day = 86_400
const warningDays = 30

export const expiryNotice: NoticeKind = {
  name: 'pay/expiry',
  label: { 'zh-cn': '支付证书即将到期', en: 'A payment certificate is about to expire' },
  path: '/admin/pay/provider',
  nodes: ['pay/provider/index'],
}

/** Warns a month before, then every week, and every day of the last one. */
const isWarningDay = (left: number): boolean =>
  left <= 7 || left === warningDays || (left < warningDays && left % 7 === 0)

export const warnJob = defineJob({
  name: 'pay/warnExpiry',
  label: { 'zh-cn': '检查支付证书有效期', en: 'Check when payment certificates expire' },
  schedule: { cron: '10 8 * * *', payload: null },
  async handler({ scope: { settings }, complete }) {
    const certificate = providerMode(settings) === 'live' ? certificateIn(settings, 'pay_wx_certificate') : null
    const left = certificate ? Math.floor((certificate.expires - nowSeconds()) / day) : null
    await complete(async (trx) => {
      if (left === null || !isWarningDay(left)) return
      const isOver = left < 0
      await publishNotice(trx, {
        kind: expiryNotice,
        title: expiryNotice.label,
        content: {
          'zh-cn': isOver
            ? '微信支付的商户证书已到期。'
            : `微信支付的商户证书将在 ${left} 天后到期，请在商户平台更换。`,
          en: isOver
            ? 'The merchant certificate of WeChat Pay has expired.'
            : `The merchant certificate of WeChat Pay expires in ${left} days. Replace it at the provider and here.`,
        },
      })
    })
  },
})
