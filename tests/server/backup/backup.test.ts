/** Backups of a database with writers, and their return: the same on both engines. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBackup, restoreBackup } from '../../../runtime/server/ops/backup/backup.ts'
import { allChecks, runDoctor } from '../../../runtime/server/ops/doctor/doctor.ts'
import { planDatabase, requireTables, type Row } from '../../../runtime/server/db/index.ts'
import { postDocument } from '../../../runtime/server/records/ledger/index.ts'
import { engines, openAt, type Place } from '../../support/databases.ts'
import { applyPlan, type Database } from '../../../runtime/server/db/index.ts'
import { models } from '../http/running-app.ts'
import { callOf, depot, depotScope, order, seedDepot, type Stocked } from '../ledger/depot.ts'

describe.each(engines)('a backup on $name', (engine) => {
  let folder: string
  let from: Place
  let database: Database
  let stocked: Stocked
  const uploads = () => join(folder, 'uploads')

  beforeAll(async () => {
    from = await engine.place()
    database = await openAt(from)
    await applyPlan(database, depot)
    stocked = await seedDepot(database)
  })
  afterAll(async () => {
    await database?.close()
    await from?.remove()
  })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tablewright-backup-'))
    mkdirSync(join(uploads(), 'a'), { recursive: true })
    mkdirSync(join(uploads(), '.incoming'))
    writeFileSync(join(uploads(), 'a', 'one.webp'), 'one')
    writeFileSync(join(uploads(), '.incoming', 'half.part'), 'half')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const receive = async (quantity: number): Promise<void> => {
    const { products, shelves } = stocked
    const receipt = await order(database, 'receipt', [[products[0]!, shelves[0]!, quantity]])
    await database.write(async (trx) =>
      postDocument(await callOf(depotScope(database), trx, 'receipt', receipt), 'receive'),
    )
  }
  const backUp = (target = join(folder, 'backup')) =>
    createBackup({ databaseUrl: from.url, uploadFolder: uploads(), target, version: '1.0.0', now: 1_795_000_000 })
  const leaveOut = (target: string, without: string) =>
    createBackup({ databaseUrl: from.url, uploadFolder: uploads(), target, version: '1', now: 1_795_000_000, without })
  const restoreTo = (url: string, replaced: string | null = null, source = join(folder, 'backup')) =>
    restoreBackup({ source, databaseUrl: url, uploadFolder: join(folder, 'restored'), replaced })
  const rowsOf = async (one: Database): Promise<Record<string, Row[]>> =>
    Object.fromEntries(
      await Promise.all(
        depot.map(
          async ({ table }) =>
            [table, (await sql<Row>`select * from ${sql.table(table)} order by id`.execute(one.query)).rows] as const,
        ),
      ),
    )

  /** Opens a place, lets the work run and removes it. */
  async function inPlace<T>(work: (url: string, open: () => Promise<Database>) => Promise<T>): Promise<T> {
    const place = await engine.place()
    const opened: Database[] = []
    try {
      return await work(place.url, async () => {
        opened.push(await openAt(place))
        return opened.at(-1)!
      })
    } finally {
      for (const one of opened) await one.close()
      await place.remove()
    }
  }

  it('leaves out uploads for one purpose, on request', async () => {
    for (const name of ['recording', 'recordings']) {
      mkdirSync(join(uploads(), name), { recursive: true })
      writeFileSync(join(uploads(), name, 'lesson.webm'), name)
    }
    await leaveOut(join(folder, 'backup'), 'recording')
    const copies = readdirSync(join(folder, 'backup', 'files'), { recursive: true, encoding: 'utf8' })
    expect(copies.filter((path) => path.endsWith('.webm'))).toEqual([join('recordings', 'lesson.webm')])
  })

  it('returns every row, table, guard and counter, and the files', async () => {
    await receive(1_500)
    const report = await backUp()
    expect(report).toMatchObject({ files: 1, created: 1_795_000_000 })
    expect(readdirSync(folder).toSorted()).toEqual(['backup', 'uploads'])
    await inPlace(async (url, open) => {
      expect(await restoreTo(url)).toMatchObject({ files: 1, replaced: null })
      const restored = await open()
      expect(await rowsOf(restored)).toEqual(await rowsOf(database))
      await requireTables(restored, depot)
      expect((await planDatabase(restored, depot)).steps).toEqual([])
      await expect(restored.write((trx) => sql`delete from depot_book`.execute(trx))).rejects.toThrow()
      // The next ids follow those that were there.
      const last = await database.query
        .selectFrom('depot_unit')
        .select(({ fn }) => fn.max('id').as('id'))
        .execute()
      const { id } = await restored.write((trx) =>
        trx.insertInto('depot_unit').values({ name: 'box' }).returning('id').executeTakeFirstOrThrow(),
      )
      expect(Number(id)).toBe(Number(last[0]!.id) + 1)
      expect(readFileSync(join(folder, 'restored', 'a', 'one.webp'), 'utf8')).toBe('one')
    })
  })

  it('has the tables of every module', async () => {
    const all = await models()
    await inPlace(async (url, open) => {
      await applyPlan(await open(), all)
      await createBackup({
        databaseUrl: url,
        uploadFolder: uploads(),
        target: join(folder, 'all'),
        version: '1',
        now: 1,
      })
      await inPlace(async (to, openRestored) => {
        await restoreTo(to, null, join(folder, 'all'))
        expect((await planDatabase(await openRestored(), all)).steps).toEqual([])
      })
    })
  })

  it('is taken at one moment while 64 others post: the doctor finds nothing in it', async () => {
    let [isOver, count] = [false, 0]
    const writers = Array.from({ length: 64 }, async () => {
      while (!isOver) {
        // On a busy machine a connection may not be free in time: clients are told so and come again.
        const isPosted = await receive(1_000).then(
          () => true,
          (error: unknown) => (/timeout exceeded/.test(String(error)) ? false : Promise.reject(error)),
        )
        if (isPosted) count += 1
      }
    })
    let before = 0
    try {
      await expect.poll(() => count).toBeGreaterThan(64)
      before = count
      await backUp()
      expect(count).toBeGreaterThan(before)
    } finally {
      isOver = true
      await Promise.all(writers)
    }
    await inPlace(async (url, open) => {
      await restoreTo(url)
      const scope = depotScope(await open())
      const reports = await runDoctor(scope, allChecks(scope, []), { limit: 3 })
      expect(reports.filter(({ count }) => count > 0)).toEqual([])
      const rows = await scope.database.query.selectFrom('depot_book').select('id').execute()
      expect(rows.length).toBeGreaterThanOrEqual(before)
    })
  })

  it('is refused where something is already, and replaces nothing unasked', async () => {
    await backUp()
    await expect(backUp()).rejects.toMatchObject({ code: 'exists' })
    expect(readdirSync(folder).toSorted()).toEqual(['backup', 'uploads'])
    const before = await rowsOf(database)
    await expect(restoreTo(from.url)).rejects.toMatchObject({ code: 'exists' })
    expect(await rowsOf(database)).toEqual(before)
    // A server has the SQLite file open; an existing PostgreSQL database is never replaced.
    await expect(restoreTo(from.url, 'replaced')).rejects.toMatchObject({
      code: engine.name === 'sqlite' ? 'in_use' : 'exists',
    })
    expect(await rowsOf(database)).toEqual(before)
    await receive(1_000)
  })

  it('T51 is restored whole or not at all', async () => {
    await backUp()
    const copy = readdirSync(join(folder, 'backup')).find((name) => name.startsWith('database'))!
    await inPlace(async (url) => {
      await expect(restoreTo(url, null, join(folder, 'uploads'))).rejects.toMatchObject({ code: 'none' })
      appendFileSync(join(folder, 'backup', 'files', 'a', 'one.webp'), 'x')
      await expect(restoreTo(url)).rejects.toMatchObject({ code: 'damaged' })
      writeFileSync(join(folder, 'backup', 'files', 'a', 'one.webp'), 'one')
      const bytes = readFileSync(join(folder, 'backup', copy))
      appendFileSync(join(folder, 'backup', copy), 'x')
      await expect(restoreTo(url)).rejects.toMatchObject({ code: 'damaged' })
      writeFileSync(join(folder, 'backup', copy), bytes)
      const manifest = join(folder, 'backup', 'manifest.json')
      // Where a path of the manifest would lead to.
      writeFileSync(join(folder, 'backup', 'one.webp'), 'one')
      const text = readFileSync(manifest, 'utf8')
      for (const [found, code] of [
        [text.replace('a/one.webp', 'a/../../one.webp'), 'damaged'],
        [text.replace('"format": 1', '"format": 2'), 'newer'],
        [text.replace(copy, 'database.other'), 'other_engine'],
        ['{', 'damaged'],
      ] as const) {
        writeFileSync(manifest, found)
        await expect(restoreTo(url)).rejects.toMatchObject({ code })
      }
      expect(existsSync(join(folder, 'restored'))).toBe(false)
    })
  })
})

describe('a backup of SQLite', () => {
  it('replaces a database that nobody uses, and keeps a copy of it', async () => {
    const [sqlite] = engines
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-backup-'))
    const place = await sqlite!.place()
    const options = { databaseUrl: place.url, uploadFolder: join(folder, 'uploads') }
    const units = async (one: Database) => (await one.query.selectFrom('depot_unit').select('name').execute()).length
    try {
      const first = await openAt(place)
      await applyPlan(first, depot)
      await seedDepot(first)
      await createBackup({ ...options, target: join(folder, 'backup'), version: '1', now: 1 })
      await first.write((trx) => trx.insertInto('depot_unit').values({ name: 'later' }).execute())
      await first.close()
      const restored = await restoreBackup({ ...options, source: join(folder, 'backup'), replaced: 'replaced-now' })
      expect(restored.replaced).toMatch(/backups\/replaced-now\.sqlite$/)
      const second = await openAt(place)
      expect(await units(second)).toBe(1)
      await second.close()
      const kept = await openAt({ url: restored.replaced!, remove: async () => {} })
      expect(await units(kept)).toBe(2)
      await kept.close()
    } finally {
      await place.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
