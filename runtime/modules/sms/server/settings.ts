/** How the site sends SMS. What decides where codes go is for super administrators. */
import { readSecret, type AccessKey, type ModuleSetting, type Settings } from 'tablewright/server'

export const smsSettings = {
  sms_provider: {
    superOnly: true,
    type: 'select',
    initial: 'none',
    options: {
      none: { 'zh-cn': '无（不会送达）', en: 'None (nothing is delivered)' },
      aliyun: { 'zh-cn': '阿里云', en: 'Alibaba Cloud' },
      tencent: { 'zh-cn': '腾讯云', en: 'Tencent Cloud' },
    },
    title: { 'zh-cn': '服务商', en: 'Provider' },
    tip: {
      'zh-cn': '没有服务商时短信不会送达，只保存在数据目录的 outbox/sms 中；短信日志不显示含验证码的内容。',
      en:
        'Without one, nobody receives messages: they are only stored in outbox/sms of the data folder. The SMS log ' +
        'hides texts with codes.',
    },
  },
  sms_sign: {
    type: 'string',
    initial: '',
    maxLength: 32,
    title: { 'zh-cn': '短信签名', en: 'Signature' },
    tip: { 'zh-cn': '服务商审核通过的签名名称。', en: 'The name that the provider has approved.' },
  },
  sms_key_id: {
    superOnly: true,
    type: 'string',
    initial: '',
    maxLength: 128,
    title: { 'zh-cn': 'AccessKey ID / SecretId', en: 'AccessKey ID / SecretId' },
  },
  sms_key_secret: {
    superOnly: true,
    type: 'password',
    initial: '',
    maxLength: 256,
    destination: ['sms_provider', 'sms_key_id', 'sms_application', 'sms_region', 'sms_endpoint'],
    isUsed: ({ sms_provider: provider }) => provider !== 'none',
    title: { 'zh-cn': 'AccessKey Secret / SecretKey', en: 'AccessKey Secret / SecretKey' },
    tip: {
      'zh-cn': '加密保存；留空表示不修改。服务商、地址或账号更改后须重新输入。',
      en:
        'Stored encrypted. Leave it empty to keep the current one. ' +
        'With another provider, address or account it is asked for anew.',
    },
  },
  sms_application: {
    superOnly: true,
    type: 'string',
    initial: '',
    maxLength: 32,
    title: { 'zh-cn': 'SdkAppId（腾讯云）', en: 'SdkAppId (Tencent Cloud)' },
  },
  sms_region: {
    superOnly: true,
    type: 'string',
    initial: 'ap-guangzhou',
    maxLength: 32,
    pattern: {
      matches: /^[a-z0-9-]+$/,
      message: {
        'zh-cn': '只能使用小写字母、数字和短横线。',
        en: 'Use small letters, digits and dashes only.',
      },
    },
    title: { 'zh-cn': '地域（腾讯云）', en: 'Region (Tencent Cloud)' },
  },
  sms_endpoint: {
    superOnly: true,
    type: 'string',
    initial: '',
    maxLength: 120,
    pattern: {
      // Messages contain codes: without encryption they go no further than this machine.
      matches: /^(https:\/\/[a-z0-9.-]+|http:\/\/(127\.0\.0\.1|localhost))(:\d{1,5})?$/,
      message: {
        'zh-cn': '须为不含路径的 https 地址，例如 https://sms.intl.tencentcloudapi.com',
        en: 'Enter an https address without a path, for example https://sms.intl.tencentcloudapi.com',
      },
    },
    title: { 'zh-cn': '服务地址', en: 'Service address' },
    tip: {
      'zh-cn': '留空表示服务商的公共地址；其他站点、内网或国际站请填写相应的地址。',
      en: 'Empty = the public address of the provider. Enter another one for its international or internal service.',
    },
  },
  sms_log_days: {
    type: 'number',
    isRetention: true,
    initial: 90,
    minimum: 1,
    maximum: 3650,
    title: { 'zh-cn': '短信日志保留（天）', en: 'SMS log retention (days)' },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

export interface SmsAccount {
  readonly provider: 'aliyun' | 'tencent'
  readonly key: AccessKey
  readonly sign: string
  /** Settings of Tencent Cloud. */
  readonly application: string
  readonly region: string
  /** In place of the public address, "" = that one. */
  readonly endpoint: string
}

const textOf = ({ own }: Settings, name: keyof typeof smsSettings): string => String(own[name] ?? '')

const providerOf = (settings: Settings): SmsAccount['provider'] | null => {
  const name = textOf(settings, 'sms_provider')
  return name === 'aliyun' || name === 'tencent' ? name : null
}

export const canDeliver = (settings: Settings): boolean => providerOf(settings) !== null

/** Null while there is none. Throws when the key cannot be decrypted. */
export function accountOf(settings: Settings): SmsAccount | null {
  const provider = providerOf(settings)
  if (!provider) return null
  return {
    provider,
    key: { id: textOf(settings, 'sms_key_id'), secret: readSecret(settings, 'sms_key_secret') },
    sign: textOf(settings, 'sms_sign'),
    application: textOf(settings, 'sms_application'),
    region: textOf(settings, 'sms_region'),
    endpoint: textOf(settings, 'sms_endpoint'),
  }
}
