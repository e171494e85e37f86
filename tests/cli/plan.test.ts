/**
 * plan and apply as a person calls them: what they print, how they end, and that refusals change
 * nothing.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runText } from '../../runtime/server/db/run-text.ts'
import type { Applied, Plan } from '../../runtime/server/db/index.ts'
import { oneEngine, openAt, type Place } from '../support/databases.ts'
import { run } from './command-line.ts'

describe.each(oneEngine)('plan and apply on $name', (engine) => {
  let place: Place
  beforeEach(async () => {
    place = await engine.place()
  })
  afterEach(() => place.remove())

  const call = (...words: string[]) => run([...words, '--database', place.url])
  const change = async (statement: string) => {
    const database = await openAt(place)
    await database.write((trx) => runText(trx, statement))
    await database.close()
  }

  const dropSearch = async (table: string) => {
    const database = await openAt(place)
    const { adapter, query } = database
    const live = (await adapter.catalogue(query)).find(({ name }) => name === table)
    const statements = (live?.search ?? []).flatMap(({ name }) => adapter.ddl.dropSearch(name))
    await database.close()
    for (const statement of statements) await change(statement)
  }

  it('plan prints the SQL and changes nothing, apply does it, then there is nothing left', async () => {
    const planned = await call('plan')
    expect(planned).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('create table "shop_product"'),
      stderr: expect.stringContaining('all safe'),
    })
    if (engine.name === 'sqlite') expect(existsSync(place.url.replace('sqlite:', ''))).toBe(false)
    const applied = await call('apply', '--json')
    expect(applied.exit).toBe(0)
    expect(JSON.parse(applied.stdout)).toMatchObject({ ok: true, initialised: true, left: [] })
    expect(await call('plan')).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: expect.stringContaining('matches the schemas'),
    })
    expect(await run(['apply', '--database', place.url, '--lang', 'zh-cn'])).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('无需更改'),
    })
  }, 90_000)

  it('apply changes nothing while a step waits for a decision, and says what to do', async () => {
    await call('apply')
    await change("insert into shop_unit (name) values ('piece')")
    await dropSearch('shop_unit')
    await change('alter table shop_unit rename column name to former_name')
    await change('drop index shop_product__price')
    const before = JSON.parse((await call('plan', '--json')).stdout) as Plan
    expect(before.steps.map((step) => [step.class, step.table])).toEqual(
      expect.arrayContaining([
        ['guarded', 'shop_unit'],
        ['safe', 'shop_product'],
      ]),
    )
    const other = await call('apply', '--plan', '0123456789abcdef')
    expect(other).toMatchObject({ exit: 4, stderr: expect.stringContaining(before.hash) })
    expect(JSON.parse((await call('plan', '--json')).stdout)).toEqual(before)
    const partly = await call('apply', '--json')
    expect(partly.exit).toBe(4)
    const { steps, left, backup } = JSON.parse(partly.stdout) as Applied
    expect([steps, left, backup]).toEqual([[], before.steps, null])
    expect(await call('apply')).toMatchObject({ exit: 4, stderr: expect.stringContaining('Nothing was changed') })
    expect(JSON.parse((await call('plan', '--json')).stdout)).toEqual(before)
    expect(left.map(({ reason: { en } }) => en).join(' ')).toContain('Add a default in the schema')
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-test-'))
    const file = join(folder, 'change.sql')
    const { hash } = JSON.parse((await call('plan', '--json', '--out', file)).stdout) as Plan
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^-- tablewright plan ${hash}\n\n[^]*Add a default`))
    expect(await call('apply', '--plan', file)).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('Add a default in the schema'),
    })
    writeFileSync(file, 'drop table shop_unit')
    expect(await call('apply', '--plan', file)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('neither the number of a plan'),
    })
    rmSync(folder, { recursive: true })
  }, 90_000)

  it('a foreign database is refused by both', async () => {
    await change('create table their_things (id integer)')
    for (const command of ['plan', 'apply']) {
      expect(await call(command)).toMatchObject({
        exit: 4,
        stdout: '',
        stderr: expect.stringContaining('their_things'),
      })
    }
  }, 90_000)
})

describe('a database that cannot be used', () => {
  it.each([
    ['a file that is no database', (folder: string) => join(folder, 'list.txt'), 'is not an SQLite database'],
    ['a server that does not answer', () => 'postgres://me:secret@127.0.0.1:1/shop', 'cannot be reached'],
    ['an address of no kind', () => 'mysql://localhost/shop', 'is not valid'],
  ])(
    'ends with exit 3 and one message: %s',
    async (_what, url, words) => {
      const folder = mkdtempSync(join(tmpdir(), 'tablewright-test-'))
      writeFileSync(join(folder, 'list.txt'), 'milk, eggs, bread')
      const outcome = await run(['apply', '--database', url(folder)])
      expect(outcome).toMatchObject({ exit: 3, stdout: '', stderr: expect.stringContaining(words) })
      expect(outcome.stderr).not.toContain('secret')
      expect(readFileSync(join(folder, 'list.txt'), 'utf8')).toBe('milk, eggs, bread')
      rmSync(folder, { recursive: true, force: true })
    },
    60_000,
  )
})
