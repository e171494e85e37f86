/**
 * Removes the guards of list.json from the server one by one and checks that a test notices. See `usage` below.
 *
 * The files on disk are not changed: vitest.config.ts hands them out without the guard. Exit code 1 when fewer than
 * 95 % are noticed, or when a guard cannot be judged: its text is no longer in the file, or its tests fail with the
 * guard in place.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'

const usage = `Removes the guards of list.json one by one and checks that a test notices.

  node tests/server/safety/guards/run.mjs                all guards (about 20 minutes)
  node tests/server/safety/guards/run.mjs T11 T23 48     the guards of these threats, or of these numbers
  node tests/server/safety/guards/run.mjs --shard=1/4    every fourth guard
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
const guards = JSON.parse(readFileSync(join(import.meta.dirname, 'list.json'), 'utf8'))

const [shard, shards] = options.shard.split('/')
const selected = guards
  .map((guard, number) => ({ ...guard, number }))
  .filter(({ id, number }) => wanted.length === 0 || wanted.includes(id) || wanted.includes(String(number)))
  .filter((_guard, at) => at % Number(shards) === Number(shard) - 1)

let runs = 0

/** Runs the tests whose names contain the guard's id, without the guard of that number (-1 leaves all of them in). */
async function runTests({ id, tests }, number) {
  const output = join(folder, `${++runs}.json`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const options = [
    '--project',
    'node',
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
    [vitest, 'run', '--config', config, ...options, '--outputFile', output, ...tests],
    { cwd: root, env: { ...process.env, GUARD: String(number) }, stdio: ['ignore', 'pipe', 'pipe'] },
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

/** What the tests of a guard answer with every guard in place, by the tests: null = they pass. */
const untouched = new Map()
function failureBefore(guard) {
  const key = `${guard.id} ${guard.tests}`
  if (!untouched.has(key))
    untouched.set(
      key,
      limit(() => runTests(guard, -1)).then((results) => failureIn(guard, results)),
    )
  return untouched.get(key)
}

function failureIn({ id }, results) {
  if (!results.some((one) => one.fullName.includes(id))) return `no test of these files is named ${id}`
  return (
    results.find((one) => one.status !== 'passed' && one.status !== 'skipped' && one.status !== 'pending')?.fullName ??
    null
  )
}

const misplaced = (guard) =>
  [guard, ...(guard.also ?? [])].find(
    ({ file, find, times = 1 }) => readFileSync(join(root, file), 'utf8').split(find).length - 1 !== times,
  )

async function judge(guard) {
  const moved = misplaced(guard)
  if (moved)
    return { judged: false, text: `CANNOT BE JUDGED: "${moved.find}" is not in ${moved.file} as often as listed` }
  const failing = await failureBefore(guard)
  if (failing) return { judged: false, text: `CANNOT BE JUDGED, fails with the guard in place: ${failing}` }
  const results = await limit(() => runTests(guard, guard.number))
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
    console.log(`${String(guard.number).padStart(3)} ${guard.id} without "${guard.guard}" ${verdict.text}`)
    return verdict
  }),
)
rmSync(folder, { recursive: true, force: true })
const noticed = verdicts.filter((one) => one.noticed).length
const unjudged = verdicts.filter((one) => !one.judged).length
console.log(`Guards noticed: ${noticed} of ${selected.length}; not judged: ${unjudged}.`)
process.exitCode = unjudged === 0 && noticed >= minNoticed * selected.length ? 0 : 1
