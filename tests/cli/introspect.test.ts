/** introspect as a person calls it: what it writes and prints, how it ends, and what it refuses. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withoutModule } from '../support/test-project.ts'
import { project, run } from './command-line.ts'

describe('introspect', () => {
  let root: string
  let file: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tablewright-introspect-'))
    for (const name of ['dialect', 'system'])
      cpSync(join(project, 'schemas', name), join(root, 'schemas', name), { recursive: true })
    mkdirSync(join(root, 'runtime'))
    for (const name of ['main.server.ts', 'main.web.tsx'])
      writeFileSync(
        join(root, 'runtime', name),
        withoutModule(readFileSync(join(project, 'runtime', name), 'utf8'), 'shop'),
      )
    file = join(root, 'shop.sqlite')
    const connection = new Sqlite(file)
    connection.exec(`create table product (id integer primary key, name varchar(40) not null, price numeric(8, 2));
      create table entry (line varchar(200))`)
    connection.close()
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const call = (...words: string[]) => run(['introspect', '--root', root, ...words], { cwd: root })

  it('writes a module that passes check, registers it, and names what is limited', async () => {
    const before = readFileSync(file)
    const done = await call('--from', file, '--out', 'schemas/store')
    expect(done).toMatchObject({ exit: 1, stderr: expect.stringContaining('entry: has no primary key') })
    expect(done.stdout).toContain('2 entities; limits (listed above): 1')
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(JSON.parse(readFileSync(join(root, 'schemas/store/module.json'), 'utf8'))).toMatchObject({
      adopts: { engine: 'sqlite', file: 'shop.sqlite' },
      menu: ['product', 'entry'],
    })
    const server = readFileSync(join(root, 'runtime/main.server.ts'), 'utf8')
    expect(server).toContain("import { store } from '#generated/store/index.ts'")
    expect(server).toContain('{ manifest: store, server: null },')
    expect(readFileSync(join(root, 'runtime/main.web.tsx'), 'utf8')).toContain("import('#generated/store/index.ts')")
    expect(await run(['check', '--root', root])).toMatchObject({ exit: 0 })

    const again = await call('--from', file, '--out', 'schemas/store')
    expect(again).toMatchObject({ exit: 4, stderr: expect.stringContaining('contains files already') })
    const forced = await call('--from', file, '--out', 'schemas/store', '--force', '--json')
    expect(JSON.parse(forced.stdout)).toMatchObject({ ok: false, problems: [], notes: [{ table: 'entry' }] })
    expect(readFileSync(join(root, 'runtime/main.server.ts'), 'utf8')).toBe(server)
  })

  it('refuses folders, databases and zones that make no sense, and writes nothing', async () => {
    expect(await call('--from', file, '--out', 'elsewhere/shop')).toMatchObject({ exit: 2 })
    expect(await call('--from', file, '--out', 'schemas/Shop')).toMatchObject({ exit: 2 })
    expect(await call('--from', file, '--out', 'schemas/store', '--time-zone', 'Mars/Base')).toMatchObject({ exit: 2 })
    expect(await call('--from', 'missing.sqlite', '--out', 'schemas/store')).toMatchObject({ exit: 3 })
    writeFileSync(join(root, 'text.sqlite'), 'no database at all, only a text that is long enough')
    expect(await call('--from', 'text.sqlite', '--out', 'schemas/store')).toMatchObject({ exit: 3 })
    const unreachable = await call('--from', 'postgres://eve:secret@127.0.0.1:1/x', '--out', 'schemas/store')
    expect(unreachable.exit).toBe(3)
    expect(unreachable.stderr).not.toContain('secret')
    expect(existsSync(join(root, 'schemas/store'))).toBe(false)
  })
})
