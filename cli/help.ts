/** Help that begins with examples, in two languages, never wider than 80 columns (a Chinese character takes two). */
import type { Command, Help, HelpConfiguration } from 'commander'
import type { Language, Text } from '../runtime/protocol/index.ts'
import { displayWidth } from '../generator/source/display-width.ts'
import { translate } from './i18n.ts'

export type Example = readonly [line: string, meaning: Text]

const columns = 80

const headings: Readonly<Record<string, Text>> = {
  'Usage:': { 'zh-cn': '用法：', en: 'Usage:' },
  'Arguments:': { 'zh-cn': '参数：', en: 'Arguments:' },
  'Options:': { 'zh-cn': '选项：', en: 'Options:' },
  'Global Options:': { 'zh-cn': '通用选项：', en: 'Global options:' },
  'Commands:': { 'zh-cn': '命令：', en: 'Commands:' },
  'Examples:': { 'zh-cn': '示例：', en: 'Examples:' },
}

/** How commander is to write the help of one command. */
export function helpConfiguration(language: Language, examples: readonly Example[]): HelpConfiguration {
  const title = (name: string): string => (headings[name] ? translate(language, headings[name]) : name)
  return {
    helpWidth: columns,
    showGlobalOptions: true,
    displayWidth,
    boxWrap: wrap,
    styleTitle: title,
    subcommandTerm: (command) =>
      [
        command.name(),
        ...command.registeredArguments.map((argument) =>
          argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
        ),
      ].join(' '),
    optionDescription: (option) => option.description,
    argumentDescription: (argument) => argument.description,
    formatHelp: (command: Command, help: Help) =>
      [
        ...exampleLines(title('Examples:'), examples, language),
        help.commandDescription(command) && wrap(help.commandDescription(command), columns),
        '',
        `${title('Usage:')} ${help.commandUsage(command)}`,
        '',
        ...section(
          help,
          title('Arguments:'),
          help.visibleArguments(command).map((one) => [help.argumentTerm(one), help.argumentDescription(one)]),
        ),
        ...section(
          help,
          title('Commands:'),
          help.visibleCommands(command).map((one) => [help.subcommandTerm(one), help.subcommandDescription(one)]),
        ),
        ...section(
          help,
          title('Options:'),
          help.visibleOptions(command).map((one) => [help.optionTerm(one), help.optionDescription(one)]),
        ),
        ...section(
          help,
          title('Global Options:'),
          help.visibleGlobalOptions(command).map((one) => [help.optionTerm(one), help.optionDescription(one)]),
        ),
      ].join('\n'),
  }
}

function exampleLines(title: string, examples: readonly Example[], language: Language): string[] {
  if (examples.length === 0) return []
  return [
    title,
    ...examples.flatMap(([line, meaning]) => [wrap(`  # ${translate(language, meaning)}`, columns), `  ${line}`]),
    '',
  ]
}

function section(help: Help, title: string, items: readonly (readonly [string, string])[]): string[] {
  if (items.length === 0) return []
  const width = Math.max(...items.map(([term]) => displayWidth(term)))
  return [title, ...items.map(([term, description]) => help.formatItem(term, width, description, help)), '']
}

/** Breaks a text into lines of at most `width` columns, at blanks and between Chinese characters. */
function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n')
}

function wrapLine(line: string, width: number): string {
  const lines: string[] = []
  let current = ''
  for (const piece of line.match(/\s+|[\u2e80-\uffef][，。：；、）！？]*|[^\s\u2e80-\uffef]+[，。：；、）！？]*/g) ??
    []) {
    if (displayWidth(current + piece.trimEnd()) > width && current.trim() !== '') {
      lines.push(current.trimEnd())
      current = piece.trimStart()
    } else current += piece
  }
  return [...lines, current.trimEnd()].join('\n')
}
