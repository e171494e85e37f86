/** `tablewright test` (hidden): prepares everything the tests need and runs them; the last line is `N passed, N failed`. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { allProducts, buildProducts } from '../build/products.ts'
import { exitCodes, CommandError, type Exit } from '../exit-codes.ts'
import { setAction, createContext, type Context, type Program } from '../program.ts'
import { ensureChromium } from '../testing/chromium.ts'
import { countTests, sum, type Count } from '../testing/report.ts'
import { runNode } from '../running/child.ts'

interface TestOptions {
  readonly bench?: boolean
  readonly faults?: boolean
}

/** Adds the command to the program. It belongs to this repository's own development. */
export function registerTest(program: Program): void {
  const command = program.add(
    'test [files...]',
    { 'zh-cn': '运行本仓库的测试', en: 'run the tests of this repository' },
    [
      ['npm test', { 'zh-cn': '全部测试', en: 'all tests' }],
      ['npm test -- tests/cli', { 'zh-cn': '只运行一个目录', en: 'one folder only' }],
      ['npm run test:bench', { 'zh-cn': '性能测量', en: 'the measurements' }],
      ['npm run test:faults', { 'zh-cn': '长时间的故障注入', en: 'the long runs of fault injection' }],
    ],
    { hidden: true },
  )
  command.allowUnknownOption().option('--bench', program.t({ 'zh-cn': '运行性能测量', en: 'run the measurements' }))
  command.option(
    '--faults',
    program.t({ 'zh-cn': '长时间运行故障注入测试', en: 'run the tests that inject faults for long' }),
  )
  setAction(command, (_context, words, options: TestOptions) =>
    runTests(createContext(program, program.runOptions.packageFolder), words, options),
  )
}

async function runTests(own: Context, words: readonly string[], options: TestOptions): Promise<Exit> {
  if (!existsSync(join(own.root, 'tests'))) throw noTestsError(own.root)
  const fresh = options.bench ? [] : [await checkGenerated(own)]
  await buildProducts(own, allProducts)
  if (options.bench)
    return (await runNode([join(own.root, 'tests/bench/run.mjs'), ...words], own.root)) === 0
      ? exitCodes.ok
      : exitCodes.findings
  if (!options.faults) await ensureChromium(own)
  const counts = [
    ...fresh,
    await checkTypes(own),
    await (options.faults ? runVitest(own, ['/faults/', ...words], longFaults) : runVitest(own, words)),
  ]
  const { passed, failed } = sum(counts)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 ? exitCodes.ok : exitCodes.findings
}

/** What is committed below generated/ follows from the schemas; nothing is written. */
async function checkGenerated(context: Context): Promise<Count> {
  const { generate } = await import('../../generator/pipeline.ts')
  const result = await generate(context.root, { check: true })
  const stale = [
    ...result.problems.map((one) => `${one.file}: ${one.message[context.language]}`),
    ...result.written,
    ...result.removed,
    ...result.kept,
    ...result.blocked,
  ]
  for (const line of stale) context.log(`✗ generate --check: ${line}`)
  return printResult('generated/', stale.length === 0)
}

async function checkTypes(context: Context): Promise<Count> {
  return printResult(
    'tsc --noEmit',
    (await runNode([join(context.root, 'node_modules/typescript/bin/tsc'), '--noEmit'], context.root)) === 0,
  )
}

function printResult(name: string, holds: boolean): Count {
  process.stdout.write(`${holds ? '✓' : '✗'} ${name}\n`)
  return { passed: holds ? 1 : 0, failed: holds ? 0 : 1 }
}

/** How often faults are injected; the environment may say otherwise. */
const longFaults = { TABLEWRIGHT_TEST_KILLS: '100', TABLEWRIGHT_TEST_STOPS: '20' }

async function runVitest(context: Context, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Count> {
  const report = join(context.root, '.build/tests/report.json')
  mkdirSync(join(context.root, '.build/tests'), { recursive: true })
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
