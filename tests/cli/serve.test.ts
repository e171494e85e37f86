/** `tablewright serve` where it starts and where it must not: nothing is changed then, and one message says why. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exitCodes } from '../../cli/exit-codes.ts'
import { freePort } from '../support/free-port.mjs'
import { buildOnce, start, type Outcome, type Started } from './command-line.ts'

beforeAll(buildOnce, 120_000)

let folder: string
let running: Started[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablewright-serve-'))
  running = []
})
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ ended }) => ended))
  rmSync(folder, { recursive: true, force: true })
})

const dataFolder = (): string => join(folder, 'data')
const database = (): string => join(dataFolder(), 'tablewright.sqlite')

async function serve(
  env: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
): Promise<Started & { address: string }> {
  const port = await freePort()
  const started = start(['serve', '--no-build', ...words], {
    env: { PORT: String(port), TABLEWRIGHT_DATA: dataFolder(), TABLEWRIGHT_DEMO: '0', ...env },
  })
  running.push(started)
  return { ...started, address: `http://127.0.0.1:${port}` }
}

async function refused(env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return (await serve(env)).ended
}

/** A database that `serve` made, closed again. */
async function made(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const { child, until, ended } = await serve(env)
  await until(/Press Ctrl-C/)
  child.kill('SIGINT')
  await ended
}

/** The quick search has some that name columns, which could not be changed otherwise. */
function dropTriggers(file: Sqlite.Database): void {
  for (const name of file.prepare("select name from sqlite_schema where type = 'trigger'").pluck().all())
    file.exec(`drop trigger "${String(name)}"`)
}

const stopped = async ({ child, ended }: Started): Promise<Outcome> => {
  child.kill('SIGINT')
  return ended
}

/** Names of what the process has mapped into its memory, where the system tells. */
const nativeCode = ({ child }: Started): string =>
  process.platform === 'linux' ? readFileSync(`/proc/${child.pid}/maps`, 'utf8') : ''

describe('a first start', () => {
  it('creates the data folder, prints address and password once, and stops cleanly on Ctrl-C', async () => {
    const first = await serve({ TABLEWRIGHT_ADMIN_PASSWORD: '' })
    await first.until(/Press Ctrl-C/)
    expect((await fetch(`${first.address}/healthz`)).status).toBe(200)
    expect(nativeCode(first)).not.toMatch(/rolldown|sharp|vips|[\\/]pg/)
    const { exit, stdout } = await stopped(first)
    expect(exit).toBe(exitCodes.ok)
    expect(stdout).toContain(`Tablewright is running: ${first.address}`)
    expect(stdout).toMatch(/First sign-in: admin {2}password: \S{12,}/)

    const second = await serve()
    await second.until(/Press Ctrl-C/)
    expect(second.said()).not.toMatch(/First sign-in|Built|demo|up to date/)
    await stopped(second)
    expect(readdirSync(dataFolder()).sort()).toEqual(['storage', 'tablewright.sqlite', 'tablewright.sqlite-reserved'])
  })

  it('answers as JSON when asked, with nothing else on standard output', async () => {
    const server = await serve({}, ['--json'])
    await server.until(/\n\}\n/)
    const { stdout } = await stopped(server)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      address: server.address,
      firstAdmin: { username: 'admin' },
      demoRecords: 0,
    })
  })

  it('may happen twice at once: one account, one set of demo data, both serve', async () => {
    const servers = await Promise.all([serve({ TABLEWRIGHT_DEMO: '1' }), serve({ TABLEWRIGHT_DEMO: '1' })])
    await Promise.all(servers.map(({ until }) => until(/Press Ctrl-C/)))
    expect(servers.filter(({ said }) => /First sign-in/.test(said()))).toHaveLength(1)
    for (const { address } of servers) expect((await fetch(`${address}/healthz`)).status).toBe(200)
    const exitsSeen = await Promise.all(servers.map(stopped))
    expect(exitsSeen.map(({ exit }) => exit)).toEqual([0, 0])
    const file = new Sqlite(database(), { readonly: true })
    expect(
      file.prepare('select (select count(*) from admin) admins, (select count(*) from shop_product) products').get(),
    ).toEqual({ admins: 1, products: 100 })
    file.close()
  })
})

describe('a port that is taken', () => {
  let holder: Server
  let port: number
  beforeAll(async () => {
    holder = createServer()
    await new Promise<void>((resolve) => {
      holder.listen(0, '127.0.0.1', resolve)
    })
    port = (holder.address() as { port: number }).port
  })
  afterAll(() => {
    holder.close()
  })

  it('ends with exit code 3 and names the process; no database is created', async () => {
    const { exit, stdout, stderr } = await refused({ PORT: String(port) })
    expect({ exit, stdout }).toEqual({ exit: exitCodes.environment, stdout: '' })
    expect(stderr).toContain(`Port 127.0.0.1:${port} is already in use. Nothing was changed.`)
    if (process.platform === 'linux') expect(stderr).toContain(`process ${process.pid}`)
    expect(existsSync(dataFolder())).toBe(false)
  })

  it('refuses an address that is not of this machine', async () => {
    const { exit, stderr } = await refused({ HOST: '192.0.2.1' })
    expect({ exit, says: /Cannot listen on 192\.0\.2\.1/.test(stderr), isMade: existsSync(dataFolder()) }).toEqual({
      exit: exitCodes.environment,
      says: true,
      isMade: false,
    })
  })
})

describe('a data folder that cannot be used', () => {
  it('is a file: it stays as it is', async () => {
    writeFileSync(dataFolder(), 'precious')
    const { exit, stderr } = await refused()
    expect({ exit, kept: readFileSync(dataFolder(), 'utf8') }).toEqual({
      exit: exitCodes.environment,
      kept: 'precious',
    })
    expect(stderr).toMatch(/^The data folder .*data cannot be used/m)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('is in a place without write permission', async () => {
    const { exit, stderr } = await refused({ TABLEWRIGHT_DATA: '/proc/tablewright' })
    expect(exit).toBe(exitCodes.environment)
    expect(stderr).toMatch(/^The data folder \/proc\/tablewright cannot be used/m)
  })
})

/** No journal with anything in it. (Reading a database in WAL mode leaves an empty one.) */
const unwritten = (): boolean =>
  ['-wal', '-journal'].every((end) => !existsSync(database() + end) || statSync(database() + end).size === 0)

describe('a database that is not ours to touch', () => {
  const cases: readonly (readonly [string, () => Promise<void> | void, number, RegExp])[] = [
    [
      'no SQLite file at all',
      () => writeFileSync(database(), 'this is a letter, not a database. '.repeat(200)),
      exitCodes.environment,
      /is not an SQLite database/,
    ],
    [
      'a foreign SQLite database',
      () => {
        const file = new Sqlite(database())
        file.exec("create table album (id integer primary key, title text); insert into album values (1, 'Facelift')")
        file.close()
      },
      exitCodes.refused,
      /contains tables that are not managed by Tablewright \(album\)/,
    ],
    [
      'one of a newer version',
      async () => {
        await made()
        const file = new Sqlite(database())
        file.exec("update tablewright_meta set value = '99'")
        file.close()
      },
      exitCodes.refused,
      /created by a newer version of Tablewright/,
    ],
    [
      'one whose columns are not what the schemas say, where mending could lose something',
      async () => {
        await made()
        const file = new Sqlite(database())
        dropTriggers(file)
        file.exec('alter table shop_unit drop column description; alter table shop_unit add column description integer')
        file.close()
      },
      exitCodes.refused,
      /was not changed\. Unsafe steps: 1/,
    ],
    [
      'one cut off in the middle',
      async () => {
        await made()
        writeFileSync(database(), readFileSync(database()).subarray(0, 40_000))
      },
      exitCodes.environment,
      /is damaged/,
    ],
  ]
  it.each(cases)('%s is left byte for byte', async (_name, make, exit, says) => {
    mkdirSync(dataFolder())
    await make()
    cpSync(database(), join(folder, 'before'))
    const outcome = await refused()
    expect(outcome.stderr).toMatch(says)
    expect(outcome).toMatchObject({ exit, stdout: '' })
    expect(readFileSync(database()).equals(readFileSync(join(folder, 'before')))).toBe(true)
    expect(unwritten()).toBe(true)
  })
})

describe('an older database of ours', () => {
  it('is upgraded automatically when that is safe', async () => {
    await made()
    const file = new Sqlite(database())
    dropTriggers(file)
    file.exec('alter table shop_unit drop column description')
    file.close()
    const backups = join(dataFolder(), 'backups')
    // What killed processes left: of a backup, of a copy before an upgrade, and of a restore.
    mkdirSync(join(backups, 'x.partial-backup'), { recursive: true })
    for (const name of [
      'x.partial-backup.lock',
      'x.partial-backup/database.sqlite',
      'tablewright-20261123T145200123.sqlite.part',
    ])
      writeFileSync(join(backups, name), '')
    writeFileSync(`${database()}.restoring`, 'half')
    await made()
    expect(readdirSync(backups)).toEqual([])
    expect(existsSync(`${database()}.restoring`)).toBe(false)
    const again = new Sqlite(database(), { readonly: true })
    expect(again.prepare("select name from pragma_table_info('shop_unit')").pluck().all()).toContain('description')
    again.close()
  })
})

describe('settings', () => {
  it.each([
    [{ TABLEWRIGHT_ADMIN_PASSWORD: 'x' }, exitCodes.environment, /TABLEWRIGHT_ADMIN_PASSWORD cannot be used/],
    [{ DATABASE_URL: 'mysql://localhost/x' }, exitCodes.environment, /The database address .* is not valid/],
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, exitCodes.environment, /cannot be reached/],
    [{ TABLEWRIGHT_DEMO: 'perhaps' }, exitCodes.usage, /Invalid value "perhaps" for TABLEWRIGHT_DEMO\./],
    [{ TABLEWRIGHT_CAPTCHA: 'perhaps' }, exitCodes.usage, /Invalid value "perhaps" for TABLEWRIGHT_CAPTCHA\./],
    [
      { TABLEWRIGHT_TRUSTED_PROXIES: '10.0.0.1, 10.0.0.0/33' },
      exitCodes.usage,
      /Invalid value "10.0.0.0\/33" for TABLEWRIGHT_TRUSTED_PROXIES\./,
    ],
    [{ TABLEWRIGHT_HOSTS: 'a.test:80' }, exitCodes.usage, /Invalid value "a.test:80" for TABLEWRIGHT_HOSTS\./],
    [{ TABLEWRIGHT_TLS_CERT: 'a.crt' }, exitCodes.usage, /TABLEWRIGHT_TLS_KEY have to be set together/],
    [
      { TABLEWRIGHT_TLS_CERT: 'missing.crt', TABLEWRIGHT_TLS_KEY: 'missing.key' },
      exitCodes.environment,
      /missing\.crt cannot be used \(ENOENT\)/,
    ],
    [{ TABLEWRIGHT_HTTP_PORT: 'x' }, exitCodes.usage, /Invalid value "x" for TABLEWRIGHT_HTTP_PORT\./],
    [
      { TABLEWRIGHT_CORS: 'localhost,https://a.test/x' },
      exitCodes.usage,
      /Invalid value "https:\/\/a.test\/x" for TABLEWRIGHT_CORS\./,
    ],
    [
      { TABLEWRIGHT_MAX_CONNECTIONS_PER_ADDRESS: '7' },
      exitCodes.usage,
      /Invalid value "7" for TABLEWRIGHT_MAX_CONNECTIONS_PER_ADDRESS\. Use an integer from 8 to 4000\./,
    ],
    [{ LOG_LEVEL: 'loud' }, exitCodes.usage, /Invalid value "loud" for LOG_LEVEL\./],
  ])('%j is reported', async (env, exit, says) => {
    const { exit: seen, stderr } = await refused(env as Record<string, string>)
    expect(stderr).toMatch(says)
    expect(seen).toBe(exit)
  })
})
