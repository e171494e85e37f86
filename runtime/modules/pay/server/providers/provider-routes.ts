/** The page of providers: how they are set up, keys before they are saved, and a test of them. */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { createRouteDefinition, nowSeconds, OperationError, type MenuPage } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope } from '#generated/pay/server.ts'
import { inspectKey, providerState, testProvider, type KeyFacts, type ProviderState } from '../../shared/providers.ts'
import { t } from '../i18n.ts'
import { alipayAccount, certificateIn, privateKeyIn, publicKeyIn, wechatAccount } from './accounts.ts'
import { alipayProvider } from './alipay/provider.ts'
import { refreshCertificates } from './certificates.ts'
import { fingerprintOf, isSignedBy, readCertificate, readPrivateKey, readPublicKey, signText } from './keys.ts'
import { ProviderError, type PayProvider } from './provider.ts'
import { notifyAddress, providerMode, providerSettings, settingText, type ProviderSetting } from './settings.ts'
import { wechatProvider } from './wechat/provider.ts'

const defineAdminRoute = createRouteDefinition<Database>()
type LiveType = ProviderState['providers'][number]['type']

export const providerPage: MenuPage = {
  name: 'pay/provider',
  label: { 'zh-cn': '支付渠道', en: 'Payment providers' },
  icon: 'key',
}

const factsOf = (kind: KeyFacts['kind'], key: KeyObject): KeyFacts => ({
  kind,
  fingerprint: fingerprintOf(key),
  serial: null,
  owner: null,
  expires: null,
})

function certificateFacts(certificate: NonNullable<ReturnType<typeof readCertificate>>): KeyFacts {
  const { publicKey, serial, owner, expires } = certificate
  return { ...factsOf('certificate', publicKey), serial, owner, expires }
}

function keysOf({ settings }: Scope, names: readonly ProviderSetting[]): Readonly<Record<string, KeyFacts>> {
  const facts = names.flatMap((name): (readonly [string, KeyFacts])[] => {
    if (name === 'pay_wx_certificate') {
      const certificate = certificateIn(settings, name)
      return certificate ? [[name, certificateFacts(certificate)]] : []
    }
    const kind = name.endsWith('_key_secret') ? 'private' : name.endsWith('_public_key') ? 'public' : null
    const key =
      kind === 'private' ? privateKeyIn(settings, name) : kind === 'public' ? publicKeyIn(settings, name) : null
    return kind && key ? [[name, factsOf(kind, key)]] : []
  })
  return Object.fromEntries(facts)
}

const namesOf = (type: LiveType): readonly ProviderSetting[] =>
  // The keys of the object are those of its type.
  (Object.keys(providerSettings) as ProviderSetting[]).filter((name) => name.startsWith(`pay_${type}_`))

function stateOf(scope: Scope, type: LiveType): ProviderState['providers'][number] {
  const { settings } = scope
  const names = namesOf(type)
  const secrets = names.filter((name) => providerSettings[name].type === 'password')
  const result = type === 'wx' ? wechatAccount(scope) : alipayAccount(scope)
  return {
    type,
    complete: 'account' in result,
    missing: 'missing' in result ? result.missing : [],
    // Guard T10: a secret never leaves, not even encrypted.
    // Without: values: Object.fromEntries(names.map((name) => [name, settingText(settings, name)]))
    values: Object.fromEntries(
      names.filter((name) => !secrets.includes(name)).map((name) => [name, settingText(settings, name)]),
    ),
    stored: secrets.filter((name) => settingText(settings, name) !== ''),
    keys: keysOf(scope, names),
    notify: notifyAddress(settings, type === 'wx' ? 'wechat' : 'alipay'),
  }
}

const week = 7

const stateRoute = defineAdminRoute(providerState, {
  login: 'admin',
  right: 'pay/provider/index',
  label: { 'zh-cn': '查看', en: 'View' },
  maxPerMinute: 120,
  async handler({ scope }) {
    const { query } = scope.database
    const now = nowSeconds()
    const [certificates, refused] = await Promise.all([
      query
        .selectFrom('pay_certificate')
        .select(['serial', 'expire_time'])
        .where('provider', '=', 'wx')
        .orderBy('expire_time')
        .execute(),
      query
        .selectFrom('pay_refused_message')
        .select(({ fn }) => ['provider', 'reason', fn.sum<number>('count').as('count')])
        .where('day', '>', Math.floor(now / 86_400) - week)
        .groupBy(['provider', 'reason'])
        .orderBy('provider')
        .orderBy('reason')
        .execute(),
    ])
    return {
      mode: providerMode(scope.settings),
      now,
      editable: scope.actor?.super === true,
      providers: [stateOf(scope, 'wx'), stateOf(scope, 'alipay')],
      certificates: certificates.map(({ serial, expire_time: expires }) => ({ serial, expires })),
      refused: refused.map((row) => ({ ...row, count: Number(row.count) })),
    }
  },
})

const inspectRoute = defineAdminRoute(inspectKey, {
  login: 'admin',
  right: 'pay/provider/index',
  label: { 'zh-cn': '查看', en: 'View' },
  maxPerMinute: 60,
  // Without a transaction there is no entry in the admin log, where a key has no place.
  transaction: 'own',
  async handler({ scope: { language }, input: { kind, secret } }) {
    if (kind === 'certificate') {
      const certificate = readCertificate(secret)
      if (certificate) return certificateFacts(certificate)
    } else {
      const key = kind === 'private' ? readPrivateKey(secret) : readPublicKey(secret)
      if (key) return factsOf(kind, key)
    }
    throw new OperationError('invalid', { errors: { secret: t(language, `key.${kind}`) } })
  },
})

/** Null where the key pair of the site signs what its certificate verifies; Alipay does not show that one. */
function checkSignature({ settings, language }: Scope, type: LiveType): string | null {
  const privateKey = privateKeyIn(settings, type === 'wx' ? 'pay_wx_key_secret' : 'pay_alipay_key_secret')
  if (!privateKey) return t(language, 'key.private')
  const certificate = certificateIn(settings, 'pay_wx_certificate')
  const publicKey = type === 'wx' ? certificate?.publicKey : createPublicKey(privateKey)
  const sample = 'a text to sign'
  return publicKey && isSignedBy(sample, signText(sample, privateKey), publicKey) ? null : t(language, 'key.pair')
}

/** A number that no payment has. */
const noPayment = 'TEST00000000000000000000'

/** Null where the provider answers a question about a payment that there is not, with its signature. */
async function checkAnswer(scope: Scope, type: LiveType): Promise<string | null> {
  const { language } = scope
  try {
    let provider: PayProvider
    if (type === 'wx') {
      const result = wechatAccount(scope)
      if ('missing' in result) return t(language, 'provider.incomplete')
      if (!result.account.platformKey) await refreshCertificates(scope, result.account)
      provider = wechatProvider(result.account, false)
    } else {
      const result = alipayAccount(scope)
      if ('missing' in result) return t(language, 'provider.incomplete')
      provider = alipayProvider(result.account, false)
    }
    await provider.query(noPayment)
    return null
  } catch (error) {
    if (error instanceof ProviderError)
      return t(language, 'provider.failed', { reason: `${error.code}: ${error.message}` })
    throw error
  }
}

const testRoute = defineAdminRoute(testProvider, {
  login: 'admin',
  right: 'pay/provider/test',
  label: { 'zh-cn': '测试渠道', en: 'Test a provider' },
  maxPerMinute: 10,
  transaction: 'own',
  async handler({ scope, input: { type } }) {
    const live = type === 'wx' ? 'wx' : 'alipay'
    return { signature: checkSignature(scope, live), answer: await checkAnswer(scope, live) }
  },
})

export const providerRoutes = [stateRoute, inspectRoute, testRoute]
