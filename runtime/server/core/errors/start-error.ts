/** Errors that keep the server from starting and do not concern its database. */
import type { Text } from '../../../protocol/index.ts'
import type { TextParams } from '../../../i18n/fill-template.ts'
import { interpolate } from '../../../i18n/i18n.ts'
import { EnvironmentError } from './environment-error.ts'

const messages = {
  password: {
    'zh-cn':
      'TABLEWRIGHT_ADMIN_PASSWORD 不能用作密码：须为 8 到 64 个字符，且不属于最常用的 10000 个密码。未创建任何账号，请修改后重新启动。',
    en:
      'TABLEWRIGHT_ADMIN_PASSWORD cannot be used as a password: use 8–64 characters that are not among ' +
      'the 10,000 most common passwords. No account was created; change it and start again.',
  },
  port: {
    'zh-cn': '端口 {{place}} 已被占用。请停止占用它的程序，或用 PORT 指定另一个端口。',
    en: 'Port {{place}} is already in use. Stop the program that uses it, or set another port with PORT.',
  },
  port_denied: {
    'zh-cn': '没有权限监听 {{place}}。请使用 1024 以上的端口（PORT）。',
    en: 'Listening on {{place}} is not permitted. Use a port above 1024 (PORT).',
  },
  host: {
    'zh-cn': '本机没有地址 {{place}}，无法监听。请修正 HOST。',
    en: 'This machine does not have the address {{place}}. Correct HOST.',
  },
  certificate: {
    'zh-cn':
      '证书文件 {{place}} 无法使用（{{reason}}）。请检查 TABLEWRIGHT_TLS_CERT 和 TABLEWRIGHT_TLS_KEY：须为同一证书的 PEM 文件，且可读取。',
    en:
      'The certificate file {{place}} cannot be used ({{reason}}). Check TABLEWRIGHT_TLS_CERT and ' +
      'TABLEWRIGHT_TLS_KEY: both have to be readable PEM files of one certificate.',
  },
  folder: {
    'zh-cn':
      '上传目录 {{place}} 无法使用（{{reason}}）。请检查该目录是否可读写，或用 TABLEWRIGHT_DATA 指定另一个目录。',
    en:
      'The upload folder {{place}} cannot be used ({{reason}}). Check that it can be read and written, or set ' +
      'another data folder with TABLEWRIGHT_DATA.',
  },
} as const satisfies Record<string, Text>

export type StartErrorCode = keyof typeof messages

export class StartError extends EnvironmentError<StartErrorCode> {
  constructor(code: StartErrorCode, params: TextParams = {}, cause?: unknown) {
    super('StartError', code, { class: 'environment', text: interpolate(messages[code], params), cause })
  }
}
