/** The command line: one list of commands, one place where things that went wrong are told. */
import { CommanderError, Option } from 'commander'
import { languages, type Text } from '../runtime/protocol/index.ts'
import { registerApply } from './commands/apply.ts'
import { registerCheck } from './commands/check.ts'
import { registerGenerate } from './commands/generate.ts'
import { registerImport } from './commands/import.ts'
import { registerPlan } from './commands/plan.ts'
import { registerPrepare } from './commands/prepare.ts'
import { registerSeed } from './commands/seed.ts'
import { registerServe } from './commands/serve.ts'
import { registerTest } from './commands/test.ts'
import { exits, Halt, ToldElsewhere, type Exit } from './exit.ts'
import { helpStyle, type Example } from './help.ts'
import { contextOf, Program, type Context, type Setting } from './program.ts'
import { languageFrom } from './say.ts'
import { versionOf } from './serving/offline.ts'
import { usageHalt } from './usage.ts'

const commands = [
  registerServe,
  registerGenerate,
  registerCheck,
  registerPlan,
  registerApply,
  registerImport,
  registerSeed,
  registerPrepare,
  registerTest,
]

const examples: readonly Example[] = [
  ['tablewright serve', { 'zh-cn': '生成、构建并启动后台', en: 'generate, build and start the back office' }],
  [
    'tablewright generate',
    { 'zh-cn': '修改 schemas/ 之后重新生成', en: 'generate again after a change below schemas/' },
  ],
  [
    'tablewright import product goods.csv --map product_no=Code,name=Title',
    { 'zh-cn': '导入一份 CSV', en: 'import a CSV file' },
  ],
]

/** Runs one command line (`argv` without node and script). Never throws; answers the exit code. */
export async function run(argv: readonly string[], packageFolder: string): Promise<Exit> {
  const program = buildProgram(settingOf(argv, packageFolder))
  process.stdout.on('error', leaveQuietly)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return program.exit
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exits.ok
    if (error instanceof CommanderError && error.code === 'commander.help') return showHelp(program)
    if (error instanceof ToldElsewhere) return error.code
    if (error instanceof CommanderError) return tell(usageHalt(error, program, argv), contextOf(program))
    return tell(error, contextOf(program))
  }
}

/** The program with all its commands, ready to parse. */
export function buildProgram(setting: Setting): Program {
  const program = new Program(setting)
  program
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .showSuggestionAfterError(false)
  program
    .configureHelp(helpStyle(setting.language, examples))
    .usage(program.say({ 'zh-cn': '<命令> [选项]', en: '<command> [options]' }))
  program.description(
    program.say({
      'zh-cn': '由 JSON Schema 生成并运行管理后台。',
      en: 'Makes and runs admin back offices from JSON Schemas.',
    }),
  )
  program.version(versionOf(setting), '--version', program.say({ 'zh-cn': '显示版本', en: 'show the version' }))
  program.helpOption('-h, --help', program.say({ 'zh-cn': '显示帮助', en: 'show this help' })).helpCommand(false)
  for (const option of globalOptions(program)) program.addOption(option)
  for (const register of commands) register(program)
  return program
}

function globalOptions(program: Program): Option[] {
  const option = (flags: string, text: Text): Option => new Option(flags, program.say(text))
  return [
    option('--root <folder>', {
      'zh-cn': '项目目录（默认：向上找到的第一个含 schemas/ 的目录）',
      en: 'project folder (default: nearest one upwards with schemas/)',
    }),
    option('--json', { 'zh-cn': '结果以 JSON 输出到标准输出', en: 'write the result as JSON to standard output' }),
    option('--lang <language>', { 'zh-cn': '界面语言：zh-cn 或 en', en: 'language: zh-cn or en' }).choices(languages),
    option('--no-color', { 'zh-cn': '不使用颜色', en: 'no colours' }),
    option('--verbose', { 'zh-cn': '出错时显示详细信息', en: 'show details when something fails' }),
  ]
}

function settingOf(argv: readonly string[], packageFolder: string): Setting {
  const environment = process.env
  const plain = Boolean(environment['NO_COLOR']) || environment['TERM'] === 'dumb' || argv.includes('--no-color')
  return {
    language: languageFrom(argv, environment),
    packageFolder,
    workingFolder: process.cwd(),
    environment,
    color: !plain && process.stdout.isTTY === true && process.stderr.isTTY === true,
  }
}

/** Without a command the help is talk, not data. */
function showHelp(program: Program): Exit {
  process.stderr.write(program.helpInformation())
  return exits.usage
}

function tell(error: unknown, context: Context): Exit {
  const { exit, what, why, mend } = told(error, context)
  const lines = [context.colors.red(what), why, mend && context.colors.bold(mend)].filter(Boolean)
  for (const line of lines) context.talk(String(line))
  if (context.verbose && error instanceof Error) context.talk(error.stack ?? '')
  if (context.json) context.answer({ ok: false, exit: exits[exit], problem: { what, why, mend } }, [])
  return exits[exit]
}

function told(
  error: unknown,
  context: Context,
): { exit: keyof typeof exits; what: string; why?: string; mend?: string } {
  if (error instanceof Halt) {
    const { what, why, mend } = error.facts
    return { exit: error.exit, what: context.say(what), why: why && context.say(why), mend: mend && context.say(mend) }
  }
  if (isTold(error)) return { exit: error.class, what: context.say(error.text) }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return {
    exit: 'bug',
    what: context.say(
      { 'zh-cn': 'Tablewright 内部错误：{{message}}', en: 'Tablewright failed unexpectedly: {{message}}' },
      { message },
    ),
    mend: context.say({
      'zh-cn': '请加 --verbose 重新运行，并把输出连同命令一起报告给开发者。',
      en: 'Run it again with --verbose and report the output with the command.',
    }),
  }
}

/** Problems the built server throws (of the database, of starting) carry their whole message and which exit they ask for. */
function isTold(error: unknown): error is { readonly class: 'environment' | 'refused'; readonly text: Text } {
  return (
    error instanceof Error &&
    'class' in error &&
    'text' in error &&
    (error.class === 'environment' || error.class === 'refused')
  )
}

/** A reader that closes early (`| head`) is no error. */
function leaveQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(exits.ok)
}
