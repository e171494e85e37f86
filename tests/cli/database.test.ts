/** Commands on databases that cannot be used, and backups that are killed. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exitCodes } from '../../cli/exit-codes.ts'
import { run } from '../../cli/main.ts'
import { beginPartialBackup, removePartialBackups } from '../../runtime/server/ops/backup/partial-backup.ts'
import { engines, type Place } from '../support/databases.ts'
import { freePort } from '../support/free-port.mjs'
import { buildOnce, project, start } from './command-line.ts'

let folder: string
let sound: string
beforeAll(async () => {
  await buildOnce()
  folder = mkdtempSync(join(tmpdir(), 'tablewright-database-'))
  sound = join(folder, 'sound')
  vi.stubEnv('PORT', String(await freePort()))
  vi.stubEnv('TABLEWRIGHT_DEMO', '0')
  vi.stubEnv('TABLEWRIGHT_LANG', 'en')
  // Every run adds a listener for a closed pipe.
  for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)
  writeFileSync(join(folder, 'units.csv'), 'name\nbox\n')
  expect(await outcome(['apply', '--data', sound])).toMatchObject({ exit: exitCodes.ok })
}, 120_000)
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** What a command says in this process, which has loaded the server already. */
async function outcome(words: readonly string[]): Promise<{ readonly exit: number; readonly text: string }> {
  const lines: string[] = []
  const spies = [process.stderr, process.stdout].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((line) => lines.push(String(line)) > 0),
  )
  try {
    return { exit: await run(['--root', project, ...words], project), text: lines.join('').trim() }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const writing = (): readonly (readonly string[])[] => [
  ['serve', '--no-build'],
  ['import', 'shop/unit', join(folder, 'units.csv')],
  ['seed'],
]
/** Every command that opens the database. */
const all = (): readonly (readonly string[])[] => [
  ...writing(),
  ['plan'],
  ['apply'],
  ['doctor'],
  ['rebuild'],
  ['rebuild', '--apply'],
  ['check', '--ledgers'],
  ['check', '--log'],
  ['backup'],
  ['reset-factor', 'admin'],
]

const namesIn = (path: string): readonly string[] => (existsSync(path) ? readdirSync(path).toSorted() : [])

/** Page by page, as the engine stores it. */
const pageSize = 4096
const filled = (from: number, to: number) => (bytes: Buffer) => bytes.fill(0xa5, from, to)
function pageOf(table: string): number {
  const database = new Sqlite(join(sound, 'tablewright.sqlite'), { readonly: true })
  const page = database.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(table) as number
  database.close()
  return (page - 1) * pageSize
}

interface State {
  readonly name: string
  readonly change: (bytes: Buffer) => Buffer
  readonly sentence: RegExp
  readonly commands: () => readonly (readonly string[])[]
}
const damaged = /^The database .* is damaged \(database disk image is malformed\)/
const states: readonly State[] = [
  { name: 'is cut off in the middle', change: (bytes) => bytes.subarray(0, 40_000), sentence: damaged, commands: all },
  { name: 'is damaged on its first page', change: filled(100, 4000), sentence: damaged, commands: all },
  {
    name: 'is damaged among its records',
    change: (bytes) => filled(pageOf('admin_log'), pageOf('admin_log') + pageSize)(bytes),
    sentence: damaged,
    commands: () => [['backup']],
  },
  {
    name: 'is no SQLite file',
    change: filled(0, 100),
    sentence: /^The file .* is not an SQLite database/,
    commands: all,
  },
  {
    name: 'is empty',
    change: () => Buffer.alloc(0),
    sentence: /^The database file .* is empty \(0 bytes\)/,
    commands: all,
  },
  {
    // A version of the format that may only be read: root may write every file.
    name: 'is read-only',
    change: filled(18, 19),
    sentence: /^The database file .* cannot be opened \(attempt to write a readonly database\)/,
    commands: writing,
  },
]

describe('every command has one sentence about an SQLite database that', () => {
  it.each(states)('$name', async ({ change, sentence, commands }) => {
    for (const words of commands()) {
      const data = mkdtempSync(join(folder, 'data-'))
      const file = join(data, 'tablewright.sqlite')
      writeFileSync(file, change(readFileSync(join(sound, 'tablewright.sqlite'))))
      const before = readFileSync(file)
      expect({ words, ...(await outcome([...words, '--data', data])) }).toEqual({
        words,
        exit: exitCodes.environment,
        text: expect.stringMatching(sentence),
      })
      expect(readFileSync(file).equals(before)).toBe(true)
      expect(namesIn(join(data, 'backups'))).toEqual([])
    }
  })

  it('introspect reads', async () => {
    const file = join(folder, 'foreign.sqlite')
    writeFileSync(file, filled(100, 4000)(readFileSync(join(sound, 'tablewright.sqlite'))))
    const words = ['introspect', '--from', file, '--out', join(project, 'schemas/foreign')]
    expect(await outcome(words)).toEqual({ exit: exitCodes.environment, text: expect.stringMatching(damaged) })
  })

  it('a backup replaces', async () => {
    const data = mkdtempSync(join(folder, 'data-'))
    expect(await outcome(['backup', '--data', sound, '--out', join(data, 'backup')])).toMatchObject({ exit: 0 })
    writeFileSync(join(data, 'tablewright.sqlite'), 'this is a letter')
    expect(await outcome(['restore', join(data, 'backup'), '--force', '--data', data])).toMatchObject({ exit: 0 })
    expect(await outcome(['doctor', '--data', data])).toMatchObject({ exit: 0 })
    const [kept = ''] = readdirSync(join(data, 'backups'))
    expect(readFileSync(join(data, 'backups', kept), 'utf8')).toBe('this is a letter')
  })
})

it('every command has one sentence about a PostgreSQL database that is not there, or read-only', async () => {
  const place = await engines.find(({ name }) => name === 'postgresql')!.place()
  const readOnly = place.url.replace('options=', 'options=-c%20default_transaction_read_only=on%20')
  const cases = [
    ['postgres://nobody@127.0.0.1:1/none', all(), /^The database server 127.0.0.1:1\/none cannot be reached/],
    [readOnly, writing(), /^The database .* can only be read \(cannot execute .* in a read-only transaction\)/],
  ] as const
  try {
    for (const [url, commands, sentence] of cases)
      for (const words of commands)
        expect({ words, ...(await outcome([...words, '--data', sound, '--database', url])) }).toEqual({
          words,
          exit: exitCodes.environment,
          text: expect.stringMatching(sentence),
        })
  } finally {
    await place.remove()
  }
})

describe.each(engines)('a backup of $name that is killed', (engine) => {
  it('T51 is no backup, and the next one or the next start removes what it left', async () => {
    const place: Place = await engine.place()
    const data = mkdtempSync(join(folder, 'data-'))
    const backups = join(data, 'backups')
    const words = ['--data', data, '--database', place.url]
    try {
      expect(await outcome(['apply', ...words])).toMatchObject({ exit: exitCodes.ok })
      mkdirSync(join(data, 'storage'), { recursive: true })
      mkdirSync(backups)
      // So many that the copying takes a while.
      for (let n = 0; n < 300; n++) writeFileSync(join(data, 'storage', `${n}.txt`), 'x')
      const kill = async (): Promise<readonly string[]> => {
        const { child, ended } = start(['backup', ...words])
        const watcher = watch(backups, () => {
          if (readdirSync(backups).some((name) => name.endsWith('.partial-backup'))) child.kill('SIGKILL')
        })
        await ended
        watcher.close()
        return namesIn(backups)
      }
      const left = await kill()
      expect(left).toEqual([
        expect.stringMatching(/^tablewright-\w+\.partial-backup$/),
        expect.stringMatching(/^tablewright-\w+\.partial-backup\.lock$/),
      ])
      expect(await outcome(['restore', join(backups, left[0]!), '--data', join(data, 'restored')])).toMatchObject({
        exit: exitCodes.refused,
      })
      expect(await outcome(['backup', ...words])).toMatchObject({ exit: exitCodes.ok })
      const complete = readdirSync(backups)
      expect(complete).toEqual([expect.stringMatching(/^tablewright-\d{8}T\d{9}$/)])
      // One that is still written stays.
      const running = await beginPartialBackup(join(backups, 'running'))
      mkdirSync(running.folder)
      await expect(beginPartialBackup(join(backups, 'running'))).rejects.toMatchObject({ code: 'being_written' })
      await removePartialBackups(backups)
      expect(namesIn(backups)).toEqual(['running.partial-backup', 'running.partial-backup.lock', ...complete])
      await running.end()
      expect(namesIn(backups)).toEqual(complete)
    } finally {
      await place.remove()
      rmSync(dirname(backups), { recursive: true, force: true })
    }
  })
})
