/** The program every command registers with, and the context of a running command. */
import { Command } from 'commander'
import picocolors from 'picocolors'
import type { Language, Text } from '../runtime/protocol/index.ts'
import { exitCodes, type Exit } from './exit-codes.ts'
import { helpConfiguration, type Example } from './help.ts'
import { findRoot, type ProjectPaths } from './paths.ts'
import { translate } from './i18n.ts'

export interface ProgramOptions {
  readonly language: Language
  readonly packageFolder: string
  readonly workingFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether the terminal is to be coloured. */
  readonly color: boolean
}

/** Context of a running command. `root` is looked up on first access. */
export interface Context extends ProjectPaths, ProgramOptions {
  /** Whether stdout is to carry one JSON document instead of lines for people. */
  readonly json: boolean
  readonly verbose: boolean
  readonly colors: ReturnType<typeof picocolors.createColors>
  /** A text in the language of this run. */
  readonly t: (text: Text, params?: Readonly<Record<string, string | number>>) => string
  /** A line for people, on stderr. */
  readonly log: (line: string) => void
  /** The result, on stdout: `data` as JSON with --json, else the lines. */
  readonly print: (data: unknown, lines: readonly string[]) => void
}

/** The root command. Commands read `program.runOptions.language` for their own help texts. */
export class Program extends Command {
  readonly runOptions: ProgramOptions
  exit: Exit = exitCodes.ok

  constructor(runOptions: ProgramOptions) {
    super('tablewright')
    this.runOptions = runOptions
  }

  /** A text in the language of this run. */
  t(text: Text): string {
    return translate(this.runOptions.language, text)
  }

  /**
   * Adds a command: its name with arguments (`import <entity> <file>`), what it does, and examples shown first in its
   * help.
   */
  add(
    nameAndArguments: string,
    summary: Text,
    examples: readonly Example[],
    rules: { readonly hidden?: boolean } = {},
  ): Command {
    const command = this.command(nameAndArguments, rules)
      .description(this.t(summary))
      .configureHelp(helpConfiguration(this.runOptions.language, examples))
    return command.helpOption('-h, --help', this.t({ 'zh-cn': '显示帮助', en: 'show this help' }))
  }
}

/**
 * Sets what a command does. `work` gets the context, the arguments and the command's own options; no answer means
 * exit code 0.
 */
export function setAction<Options>(
  command: Command,
  work: (context: Context, args: readonly string[], options: Options) => Promise<Exit | void>,
): Command {
  return command.action(async () => {
    const program = command.parent
    if (!(program instanceof Program)) throw new Error(`${command.name()} does not stand below the program`)
    program.exit =
      (await work(createContext(program), command.args, command.opts<Record<string, unknown>>() as Options)) ??
      exitCodes.ok
  })
}

/** The context of this run. `root` is for commands that know their project beforehand. */
export function createContext(program: Program, root?: string): Context {
  const { runOptions } = program
  const options = program.opts<{ root?: string; json?: boolean; verbose?: boolean }>()
  return {
    ...runOptions,
    get root() {
      return root ?? findRoot(runOptions.workingFolder, options.root)
    },
    json: options.json === true,
    verbose: options.verbose === true,
    colors: picocolors.createColors(runOptions.color),
    t: (text, params) => translate(runOptions.language, text, params),
    log: (line) => {
      process.stderr.write(`${line}\n`)
    },
    print: (data, lines) => {
      process.stdout.write(
        options.json === true ? `${JSON.stringify(data, null, 2)}\n` : lines.map((line) => `${line}\n`).join(''),
      )
    },
  }
}
