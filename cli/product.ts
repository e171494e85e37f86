/**
 * The entry `tablewright` in the package.json of a product: the version it was made with, the modules it uses, and
 * whether it needs an address of a database.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { interpolate } from '../runtime/i18n/i18n.ts'
import { languages } from '../runtime/protocol/index.ts'
import { CommandError } from './exit-codes.ts'
import { nearestName } from '../runtime/server/core/nearest-name.ts'

export interface Product {
  /** Version of Tablewright that its generated files and tables follow. */
  readonly version: string
  /** Modules of the package that it uses beside the system. */
  readonly modules: readonly string[]
  /** The address of its database has to be given: it does not start on an SQLite database by mistake. */
  readonly needsAddress: boolean
}

/** Modules of the package that a product may use. */
export const optionalModules: readonly string[] = [
  'chat',
  'cms',
  'exam',
  'face',
  'live',
  'mail',
  'member',
  'pay',
  'questionnaire',
  'sms',
]

/** Modules of the package whose schemas refer to those of another one, which is used with them. */
export const neededModules: Readonly<Record<string, string>> = { cms: 'member', exam: 'member', pay: 'member' }

/**
 * Reads the entry; null when `package.json` is missing or has none, as in the repository of Tablewright. Throws a
 * CommandError (exit 2) when the entry is wrong.
 */
export function readProduct(root: string): Product | null {
  const entry = readEntry(join(root, 'package.json'))
  if (entry === undefined) return null
  const members = (entry ?? {}) as Readonly<Record<string, unknown>>
  const unknown = Object.keys(members).find((name) => !memberNames.includes(name))
  if (unknown !== undefined) throw unknownMember(unknown)
  const { version, modules = [], database = 'sqlite', language } = members
  if (typeof version !== 'string' || !/^\d+\.\d+\.\d+/.test(version))
    throw wrongEntry('version', JSON.stringify(version) ?? '', {
      'zh-cn': '生成该产品的 Tablewright 版本，例如 "0.1.0"',
      en: 'the version of Tablewright the product was made with, for example "0.1.0"',
    })
  const wrong = Array.isArray(modules) ? modules.find((name) => !optionalModules.includes(name as string)) : modules
  if (wrong !== undefined)
    throw wrongEntry('modules', JSON.stringify(wrong), {
      'zh-cn': `以下名称的列表：${optionalModules.join('、')}`,
      en: `a list of these names: ${optionalModules.join(', ')}`,
    })
  const needsAddress = addresses[String(database)]
  if (needsAddress === undefined)
    throw wrongEntry('database', JSON.stringify(database), {
      'zh-cn': '"sqlite" 或 "postgres"',
      en: '"sqlite" or "postgres"',
    })
  if (language !== undefined && !languages.some((supported) => supported === language))
    throw wrongEntry('language', JSON.stringify(language), {
      'zh-cn': `命令行的语言：${languages.join('、')}`,
      en: `the language of the command line: ${languages.join(' or ')}`,
    })
  return { version, modules: [...new Set(modules as readonly string[])].sort(), needsAddress }
}

const memberNames = ['version', 'modules', 'database', 'language']

/** Whether an engine is used at an address only. */
const addresses: Readonly<Record<string, boolean>> = { sqlite: false, postgres: true }

function readEntry(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly tablewright?: unknown } | null)?.tablewright
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CommandError('usage', {
      message: interpolate(
        { 'zh-cn': '无法读取 {{file}}：{{reason}}', en: '{{file}} cannot be read: {{reason}}' },
        { file, reason: (error as Error).message },
      ),
      hint: { 'zh-cn': '请修正该文件后重试。', en: 'Fix the file, then try again.' },
    })
  }
}

function unknownMember(name: string): CommandError {
  const nearest = nearestName(name, memberNames)
  return new CommandError('usage', {
    message: interpolate(
      {
        'zh-cn': 'package.json 的 tablewright 中没有名为“{{name}}”的设置。',
        en: 'package.json has an unknown setting "{{name}}" in tablewright.',
      },
      { name },
    ),
    hint:
      nearest === null
        ? interpolate(
            { 'zh-cn': '可用的设置：{{names}}', en: 'Known settings: {{names}}' },
            { names: memberNames.join(', ') },
          )
        : interpolate({ 'zh-cn': '是不是想写 {{nearest}}？', en: 'Did you mean {{nearest}}?' }, { nearest }),
  })
}

const wrongEntry = (name: string, found: string, wanted: { 'zh-cn': string; en: string }): CommandError =>
  new CommandError('usage', {
    message: interpolate(
      {
        'zh-cn': 'package.json 中 tablewright.{{name}} 的值 {{found}} 无效，应为{{zh}}。',
        en: 'Invalid value {{found}} for tablewright.{{name}} in package.json. Use {{en}}.',
      },
      { name, found, zh: wanted['zh-cn'], en: wanted.en },
    ),
  })
