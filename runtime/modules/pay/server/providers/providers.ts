/** The providers that the site has set up. */
import type { Scope } from '#generated/pay/server.ts'
import { alipayAccount, wechatAccount } from './accounts.ts'
import { alipayProvider } from './alipay/provider.ts'
import type { PayProvider } from './provider.ts'
import { sandboxProvider } from './sandbox/provider.ts'
import { providerMode } from './settings.ts'
import { wechatProvider } from './wechat/provider.ts'

/**
 * Providers that can be asked. One that is switched off is among them as long as its account is complete: payments that
 * went through it can be asked for and refunded.
 */
export function providersOf(scope: Scope): readonly PayProvider[] {
  const mode = providerMode(scope.settings)
  const [wechat, alipay] = [wechatAccount(scope), alipayAccount(scope)]
  return [
    ...('account' in wechat ? [wechatProvider(wechat.account, mode === 'live')] : []),
    ...('account' in alipay ? [alipayProvider(alipay.account, mode === 'live')] : []),
    sandboxProvider(scope, mode === 'sandbox'),
  ]
}
