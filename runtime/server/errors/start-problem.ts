/** What can keep a server from starting that is no fault of its database; same shape as DatabaseProblem, so that the CLI tells both alike. */
import type { Language, Text } from '../../protocol/index.ts'

const entries = {
  password: {
    'zh-cn':
      'TABLEWRIGHT_ADMIN_PASSWORD 不能用作密码：须为 6 到 32 个字符，不能包含 & < > " \' 和换行。未创建任何账号，请修改后重新启动。',
    en: 'TABLEWRIGHT_ADMIN_PASSWORD cannot be used as a password: use 6–32 characters without & < > " \' or line breaks. No account was created; change it and start again.',
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
  folder: {
    'zh-cn':
      '上传目录 {{place}} 无法使用（{{reason}}）。请检查该目录是否可读写，或用 TABLEWRIGHT_DATA 指定另一个目录。',
    en: 'The upload folder {{place}} cannot be used ({{reason}}). Check that it can be read and written, or set another data folder with TABLEWRIGHT_DATA.',
  },
} as const satisfies Record<string, Text>

export type StartProblemCode = keyof typeof entries

export class StartProblem extends Error {
  readonly code: StartProblemCode
  /** The surroundings are to be mended. */
  readonly class = 'environment'
  readonly text: Text

  constructor(code: StartProblemCode, params: Readonly<Record<string, string | number>> = {}, cause?: unknown) {
    const fill = (text: string): string =>
      text.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => String(params[name] ?? ''))
    const text = { 'zh-cn': fill(entries[code]['zh-cn']), en: fill(entries[code].en) }
    super(text.en, { cause })
    this.name = 'StartProblem'
    this.code = code
    this.text = text
  }

  /** The whole message in one language. */
  say(language: Language): string {
    return this.text[language]
  }
}
