/**
 * `node tests/repeat.mjs [--runs=5] [--busy] [--browser] [files]`: runs `npm test` (or the tests in a browser, or those
 * files) again and again, every second time with every core kept busy by another process, with `--busy` every time.
 * Nothing that fails is repeated. Ends with 1 when anything failed.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const report = join(root, '.build/tests/report.json')
const { values: options, positionals: files } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    busy: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const words = [...(options.browser ? ['--browser'] : []), ...files]

/** Keeps every core busy until the answer is called. */
function occupyCores() {
  const children = Array.from({ length: availableParallelism() }, () =>
    spawn(
      process.execPath,
      [
        '-e',
        'process.stdin.resume().on("end", () => process.exit()); setInterval(() => { for (const until = ' +
          'Date.now() + 100; Date.now() < until;); })',
      ],
      {
        // They end with this process, however it ends: their input closes.
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    ),
  )
  return () => children.forEach((child) => child.kill())
}

/** Runs the tests and gives their exit code and output. */
function runSuite() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'cli/tablewright.mjs'), 'test', ...words], {
      cwd: root,
      env: { ...process.env, TABLEWRIGHT_TEST_RETRY: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** The tests that failed according to the report of the last run, and the checks according to its output. */
function failuresIn(output) {
  const checks = output.split('\n').filter((line) => line.startsWith('✗'))
  if (!existsSync(report)) return [...checks, 'no report']
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
      return (failed.length > 0 ? failed : [message]).map((what) => `${relative(root, name)} > ${what}`)
    })
  return [...checks, ...tests]
}

let failedRuns = 0
for (let run = 1; run <= Number(options.runs); run++) {
  const isBusy = options.busy || run % 2 === 0
  rmSync(report, { force: true })
  const free = isBusy ? occupyCores() : () => {}
  const startedAt = performance.now()
  const { code, output } = await runSuite()
  free()
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const lastLine = output.trimEnd().split('\n').at(-1)
  console.log(`run ${run}${isBusy ? ', all cores busy' : ''}: ${seconds} s, ${lastLine}`)
  if (code === 0) continue
  failedRuns++
  for (const failure of failuresIn(output)) console.log(`  ${failure}`)
}
process.exitCode = failedRuns > 0 ? 1 : 0
