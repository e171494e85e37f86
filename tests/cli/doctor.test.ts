/** `tablewright doctor` and `rebuild` as a person runs them. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exitCodes } from '../../cli/exit-codes.ts'
import { buildOnce, run } from './command-line.ts'

let folder: string
beforeAll(async () => {
  await buildOnce()
  folder = mkdtempSync(join(tmpdir(), 'tablewright-doctor-'))
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('doctor and rebuild', () => {
  const data = () => join(folder, 'data')
  const file = () => join(data(), 'tablewright.sqlite')
  const doctor = (...words: readonly string[]) => run(['doctor', ...words, '--data', data()])

  it('want a database, and make none', async () => {
    for (const command of ['doctor', 'rebuild']) {
      const { exit, stderr } = await run([command, '--data', data()])
      expect([exit, stderr]).toEqual([
        exitCodes.environment,
        expect.stringContaining('There is no Tablewright database'),
      ])
    }
    expect(existsSync(file())).toBe(false)
  })

  it('name what was checked, what is wrong and how it is repaired, and change nothing', async () => {
    await run(['seed', '--data', data()])
    const clean = await doctor()
    expect([clean.exit, clean.stderr]).toEqual([exitCodes.ok, ''])
    expect(clean.stdout).toContain('Nothing is wrong. Checks: ')
    const database = new Sqlite(file())
    database.pragma('foreign_keys = off')
    const { changes } = database.prepare('update shop_product set category_id = 99999 where id in (1, 2, 3)').run()
    expect(changes).toBe(3)
    const { total } = database.prepare('select total_changes() as total').get() as { total: number }
    expect(total).toBe(3)
    database.close()
    const { exit, stdout } = await doctor('--limit', '2')
    expect(exit).toBe(exitCodes.findings)
    expect(stdout).toMatch(/✗ Products: what records refer to exists and is not deleted {2}shop\/product\/references/)
    expect(stdout).toContain('    id 1, field category_id: 99999\n')
    expect(stdout).toContain('    And 1 more.\n')
    expect(stdout).toContain('    Repair: open these records in the back office and correct them.\n')
    expect(stdout).toContain('shop_product → shop_category')
    const json = JSON.parse((await doctor('--json', '--only', 'shop/product')).stdout) as {
      ok: boolean
      checks: { name: string; count: number; findings: unknown[] }[]
    }
    expect([json.ok, json.checks.map(({ name, count }) => [name, count])]).toEqual([
      false,
      [['shop/product/references', 3]],
    ])
    expect((await doctor('--only', 'shop/nothing')).exit).toBe(exitCodes.usage)
    expect((await doctor('--limit', 'many')).stderr).toContain('whole number')
  })

  it('agree with a backup that was restored', async () => {
    const target = join(folder, 'monday')
    const database = new Sqlite(file())
    database
      .prepare(
        `insert into attachment (topic, url, name, size, mimetype, storage, sha1, version)
         values ('default', '/cloud/admin/1/20261123/default/a.pdf', 'a.pdf', 1, 'application/pdf',
           'cos/admin/1', ?, 1)`,
      )
      .run('0'.repeat(40))
    database.close()
    const written = await run(['backup', '--out', target, '--data', data()])
    expect([written.exit, written.stdout]).toEqual([
      exitCodes.ok,
      expect.stringContaining(`tablewright restore ${target}`),
    ])
    expect(written.stdout).toContain('Files in the cloud store are not part of the backup: 1.')
    expect(written.stdout).toContain(`secret.key is not part of it: keep ${join(data(), 'secret.key')} elsewhere.`)
    expect((await run(['backup', '--out', target, '--data', data()])).exit).toBe(exitCodes.refused)
    expect((await run(['restore', target, '--data', data()])).exit).toBe(exitCodes.refused)
    const restored = await run(['restore', target, '--force', '--data', data()])
    expect([restored.exit, restored.stdout]).toEqual([exitCodes.ok, expect.stringContaining('replaced-')])
    expect((await doctor('--only', 'shop/product')).exit).toBe(exitCodes.findings)
    const elsewhere = join(folder, 'elsewhere')
    expect((await run(['restore', target, '--data', elsewhere])).exit).toBe(exitCodes.ok)
    expect((await run(['doctor', '--only', 'database/integrity', '--data', elsewhere])).exit).toBe(exitCodes.findings)
  })

  it('derive nothing where there is no ledger', async () => {
    const { exit, stdout } = await run(['rebuild', '--apply', '--data', data()])
    expect([exit, stdout]).toEqual([exitCodes.ok, 'Nothing differs; there is nothing to do.\n'])
  })
})
