/** Settings of the providers. They decide where money goes: they are for super administrators. */
import type { ModuleSetting, Settings } from 'tablewright/server'

/** Origins only; without encryption no further than this machine. */
const origin = {
  matches: /^(https:\/\/[a-z0-9.-]+|http:\/\/(127\.0\.0\.1|localhost))(:\d{1,5})?$/,
  message: {
    'zh-cn': '须为不含路径的 https 地址，例如 https://api.mch.weixin.qq.com',
    en: 'Enter an https address without a path, for example https://api.mch.weixin.qq.com',
  },
} as const

const digits = (example: string) =>
  ({
    matches: /^[0-9A-Za-z_-]+$/,
    message: {
      'zh-cn': `只能使用字母、数字、下划线和短横线，例如 ${example}`,
      en: `Use letters, digits, underscores and dashes only, for example ${example}`,
    },
  }) as const

const pem = { type: 'textarea', superOnly: true, initial: '', maxLength: 8000 } as const
const secret = { type: 'password', superOnly: true, initial: '', destination: [] } as const
const line = { type: 'string', superOnly: true, initial: '' } as const

const keepsSecret = {
  'zh-cn': '加密保存，不再显示；留空表示不修改。',
  en: 'Stored encrypted and never shown. Leave it empty to keep the current one.',
} as const

export const providerSettings = {
  pay_mode: {
    superOnly: true,
    type: 'select',
    initial: 'off',
    options: {
      off: { 'zh-cn': '仅余额和积分', en: 'Balance and points only' },
      sandbox: { 'zh-cn': '沙箱收银台（测试，不收款）', en: 'Sandbox cashier (tests, no money)' },
      live: { 'zh-cn': '微信支付、支付宝', en: 'WeChat Pay and Alipay' },
    },
    title: { 'zh-cn': '支付渠道', en: 'Providers' },
    tip: {
      'zh-cn':
        '沙箱与真实渠道不能同时启用。沙箱中任何会员都可以不付钱而“支付成功”。' +
        '真实渠道的适配器尚未用真实商户号验证，启用前请先小额试付并退款。',
      en:
        'The sandbox is never on together with a live provider: with it, every member can pay without money. The ' +
        'adapters are untested against the live services: pay and refund a small amount before others use them.',
    },
  },
  pay_wx_appid: {
    ...line,
    maxLength: 32,
    pattern: digits('wx8888888888888888'),
    title: { 'zh-cn': '微信支付：AppID', en: 'WeChat Pay: app ID (appid)' },
  },
  pay_wx_mchid: {
    ...line,
    maxLength: 32,
    pattern: digits('1900000001'),
    title: { 'zh-cn': '微信支付：商户号', en: 'WeChat Pay: merchant ID (mchid)' },
  },
  pay_wx_certificate: {
    ...pem,
    title: { 'zh-cn': '微信支付：商户证书', en: 'WeChat Pay: merchant certificate' },
    tip: { 'zh-cn': 'apiclient_cert.pem 的内容。', en: 'The content of apiclient_cert.pem.' },
  },
  pay_wx_key_secret: {
    ...secret,
    maxLength: 8000,
    title: { 'zh-cn': '微信支付：商户私钥', en: 'WeChat Pay: merchant private key' },
    tip: {
      'zh-cn': `apiclient_key.pem 的内容。${keepsSecret['zh-cn']}`,
      en: `The content of apiclient_key.pem. ${keepsSecret.en}`,
    },
  },
  pay_wx_v3_secret: {
    ...secret,
    maxLength: 32,
    title: { 'zh-cn': '微信支付：APIv3 密钥', en: 'WeChat Pay: API v3 key' },
    tip: { 'zh-cn': `32 个字符。${keepsSecret['zh-cn']}`, en: `32 characters. ${keepsSecret.en}` },
  },
  pay_wx_public_id: {
    ...line,
    maxLength: 64,
    pattern: {
      matches: /^PUB_KEY_ID_[0-9A-Z]+$/,
      message: { 'zh-cn': '以 PUB_KEY_ID_ 开头。', en: 'It begins with PUB_KEY_ID_.' },
    },
    title: { 'zh-cn': '微信支付：公钥 ID', en: 'WeChat Pay: public key ID' },
    tip: {
      'zh-cn': '新商户使用微信支付公钥；留空表示使用平台证书，由服务器每 12 小时更新。',
      en:
        'New merchants have a public key of WeChat Pay. Empty = its certificates, which the server fetches every ' +
        'twelve hours.',
    },
  },
  pay_wx_public_key: { ...pem, title: { 'zh-cn': '微信支付：公钥', en: 'WeChat Pay: public key' } },
  pay_wx_endpoint: {
    ...line,
    maxLength: 120,
    pattern: origin,
    title: { 'zh-cn': '微信支付：服务地址', en: 'WeChat Pay: service address' },
    tip: { 'zh-cn': '留空表示公共地址。', en: 'Empty = the public address.' },
  },
  pay_alipay_appid: {
    ...line,
    maxLength: 32,
    pattern: digits('2021000122671080'),
    title: { 'zh-cn': '支付宝：应用 ID', en: 'Alipay: app ID (app_id)' },
  },
  pay_alipay_seller: {
    ...line,
    maxLength: 32,
    pattern: digits('2088531891668739'),
    title: { 'zh-cn': '支付宝：卖家账号 ID', en: 'Alipay: seller ID (seller_id)' },
  },
  pay_alipay_key_secret: {
    ...secret,
    maxLength: 8000,
    title: { 'zh-cn': '支付宝：应用私钥', en: 'Alipay: private key of the application' },
    tip: keepsSecret,
  },
  pay_alipay_public_key: {
    ...pem,
    title: { 'zh-cn': '支付宝：支付宝公钥', en: 'Alipay: public key of Alipay' },
    tip: { 'zh-cn': '不是应用公钥。', en: 'Not that of the application.' },
  },
  pay_alipay_endpoint: {
    ...line,
    maxLength: 120,
    pattern: origin,
    title: { 'zh-cn': '支付宝：服务地址', en: 'Alipay: service address' },
    tip: { 'zh-cn': '留空表示公共地址。', en: 'Empty = the public address.' },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

export type ProviderSetting = keyof typeof providerSettings

export const officialEndpoints = {
  wx: 'https://api.mch.weixin.qq.com',
  alipay: 'https://openapi.alipay.com',
} as const

export const settingText = ({ own }: Settings, name: ProviderSetting): string => String(own[name] ?? '').trim()

/** Which providers may be used: tests and money are never on at the same time. */
export function providerMode(settings: Settings): 'off' | 'sandbox' | 'live' {
  const mode = settingText(settings, 'pay_mode')
  return mode === 'sandbox' || mode === 'live' ? mode : 'off'
}

/** Where a provider sends its notifications. */
export const notifyAddress = ({ siteUrl }: Settings, name: 'wechat' | 'alipay' | 'sandbox'): string =>
  `${siteUrl}/api/pay.Notify/${name}`
