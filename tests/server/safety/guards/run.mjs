/**
 * Takes the guards of list.json out of the server one by one and sees that a test which names the guard's id fails.
 *
 *   node tests/server/safety/guards/run.mjs            all of them
 *   node tests/server/safety/guards/run.mjs T11 T23    those of these ids
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../../..')
const guards = JSON.parse(readFileSync(join(import.meta.dirname, 'list.json'), 'utf8'))
const wanted = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'tablewright-guards-'))

/** Runs the tests that name the id; `number` is the guard to leave out, -1 for none. */
function run(number, { id, tests }) {
  const output = join(folder, 'result.json')
  rmSync(output, { force: true })
  const told = spawnSync(
    'npx',
    [
      'vitest',
      'run',
      '--config',
      join(import.meta.dirname, 'vitest.config.ts'),
      '--project',
      'node',
      '--testNamePattern',
      id,
      '--bail',
      '1',
      '--reporter',
      'json',
      '--outputFile',
      output,
      ...tests,
    ],
    { cwd: root, encoding: 'utf8', env: { ...process.env, GUARD: String(number) } },
  )
  try {
    return JSON.parse(readFileSync(output, 'utf8')).testResults.flatMap((file) => file.assertionResults)
  } catch {
    return [{ status: 'broken', fullName: (told.stderr + told.stdout).slice(-500) }]
  }
}

const isBroken = (results, { id }) =>
  results.find((one) => one.status === 'broken' || (one.status === 'failed' && one.fullName.includes(id)))

/** What the tests say while every guard is in its place, by the tests. */
const before = new Map()
function isRedBefore(guard) {
  const key = `${guard.id} ${guard.tests}`
  if (!before.has(key)) before.set(key, isBroken(run(-1, guard), guard))
  return before.get(key)
}

let survived = 0
for (const [number, guard] of guards.entries()) {
  if (wanted.length > 0 && !wanted.includes(guard.id) && !wanted.includes(String(number))) continue
  const moved = [guard, ...(guard.also ?? [])].find(
    ({ file, find, times = 1 }) => readFileSync(join(root, file), 'utf8').split(find).length - 1 !== times,
  )
  const red = moved
    ? { fullName: `"${moved.find}" does not stand in ${moved.file} as the list says` }
    : isRedBefore(guard)
  const failed = red
    ? undefined
    : run(number, guard).find((one) => one.status === 'failed' && one.fullName.includes(guard.id))
  if (!failed) survived++
  console.log(
    `${String(number).padStart(3)} ${guard.id} without "${guard.guard}" ${failed ? `fails: ${failed.fullName.trim().slice(0, 140)}` : red ? `CANNOT BE TOLD: ${red.fullName}` : 'SURVIVES'}`,
  )
}
rmSync(folder, { recursive: true, force: true })
console.log(survived === 0 ? 'Every guard is held by a test.' : `${survived} guards are held by no test.`)
process.exitCode = survived === 0 ? 0 : 1
