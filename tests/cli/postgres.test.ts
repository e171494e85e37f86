/** Starting on PostgreSQL: an empty database is made, a changed one waits for a person. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exitCodes } from '../../cli/exit-codes.ts'
import { engines, type Place } from '../support/databases.ts'
import { freePort } from '../support/free-port.mjs'
import { buildOnce, run, start } from './command-line.ts'

let place: Place
let folder: string
beforeAll(async () => {
  await buildOnce()
  place = await engines.find((engine) => engine.name === 'postgresql')!.place()
  folder = mkdtempSync(join(tmpdir(), 'tablewright-postgres-'))
}, 120_000)
afterAll(async () => {
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts, waits until it serves or ended, stops. */
async function served(env: Readonly<Record<string, string>> = {}) {
  const port = await freePort()
  const { child, until, ended } = start(['serve', '--no-build'], {
    env: { PORT: String(port), TABLEWRIGHT_DATA: folder, DATABASE_URL: place.url, TABLEWRIGHT_DEMO: '0', ...env },
  })
  await until(/Press Ctrl-C/).catch(() => undefined)
  child.kill('SIGINT')
  return ended
}

async function sql(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe('PostgreSQL', () => {
  it('is made when it is empty, served when it is right, and left alone when it is behind', async () => {
    expect((await served()).stdout).toMatch(/First sign-in: admin/)
    expect((await served()).stdout).not.toMatch(/First sign-in/)

    await sql('alter table shop_unit drop column description')
    const behind = await served()
    expect(behind).toMatchObject({ exit: exitCodes.environment, stdout: '' })
    expect(behind.stderr).toMatch(/does not match the schemas yet.*tablewright plan.*tablewright apply/)
    expect(await columns()).not.toContain('description')

    const plan = await run(['plan', '--database', place.url])
    expect({ exit: plan.exit, isSql: /alter table .*shop_unit.* add column .*description/i.test(plan.stdout) }).toEqual(
      {
        exit: exitCodes.findings,
        isSql: true,
      },
    )
    expect((await run(['apply', '--database', place.url])).exit).toBe(exitCodes.ok)
    expect(await columns()).toContain('description')
    expect((await run(['plan', '--database', place.url])).exit).toBe(exitCodes.ok)
  }, 60_000)

  it('applies safe steps at start when the option is set', async () => {
    await sql('alter table shop_unit drop column description')
    expect((await served({ TABLEWRIGHT_AUTO_APPLY: '1' })).stdout).toMatch(/Tablewright is running/)
    expect(await columns()).toContain('description')
  }, 60_000)
})

const columns = async (): Promise<unknown[]> =>
  (
    await sql(
      'select column_name from information_schema.columns where table_schema = current_schema() and table_name = ' +
        "'shop_unit'",
    )
  ).map((row) => (row as { column_name: string }).column_name)
