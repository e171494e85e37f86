/**
 * Removes the guards that comments in the sources mark (markers.mjs) one by one and checks that a test notices. See
 * `usage` below.
 *
 * The files on disk are not changed: vitest.config.ts hands them out without the guard. Exit code 1 when fewer than
 * 95 % are noticed, or when a guard cannot be judged: its tests fail with the guard in place.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import { allGuards, testsOf } from './markers.mjs'

const usage = `Removes the guards that the sources mark one by one and checks that a test notices.

  node tests/server/safety/guards/run.mjs                      all guards
  node tests/server/safety/guards/run.mjs T11 audit/mask.ts    the guards of these threats, or of these files
  node tests/server/safety/guards/run.mjs --shard=1/4          every fourth guard
`

function readArguments() {
  try {
    return parseArgs({
      options: { shard: { type: 'string', default: '1/1' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}

const { values: options, positionals: wanted } = readArguments()
if (options.help) {
  console.log(usage)
  process.exit(0)
}

const minNoticed = 0.95
/** Longest time for the tests of one guard, in milliseconds; a test that hangs takes two. */
const maxMs = 600_000
const root = resolve(import.meta.dirname, '../../../..')
const folder = mkdtempSync(join(tmpdir(), 'tablewright-guards-'))
const limit = pLimit(Math.max(1, availableParallelism() - 1))

const [shard, shards] = options.shard.split('/')
/** Every guard for each of the threats that it stops. */
const selected = allGuards(root)
  .flatMap((guard) => guard.ids.map((id) => ({ ...guard, id })))
  .filter(({ id, file }) => wanted.length === 0 || wanted.some((word) => word === id || file.endsWith(word)))
  .filter((_guard, index) => index % Number(shards) === Number(shard) - 1)

let runs = 0

/** Runs the tests that name a threat, without the guard of that file and line when there is one. */
async function runTests(id, guard = null) {
  const output = join(folder, `${++runs}.json`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const options = [
    '--project',
    'node',
    '--project',
    'processes',
    '--project',
    'faults',
    '--testNamePattern',
    id,
    '--bail',
    '1',
    '--reporter',
    'json',
  ]
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--config', config, ...options, '--outputFile', output, ...testsOf(root, id)],
    {
      cwd: root,
      env: { ...process.env, TABLEWRIGHT_TEST_EXTENT: 'complete', GUARD: guard ? `${guard.file}:${guard.line}` : '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part))
  const timer = setTimeout(() => child.kill('SIGKILL'), maxMs)
  await new Promise((done) => child.once('close', done))
  clearTimeout(timer)
  try {
    return JSON.parse(readFileSync(output, 'utf8')).testResults.flatMap((file) => file.assertionResults)
  } catch {
    return [{ status: 'broken', fullName: text.slice(-500) }]
  }
}

/** What the tests of a threat answer with every guard in place, by the threat: null = they pass. */
const untouched = new Map()
function failureBefore(id) {
  if (!untouched.has(id))
    untouched.set(
      id,
      limit(() => runTests(id)).then((results) => failureIn(id, results)),
    )
  return untouched.get(id)
}

function failureIn(id, results) {
  if (!results.some((one) => one.fullName.includes(id))) return `no test is named ${id}`
  return (
    results.find((one) => one.status !== 'passed' && one.status !== 'skipped' && one.status !== 'pending')?.fullName ??
    null
  )
}

async function judge(guard) {
  const failing = await failureBefore(guard.id)
  if (failing) return { judged: false, text: `CANNOT BE JUDGED, fails with the guard in place: ${failing}` }
  const results = await limit(() => runTests(guard.id, guard))
  const failed = results.find((one) => one.status === 'failed' && one.fullName.includes(guard.id))
  return {
    judged: true,
    noticed: failed !== undefined,
    text: failed ? `noticed by: ${failed.fullName.trim().slice(0, 140)}` : 'NOT NOTICED',
  }
}

const verdicts = await Promise.all(
  selected.map(async (guard) => {
    const verdict = await judge(guard)
    console.log(`${guard.id} ${guard.file}:${guard.line} without "${guard.name}" ${verdict.text}`)
    return verdict
  }),
)
rmSync(folder, { recursive: true, force: true })
const noticed = verdicts.filter((one) => one.noticed).length
const unjudged = verdicts.filter((one) => !one.judged).length
console.log(`Guards noticed: ${noticed} of ${selected.length}; not judged: ${unjudged}.`)
process.exitCode = unjudged === 0 && noticed >= minNoticed * selected.length ? 0 : 1
