/**
 * How the site sends mail. What decides where it goes, and where what was not delivered comes back to, is for super
 * administrators: with it, somebody else could have their recovery codes sent to himself.
 */
import { mailAddress } from 'tablewright/protocol'
import { readSecret, type ModuleSetting, type Settings } from 'tablewright/server'

const pem = /^-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=-]+-----END CERTIFICATE-----\s*$/

export const mailSettings = {
  mail_host: {
    superOnly: true,
    type: 'string',
    initial: '',
    maxLength: 253,
    pattern: {
      matches: /^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/,
      message: {
        'zh-cn': '请输入主机名，例如 smtp.example.com。',
        en: 'Enter a host name, for example smtp.example.com.',
      },
    },
    title: { 'zh-cn': 'SMTP 服务器', en: 'SMTP server' },
    tip: {
      'zh-cn': '留空或没有发件地址时不发送邮件，只保存在数据目录的 outbox/mail 中；邮件日志不显示含验证码的内容。',
      en:
        'While it or the sender is empty, mail is only stored in outbox/mail of the data folder. The mail log hides ' +
        'texts with codes.',
    },
  },
  mail_port: {
    superOnly: true,
    type: 'number',
    initial: 465,
    minimum: 1,
    maximum: 65_535,
    title: { 'zh-cn': '端口', en: 'Port' },
  },
  mail_security: {
    superOnly: true,
    type: 'select',
    initial: 'tls',
    options: {
      tls: { 'zh-cn': 'TLS（端口 465）', en: 'TLS (port 465)' },
      starttls: { 'zh-cn': 'STARTTLS（端口 587，必须加密）', en: 'STARTTLS (port 587, encryption required)' },
      none: { 'zh-cn': '不加密（仅限内部网络）', en: 'None (internal networks only)' },
    },
    title: { 'zh-cn': '加密', en: 'Encryption' },
    tip: {
      'zh-cn': '选择“不加密”时，密码和邮件内容以明文传输。',
      en: 'Without encryption the password and the mail are sent as plain text.',
    },
  },
  mail_user: {
    superOnly: true,
    type: 'string',
    initial: '',
    maxLength: 254,
    title: { 'zh-cn': '用户名', en: 'User name' },
    tip: { 'zh-cn': '留空表示不验证身份。', en: 'Empty = no authentication.' },
  },
  mail_password: {
    superOnly: true,
    type: 'password',
    initial: '',
    maxLength: 500,
    destination: ['mail_host', 'mail_port', 'mail_security', 'mail_user', 'mail_ca'],
    isUsed: ({ mail_host: host, mail_user: user }) => host !== '' && user !== '',
    title: { 'zh-cn': '密码或授权码', en: 'Password' },
    tip: {
      'zh-cn': '加密保存；留空表示不修改。服务器、端口、加密或用户名更改后须重新输入。',
      en:
        'Stored encrypted. Leave it empty to keep the current one. ' +
        'With another server, port, encryption or user it is asked for anew.',
    },
  },
  mail_sender: {
    superOnly: true,
    type: 'string',
    initial: '',
    maxLength: 254,
    pattern: {
      matches: mailAddress,
      message: { 'zh-cn': '请输入正确的邮箱地址。', en: 'Enter a valid email address.' },
    },
    title: { 'zh-cn': '发件地址', en: 'Sender address' },
  },
  mail_sender_name: {
    type: 'string',
    initial: '',
    maxLength: 100,
    title: { 'zh-cn': '发件人名称', en: 'Sender name' },
    tip: { 'zh-cn': '留空时使用站点名称。', en: 'Empty = the name of the site.' },
  },
  mail_ca: {
    superOnly: true,
    type: 'textarea',
    initial: '',
    maxLength: 20_000,
    pattern: {
      matches: pem,
      message: { 'zh-cn': '请粘贴 PEM 格式的证书。', en: 'Paste a certificate in PEM format.' },
    },
    title: { 'zh-cn': '自有证书颁发机构', en: 'Own certificate authority' },
    tip: {
      'zh-cn': 'PEM 格式；服务器证书由内部机构签发时填写。',
      en: 'In PEM format, where the server has a certificate of an internal authority.',
    },
  },
  mail_timeout: {
    type: 'number',
    initial: 20,
    minimum: 1,
    maximum: 120,
    title: { 'zh-cn': '超时（秒）', en: 'Timeout (seconds)' },
    tip: {
      'zh-cn': '服务器在此时间内没有回应即视为失败，稍后重试。',
      en: 'A server that does not answer for so long counts as failed; the mail is tried again later.',
    },
  },
  mail_log_days: {
    type: 'number',
    isRetention: true,
    initial: 90,
    minimum: 1,
    maximum: 3650,
    title: { 'zh-cn': '邮件日志保留（天）', en: 'Mail log retention (days)' },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

export interface MailServer {
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls' | 'none'
  /** Null = no authentication. */
  readonly login: { readonly user: string; readonly password: string } | null
  readonly ca: string
  readonly timeoutMs: number
}

export interface Sender {
  readonly name: string
  readonly address: string
}

const textOf = ({ own }: Settings, name: keyof typeof mailSettings): string => String(own[name] ?? '')

/** The sender; the address is that of a fresh installation, at which nobody receives mail, when none is set. */
export const senderOf = (settings: Settings): Sender => ({
  name: textOf(settings, 'mail_sender_name') || settings.siteName,
  address: textOf(settings, 'mail_sender') || 'nobody@localhost.invalid',
})

export const canDeliver = (settings: Settings): boolean =>
  textOf(settings, 'mail_host') !== '' && textOf(settings, 'mail_sender') !== ''

/** Null while none is configured. Throws when the password cannot be decrypted. */
export function serverOf(settings: Settings): MailServer | null {
  if (!canDeliver(settings)) return null
  const user = textOf(settings, 'mail_user')
  return {
    host: textOf(settings, 'mail_host'),
    port: Number(settings.own['mail_port']),
    security: textOf(settings, 'mail_security') as MailServer['security'],
    login: user === '' ? null : { user, password: readSecret(settings, 'mail_password') },
    ca: textOf(settings, 'mail_ca'),
    timeoutMs: Number(settings.own['mail_timeout']) * 1000,
  }
}
