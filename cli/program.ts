/** The program every command registers with, and what a running command knows about its surroundings. */
import { Command } from 'commander'
import picocolors from 'picocolors'
import type { Language, Text } from '../runtime/protocol/index.ts'
import { exits, type Exit } from './exit.ts'
import { helpStyle, type Example } from './help.ts'
import { findRoot, type Places } from './places.ts'
import { say } from './say.ts'

export interface Setting {
  readonly language: Language
  readonly packageFolder: string
  readonly workingFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether the terminal is to be coloured. */
  readonly color: boolean
}

/** What a running command knows. `root` is looked for when it is first asked. */
export interface Context extends Places, Setting {
  /** Whether stdout is to carry one JSON document instead of lines for people. */
  readonly json: boolean
  readonly verbose: boolean
  readonly colors: ReturnType<typeof picocolors.createColors>
  /** A text in the language of this run. */
  readonly say: (text: Text, params?: Readonly<Record<string, string | number>>) => string
  /** A line for people, on stderr. */
  readonly talk: (line: string) => void
  /** The result, on stdout: `data` as JSON with --json, else the lines. */
  readonly answer: (data: unknown, lines: readonly string[]) => void
}

/** The root command. Commands read `program.setting.language` for their own help texts. */
export class Program extends Command {
  readonly setting: Setting
  exit: Exit = exits.ok

  constructor(setting: Setting) {
    super('tablewright')
    this.setting = setting
  }

  /** A text in the language of this run. */
  say(text: Text): string {
    return say(this.setting.language, text)
  }

  /** Adds a command: its name with arguments (`import <entity> <file>`), what it does, and examples shown first in its help. */
  add(
    nameAndArguments: string,
    summary: Text,
    examples: readonly Example[],
    rules: { readonly hidden?: boolean } = {},
  ): Command {
    const command = this.command(nameAndArguments, rules)
      .description(this.say(summary))
      .configureHelp(helpStyle(this.setting.language, examples))
    return command.helpOption('-h, --help', this.say({ 'zh-cn': '显示帮助', en: 'show this help' }))
  }
}

/** Sets what a command does. `work` gets the context, the arguments and the command's own options; no answer means exit code 0. */
export function act<Options>(
  command: Command,
  work: (context: Context, args: readonly string[], options: Options) => Promise<Exit | void>,
): Command {
  return command.action(async () => {
    const program = command.parent
    if (!(program instanceof Program)) throw new Error(`${command.name()} does not stand below the program`)
    program.exit =
      (await work(contextOf(program), command.args, command.opts<Record<string, unknown>>() as Options)) ?? exits.ok
  })
}

/** The surroundings of this run. `root` is for commands that know their project beforehand. */
export function contextOf(program: Program, root?: string): Context {
  const { setting } = program
  const options = program.opts<{ root?: string; json?: boolean; verbose?: boolean }>()
  return {
    ...setting,
    get root() {
      return root ?? findRoot(setting.workingFolder, options.root)
    },
    json: options.json === true,
    verbose: options.verbose === true,
    colors: picocolors.createColors(setting.color),
    say: (text, params) => say(setting.language, text, params),
    talk: (line) => {
      process.stderr.write(`${line}\n`)
    },
    answer: (data, lines) => {
      process.stdout.write(
        options.json === true ? `${JSON.stringify(data, null, 2)}\n` : lines.map((line) => `${line}\n`).join(''),
      )
    },
  }
}
