/** The accounts of the site at the providers, as its settings describe them, and what they lack. */
import type { KeyObject } from 'node:crypto'
import { nowSeconds, readSecret, type Settings } from 'tablewright/server'
import type { Scope } from '#generated/pay/server.ts'
import type { AlipayAccount } from './alipay/account.ts'
import { readCertificate, readPrivateKey, readPublicKey, type Certificate } from './keys.ts'
import { notifyAddress, officialEndpoints, settingText, type ProviderSetting } from './settings.ts'
import type { WechatAccount } from './wechat/account.ts'
import { keyLength } from './wechat/cipher.ts'

/** An account, or the names of the settings that are missing or cannot be read. */
export type AccountResult<Account> =
  | { readonly account: Account }
  | { readonly missing: readonly (ProviderSetting | 'site_url')[] }

/** Keys that were parsed already: reading one takes longer than using it. */
const parsed = new Map<string, unknown>()
const maxParsed = 50

function parseOnce<Value>(read: (text: string) => Value, text: string): Value {
  const name = `${read.name} ${text}`
  if (!parsed.has(name)) {
    if (parsed.size >= maxParsed) parsed.clear()
    parsed.set(name, read(text))
  }
  return parsed.get(name) as Value
}

/** Null where nothing is stored, or nothing that can be decrypted. */
function secretOf(settings: Settings, name: ProviderSetting): string | null {
  try {
    return readSecret(settings, name) || null
  } catch {
    return null
  }
}

export const privateKeyIn = (settings: Settings, name: ProviderSetting): KeyObject | null =>
  parseOnce(readPrivateKey, secretOf(settings, name) ?? '')
export const publicKeyIn = (settings: Settings, name: ProviderSetting): KeyObject | null =>
  parseOnce(readPublicKey, settingText(settings, name))
export const certificateIn = (settings: Settings, name: ProviderSetting): Certificate | null =>
  parseOnce(readCertificate, settingText(settings, name))

const validKey = (value: unknown): boolean => value !== null && value !== ''

function missingOf(values: Readonly<Partial<Record<ProviderSetting | 'site_url', unknown>>>) {
  const names = Object.keys(values) as (ProviderSetting | 'site_url')[]
  return names.filter((name) => !validKey(values[name]))
}

/** The key of a certificate of WeChat Pay that is valid now. */
async function certificateKey({ database }: Scope, serial: string): Promise<KeyObject | null> {
  const row = await database.query
    .selectFrom('pay_certificate')
    .select('content')
    .where('provider', '=', 'wx')
    .where('serial', '=', serial)
    .where('expire_time', '>', nowSeconds())
    .executeTakeFirst()
  return row ? (parseOnce(readCertificate, row.content)?.publicKey ?? null) : null
}

export function wechatAccount(scope: Scope): AccountResult<WechatAccount> {
  const { settings } = scope
  const certificate = certificateIn(settings, 'pay_wx_certificate')
  const privateKey = privateKeyIn(settings, 'pay_wx_key_secret')
  const apiKey = secretOf(settings, 'pay_wx_v3_secret')
  const publicId = settingText(settings, 'pay_wx_public_id')
  const publicKey = publicKeyIn(settings, 'pay_wx_public_key')
  const [appId, merchantId] = [settingText(settings, 'pay_wx_appid'), settingText(settings, 'pay_wx_mchid')]
  const missing = missingOf({
    pay_wx_appid: appId,
    pay_wx_mchid: merchantId,
    pay_wx_certificate: certificate,
    pay_wx_key_secret: privateKey,
    pay_wx_v3_secret: Buffer.byteLength(apiKey ?? '') === keyLength ? apiKey : null,
    ...(publicId !== '' && { pay_wx_public_key: publicKey }),
    site_url: settings.siteUrl,
  })
  if (missing.length > 0 || !certificate || !privateKey || apiKey === null) return { missing }
  return {
    account: {
      endpoint: settingText(settings, 'pay_wx_endpoint') || officialEndpoints.wx,
      appId,
      merchantId,
      apiKey,
      privateKey,
      serial: certificate.serial,
      platformKey: publicKey && publicId !== '' ? { id: publicId, key: publicKey } : null,
      certificateKey: (serial) => certificateKey(scope, serial),
      notifyAddress: notifyAddress(settings, 'wechat'),
    },
  }
}

export function alipayAccount({ settings }: Pick<Scope, 'settings'>): AccountResult<AlipayAccount> {
  const privateKey = privateKeyIn(settings, 'pay_alipay_key_secret')
  const alipayKey = publicKeyIn(settings, 'pay_alipay_public_key')
  const [appId, sellerId] = [settingText(settings, 'pay_alipay_appid'), settingText(settings, 'pay_alipay_seller')]
  const missing = missingOf({
    pay_alipay_appid: appId,
    pay_alipay_seller: sellerId,
    pay_alipay_key_secret: privateKey,
    pay_alipay_public_key: alipayKey,
    site_url: settings.siteUrl,
  })
  if (missing.length > 0 || !privateKey || !alipayKey) return { missing }
  return {
    account: {
      endpoint: settingText(settings, 'pay_alipay_endpoint') || officialEndpoints.alipay,
      appId,
      sellerId,
      privateKey,
      alipayKey,
      notifyAddress: notifyAddress(settings, 'alipay'),
    },
  }
}
