/** The outside service that the assistant may ask. What decides where questions go is for super administrators. */
import { readSecret, type ModuleSetting, type Settings } from 'tablewright/server'

const host = '[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?'
/** Without encryption, questions go no further than this machine. An address has no user, query or fragment. */
const serviceAddress = new RegExp(
  String.raw`^(?:https://${host}|http://(?:127\.0\.0\.1|localhost))(?::\d{1,5})?(?:/[\w.~-]+)*/?$`,
)

export const liveSettings = {
  live_service: {
    superOnly: true,
    type: 'switch',
    initial: false,
    title: { 'zh-cn': '课堂助手使用外部服务', en: 'The assistant asks an outside service' },
    tip: {
      'zh-cn':
        '学生的问题和课堂资料中的相关段落会发送给该服务，不发送姓名。服务只能指出资料中的原文；' +
        '未指出原文时显示“资料中没有”。服务无法使用时由本站查找。',
      en:
        'Questions of pupils and passages of the material are sent to it, without names. It can only point to ' +
        'sentences of the material; otherwise the answer is “not in the material”. While it cannot be reached, this ' +
        'site searches by itself.',
    },
  },
  live_service_url: {
    superOnly: true,
    type: 'string',
    initial: '',
    maxLength: 200,
    pattern: {
      matches: serviceAddress,
      message: {
        'zh-cn': '须为 https 地址，例如 https://api.deepseek.com/v1',
        en: 'Enter an https address, for example https://api.deepseek.com/v1',
      },
    },
    title: { 'zh-cn': '服务地址', en: 'Address of the service' },
    tip: {
      'zh-cn': '兼容 OpenAI 对话接口的地址，不含 /chat/completions。http 仅限本机。',
      en: 'Of an interface like that of OpenAI, without /chat/completions. http is for this machine only.',
    },
  },
  live_service_model: {
    superOnly: true,
    type: 'string',
    initial: '',
    maxLength: 100,
    title: { 'zh-cn': '模型', en: 'Model' },
  },
  live_service_secret: {
    superOnly: true,
    type: 'password',
    initial: '',
    maxLength: 256,
    destination: ['live_service_url'],
    isUsed: ({ live_service_url: url }) => url !== '',
    title: { 'zh-cn': '密钥', en: 'Secret key' },
    tip: {
      'zh-cn': '加密保存；留空表示不修改。地址更改后须重新输入。',
      en: 'Stored encrypted. Leave it empty to keep the current one. With another address it is asked for anew.',
    },
  },
  live_service_daily: {
    superOnly: true,
    type: 'number',
    initial: 1000,
    minimum: 1,
    maximum: 1_000_000,
    title: { 'zh-cn': '每天最多提问次数', en: 'Questions to the service in a day' },
    tip: { 'zh-cn': '超过后由本站查找。', en: 'Beyond it, this site searches by itself.' },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

export interface ServiceAccount {
  /** Without the slash at its end. */
  readonly url: string
  readonly model: string
  readonly secret: string
  /** Questions in a day. */
  readonly daily: number
}

/** Null while the assistant asks nobody. Throws when the secret cannot be decrypted. */
export function serviceOf(settings: Settings): ServiceAccount | null {
  const { own } = settings
  const url = String(own['live_service_url'] ?? '').replace(/\/$/, '')
  if (own['live_service'] !== true || url === '') return null
  return {
    url,
    model: String(own['live_service_model'] ?? ''),
    secret: readSecret(settings, 'live_service_secret'),
    daily: Number(own['live_service_daily'] ?? liveSettings.live_service_daily.initial),
  }
}
