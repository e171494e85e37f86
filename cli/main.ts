/** The command line: one list of commands, one place where errors are printed. */
import { CommanderError, Option } from 'commander'
import { languages, type Text } from '../runtime/protocol/index.ts'
import { exitCodes, CommandError, ChildProcessError, type Exit } from './exit-codes.ts'
import { helpConfiguration, type Example } from './help.ts'
import { createContext, Program, type Context, type ProgramOptions } from './program.ts'
import { chooseLanguage } from './launcher/language.mjs'
import { readVersion } from './serving/with-database.ts'
import { usageError } from './usage-error.ts'

/**
 * By name, in the order of the help. A command's code is loaded when the command line names it: what a running server
 * does not need would stay in its memory.
 */
const commands = {
  init: async () => (await import('./commands/init.ts')).registerInit,
  add: async () => (await import('./commands/add.ts')).registerAdd,
  remove: async () => (await import('./commands/remove.ts')).registerRemove,
  eject: async () => (await import('./commands/eject.ts')).registerEject,
  serve: async () => (await import('./commands/serve.ts')).registerServe,
  dev: async () => (await import('./commands/dev.ts')).registerDev,
  generate: async () => (await import('./commands/generate.ts')).registerGenerate,
  check: async () => (await import('./commands/check.ts')).registerCheck,
  explain: async () => (await import('./commands/explain.ts')).registerExplain,
  plan: async () => (await import('./commands/plan.ts')).registerPlan,
  apply: async () => (await import('./commands/apply.ts')).registerApply,
  doctor: async () => (await import('./commands/doctor.ts')).registerDoctor,
  rebuild: async () => (await import('./commands/rebuild.ts')).registerRebuild,
  backup: async () => (await import('./commands/backup.ts')).registerBackup,
  restore: async () => (await import('./commands/restore.ts')).registerRestore,
  import: async () => (await import('./commands/import.ts')).registerImport,
  introspect: async () => (await import('./commands/introspect.ts')).registerIntrospect,
  seed: async () => (await import('./commands/seed.ts')).registerSeed,
  'reset-factor': async () => (await import('./commands/reset-factor.ts')).registerResetFactor,
  upgrade: async () => (await import('./commands/upgrade.ts')).registerUpgrade,
  completion: async () => (await import('./commands/completion.ts')).registerCompletion,
  design: async () => (await import('./commands/design.ts')).registerDesign,
  prepare: async () => (await import('./commands/prepare.ts')).registerPrepare,
  test: async () => (await import('./commands/test.ts')).registerTest,
} as const satisfies Readonly<Record<string, () => Promise<(program: Program) => void>>>
type CommandName = keyof typeof commands
const allCommands = Object.keys(commands) as readonly CommandName[]

const examples: readonly Example[] = [
  ['tablewright serve', { 'zh-cn': '生成、构建并启动后台', en: 'generate, build and start the back office' }],
  ['tablewright generate', { 'zh-cn': '修改 schemas/ 之后重新生成', en: 'regenerate after changing schemas/' }],
  [
    'tablewright import product goods.csv --map product_no=Code,name=Title',
    { 'zh-cn': '导入一份 CSV', en: 'import a CSV file' },
  ],
]

/** Runs one command line (`argv` without node and script). Never throws; answers the exit code. */
export async function run(argv: readonly string[], packageFolder: string): Promise<Exit> {
  const options = readOptions(argv, packageFolder)
  const program = await buildProgram(options, commandsIn(argv))
  process.stdout.on('error', exitOnClosedPipe)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return program.exit
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok
    if (error instanceof ChildProcessError) return error.code
    if (!(error instanceof CommanderError)) return reportError(error, createContext(program))
    const whole = await buildProgram(options)
    if (error.code === 'commander.help') return showHelp(whole)
    return reportError(usageError(error, whole, argv), createContext(program))
  }
}

/** The commands that the words may mean; all where the answer names others. */
function commandsIn(argv: readonly string[]): readonly CommandName[] {
  if (argv.some((word) => word === '--help' || word === '-h')) return allCommands
  const named = allCommands.filter((name) => argv.includes(name))
  return named.length === 0 || named.includes('completion') ? allCommands : named
}

/** The program with these commands, ready to parse. */
export async function buildProgram(
  options: ProgramOptions,
  names: readonly CommandName[] = allCommands,
): Promise<Program> {
  const program = new Program(options)
  program
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .showSuggestionAfterError(false)
  program
    .configureHelp(helpConfiguration(options.language, examples))
    .usage(program.t({ 'zh-cn': '<命令> [选项]', en: '<command> [options]' }))
  program.description(
    program.t({
      'zh-cn': '由 JSON Schema 生成并运行管理后台。',
      en: 'Generates and runs admin back offices from JSON Schema.',
    }),
  )
  program.version(readVersion(options), '--version', program.t({ 'zh-cn': '显示版本', en: 'show the version' }))
  program.helpOption('-h, --help', program.t({ 'zh-cn': '显示帮助', en: 'show this help' })).helpCommand(false)
  for (const option of globalOptions(program)) program.addOption(option)
  for (const register of await Promise.all(names.map((name) => commands[name]()))) register(program)
  return program
}

function globalOptions(program: Program): Option[] {
  const option = (flags: string, text: Text): Option => new Option(flags, program.t(text))
  return [
    option('--root <folder>', {
      'zh-cn': '项目目录（默认：向上找到的第一个含 schemas/ 的目录）',
      en: 'project folder (default: nearest parent folder that contains schemas/)',
    }),
    option('--json', {
      'zh-cn': '结果以 JSON 输出到标准输出',
      en: 'print the result as JSON to standard output',
    }),
    option('--lang <language>', {
      'zh-cn': '界面语言：zh-cn 或 en',
      en: 'language: zh-cn or en',
    }).choices(languages),
    option('--no-color', { 'zh-cn': '不使用颜色', en: 'disable colors' }),
    option('--verbose', { 'zh-cn': '出错时显示详细信息', en: 'show details when something fails' }),
  ]
}

function readOptions(argv: readonly string[], packageFolder: string): ProgramOptions {
  const environment = process.env
  const plain = Boolean(environment['NO_COLOR']) || environment['TERM'] === 'dumb' || argv.includes('--no-color')
  return {
    language: chooseLanguage(argv, environment, process.cwd()),
    packageFolder,
    workingFolder: process.cwd(),
    environment,
    color: !plain && process.stdout.isTTY === true && process.stderr.isTTY === true,
  }
}

/** Without a command the help is talk, not data. */
function showHelp(program: Program): Exit {
  process.stderr.write(program.helpInformation())
  return exitCodes.usage
}

function reportError(error: unknown, context: Context): Exit {
  const { exit, message, reason, hint } = describeError(error, context)
  const lines = [context.colors.red(message), reason, hint && context.colors.bold(hint)].filter(Boolean)
  for (const line of lines) context.log(String(line))
  if ((context.verbose || placeInModule(error) !== null) && error instanceof Error) context.log(error.stack ?? '')
  if (context.json)
    context.print({ ok: false, exit: exitCodes[exit], problem: { what: message, why: reason, mend: hint } }, [])
  return exitCodes[exit]
}

function describeError(
  error: unknown,
  context: Context,
): { exit: keyof typeof exitCodes; message: string; reason?: string; hint?: string } {
  if (error instanceof CommandError) {
    const { message, reason, hint } = error.details
    return {
      exit: error.exit,
      message: context.t(message),
      reason: reason && context.t(reason),
      hint: hint && context.t(hint),
    }
  }
  if (isServerError(error)) return { exit: error.class, message: context.t(error.text) }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const place = placeInModule(error)
  if (place !== null)
    return {
      exit: 'findings',
      message: context.t(
        {
          'zh-cn': '模块代码出错（{{place}}）：{{message}}',
          en: 'The code of a module failed ({{place}}): {{message}}',
        },
        { place, message },
      ),
    }
  return {
    exit: 'bug',
    message: context.t(
      { 'zh-cn': 'Tablewright 内部错误：{{message}}', en: 'Tablewright failed unexpectedly: {{message}}' },
      { message },
    ),
    hint: context.t({
      'zh-cn': '请加 --verbose 重新运行，并将命令及其输出报告给开发者。',
      en: 'Run it again with --verbose, then report the command and its output.',
    }),
  }
}

/** The first line of a module's own code in the stack of an error (see `showSourcePositions`); null = there is none. */
function placeInModule(error: unknown): string | null {
  const [, place] = (error instanceof Error && /\b(runtime\/modules\/\S+?:\d+):\d+/.exec(error.stack ?? '')) || []
  return place ?? null
}

/**
 * Problems the built server throws (of the database, of starting) carry their whole message and which exit code they
 * ask for.
 */
function isServerError(error: unknown): error is { readonly class: 'environment' | 'refused'; readonly text: Text } {
  return (
    error instanceof Error &&
    'class' in error &&
    'text' in error &&
    (error.class === 'environment' || error.class === 'refused')
  )
}

/** A reader that closes early (`| head`) is no error. */
function exitOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(exitCodes.ok)
}
