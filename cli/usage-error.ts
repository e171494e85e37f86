/** What is said when a command is called wrongly, in the language of the run and with the nearest name. */
import type { CommanderError } from 'commander'
import type { Text } from '../runtime/protocol/index.ts'
import { CommandError } from './exit-codes.ts'
import { nearestName } from '../runtime/server/core/nearest-name.ts'
import type { Program } from './program.ts'
import { interpolate } from '../runtime/i18n/i18n.ts'

const messages: Readonly<Record<string, Text>> = {
  'commander.unknownCommand': { 'zh-cn': '未知命令“{{name}}”。', en: 'Unknown command "{{name}}".' },
  'commander.unknownOption': { 'zh-cn': '未知选项 {{name}}。', en: 'Unknown option {{name}}.' },
  'commander.missingArgument': { 'zh-cn': '缺少参数 <{{name}}>。', en: 'The argument <{{name}}> is missing.' },
  'commander.optionMissingArgument': { 'zh-cn': '选项 {{name}} 缺少值。', en: 'The option {{name}} needs a value.' },
  'commander.missingMandatoryOptionValue': {
    'zh-cn': '缺少必填选项 {{name}}。',
    en: 'The option {{name}} is required.',
  },
  'commander.excessArguments': { 'zh-cn': '参数太多。', en: 'Too many arguments.' },
  'commander.invalidArgument': { 'zh-cn': '{{name}} 的值无效。', en: 'Invalid value for {{name}}.' },
}
const fallback: Text = { 'zh-cn': '命令用法无效：{{name}}', en: 'Invalid command usage: {{name}}' }

/** The CommandError for an error of commander's parser. */
export function usageError(error: CommanderError, program: Program, argv: readonly string[]): CommandError {
  const [, argument] = /is invalid for argument '([^']+)'/.exec(error.message) ?? []
  const name =
    argument === undefined
      ? (/'([^']+)'/.exec(error.message)?.[1] ?? error.message.replace(/^error: /, ''))
      : `<${argument}>`
  const message = interpolate(messages[error.code] ?? fallback, { name })
  const near =
    error.code === 'commander.invalidArgument'
      ? nearestChoice(error.message)
      : nearestName(name, candidates(error.code, program, argv))
  const help = ['tablewright', commandOf(program, argv)?.name(), '--help'].filter(Boolean).join(' ')
  const hint: Text =
    near === null
      ? { 'zh-cn': '用法见 {{help}}', en: 'See {{help}}' }
      : { 'zh-cn': '是不是想用 {{near}}？用法见 {{help}}', en: 'Did you mean {{near}}? See {{help}}' }
  return new CommandError('usage', { message, hint: interpolate(hint, { near: near ?? '', help }) })
}

/** The choice that was meant by a value that is none. */
function nearestChoice(message: string): string | null {
  const [, choices = ''] = /Allowed choices are (.+)\./.exec(message) ?? []
  const value = [...message.matchAll(/'([^']*)'/g)].map(([, quoted = '']) => quoted)
  // The message quotes the flags of an option before the value, and the name of an argument behind it.
  const word = message.includes("error: option '") ? value[1] : value[0]
  return word === undefined || choices === '' ? null : nearestName(word, choices.split(', '))
}

function candidates(code: string, program: Program, argv: readonly string[]): string[] {
  if (code === 'commander.unknownCommand')
    return program
      .createHelp()
      .visibleCommands(program)
      .map((one) => one.name())
  if (code !== 'commander.unknownOption') return []
  const own = commandOf(program, argv)
  return [program, own]
    .flatMap((one) => one?.options.flatMap((option) => [option.long, option.short]) ?? [])
    .filter((flag) => typeof flag === 'string')
}

const commandOf = (program: Program, argv: readonly string[]) =>
  program.commands.find((one) => argv.includes(one.name()))
