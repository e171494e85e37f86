/**
 * `tablewright test` (hidden): prepares everything the tests need and runs them; the last line is `N passed, N
 * failed`.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { allProducts, buildProducts } from '../build/products.ts'
import { exitCodes, CommandError, type Exit } from '../exit-codes.ts'
import { setAction, createContext, type Context, type Program } from '../program.ts'
import { ensureChromium } from '../testing/chromium.ts'
import { runChecks } from '../testing/checks.ts'
import { countTests, sum, summarize, type Count, type Stage } from '../testing/report.ts'
import { runNode } from '../running/child.ts'

interface TestOptions {
  readonly bench?: boolean
  readonly browser?: boolean
  readonly complete?: boolean
  readonly faults?: boolean
}

/** The projects of `tests/vitest.config.ts` that a suite consists of. */
const suites = {
  usual: ['node', 'web', 'web-alone'],
  complete: ['node', 'complete', 'web', 'web-alone'],
  browser: ['browser'],
  faults: ['faults'],
} as const

/** Adds the command to the program. It belongs to this repository's own development. */
export function registerTest(program: Program): void {
  const command = program.add(
    'test [files...]',
    { 'zh-cn': '运行本仓库的测试', en: 'run the tests of this repository' },
    [
      ['npm test', { 'zh-cn': '每次修改都要运行的检查和测试', en: 'the checks and tests of every change' }],
      [
        'npm test -- --complete',
        { 'zh-cn': '另加模块在每种数据库上的测试和较长的测试', en: 'modules on each database and long tests, too' },
      ],
      ['npm test -- tests/cli', { 'zh-cn': '只运行一个目录', en: 'one folder only' }],
      ['npm run test:browser', { 'zh-cn': '全部浏览器测试', en: 'all tests in a browser' }],
      ['npm run test:bench', { 'zh-cn': '性能测量', en: 'the measurements' }],
      ['npm run test:faults', { 'zh-cn': '长时间的故障注入', en: 'the long runs of fault injection' }],
    ],
    { hidden: true },
  )
  command.allowUnknownOption().option(
    '--bench',
    program.t({
      'zh-cn': '运行性能测量',
      en: 'run the measurements',
    }),
  )
  command.option(
    '--complete',
    program.t({
      'zh-cn': '模块在每种数据库上各测一遍，并运行较长的测试',
      en: 'test modules on each database, and run the long tests',
    }),
  )
  command.option('--browser', program.t({ 'zh-cn': '运行浏览器测试', en: 'run the tests in a browser' }))
  command.option(
    '--faults',
    program.t({ 'zh-cn': '长时间运行故障注入测试', en: 'run the tests that inject faults for long' }),
  )
  setAction(command, (_context, words, options: TestOptions) =>
    runTests(createContext(program, program.runOptions.packageFolder), words, options),
  )
}

/** How much the long explorations do under `npm run test:faults`; the environment may override it. */
const longRuns = {
  TABLEWRIGHT_TEST_KILLS: '100',
  TABLEWRIGHT_TEST_STOPS: '20',
  TABLEWRIGHT_TEST_ROUNDS: '40',
  TABLEWRIGHT_TEST_STRIDE: '1',
  TABLEWRIGHT_TEST_CHANGES: '50',
  TABLEWRIGHT_TEST_WALKS: '5',
  TABLEWRIGHT_TEST_SEQUENCES: '1000',
  TABLEWRIGHT_TEST_MISSPELLINGS: '400',
  TABLEWRIGHT_TEST_ROWS: '99000',
  TABLEWRIGHT_TEST_SOCKETS: '4200',
  TABLEWRIGHT_TEST_PICTURES: '3',
  TABLEWRIGHT_TEST_STREAMS: '30',
  TABLEWRIGHT_TEST_CLOUD_MB: '1000',
  TABLEWRIGHT_TEST_INSTALL: '1',
  TABLEWRIGHT_TEST_DEV: '1',
  TABLEWRIGHT_TEST_MAIL: '1',
  TABLEWRIGHT_TEST_FUZZ: '5',
  TABLEWRIGHT_TEST_SEED: 'random',
}
async function runTests(own: Context, words: readonly string[], options: TestOptions): Promise<Exit> {
  if (!existsSync(join(own.root, 'tests'))) throw noTestsError(own.root)
  const startedAt = performance.now()
  if (options.bench) return runBenchmark(own, words)
  const isUsual = !options.browser && !options.faults && !namesFiles(words)
  const checks = isUsual ? runChecks(own.root, options.complete === true) : []
  const stages = (await Promise.all([checks, runPrepared(own, words, options)])).flat()
  const { passed, failed } = sum(stages)
  const lines = summarize(stages, secondsSince(startedAt), reportOf(own.root), own.root)
  process.stdout.write([...lines, `${passed} passed, ${failed} failed\n`].join('\n'))
  return failed === 0 ? exitCodes.ok : exitCodes.findings
}

const namesFiles = (words: readonly string[]): boolean =>
  words.some((word, index) => !word.startsWith('-') && words[index - 1] !== '-t')

/** Makes what the tests need, then runs a suite; with files only those, of whatever suite they are. */
async function runPrepared(
  own: Context,
  words: readonly string[],
  { browser, complete, faults }: TestOptions,
): Promise<readonly Stage[]> {
  const made = await Promise.all([
    measured('build', () => buildProducts(own, allProducts)),
    measured('browser', () => ensureChromium(own)),
  ])
  const suite = faults ? 'faults' : browser ? 'browser' : complete ? 'complete' : 'usual'
  const projects = suites[suite].map((name) => `--project=${name}`)
  const env = faults ? longRuns : complete || namesFiles(words) ? { TABLEWRIGHT_TEST_EXTENT: 'complete' } : {}
  const tests = await measured('tests', () => runVitest(own, namesFiles(words) ? words : [...projects, ...words], env))
  return faults && !namesFiles(words)
    ? [...made, tests, await measured('guards', () => runGuards(own, words))]
    : [...made, tests]
}

/** Removes the guards of the server one by one; only a share of them with `--shard=1/4`. */
async function runGuards(own: Context, words: readonly string[]): Promise<Count> {
  const shard = words.filter((word) => word.startsWith('--shard='))
  const exit = await runNode([join(own.root, 'tests/server/safety/guards/run.mjs'), ...shard], own.root)
  return exit === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function runBenchmark(own: Context, words: readonly string[]): Promise<Exit> {
  await buildProducts(own, allProducts)
  const code = await runNode([join(own.root, 'tests/bench/run.mjs'), ...words], own.root)
  return code === 0 ? exitCodes.ok : exitCodes.findings
}

/** Does a part of the run and notes how long it took. */
async function measured(name: string, work: () => Promise<Count | void>): Promise<Stage> {
  const startedAt = performance.now()
  const count = (await work()) ?? { passed: 0, failed: 0 }
  return { name, seconds: secondsSince(startedAt), ...count }
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000

const reportOf = (root: string): string => join(root, '.build/tests/report.json')

async function runVitest(context: Context, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Count> {
  const report = reportOf(context.root)
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const vitest = join(context.root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const exit = await runNode(
    [vitest, 'run', '--config', 'tests/vitest.config.ts', ...reporters, ...words],
    context.root,
    { env: { ...env, ...process.env } },
  )
  return countTests(report, exit)
}

const noTestsError = (folder: string): CommandError =>
  new CommandError('usage', {
    message: {
      'zh-cn': `${folder} 中没有测试：这个命令只用于 Tablewright 自己的仓库。`,
      en: `There are no tests in ${folder}: this command is for Tablewright's own repository.`,
    },
  })
