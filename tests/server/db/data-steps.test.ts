/** Data steps of modules (`migrations`): each runs once, in order, in a transaction of its own. */
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Migration } from 'tablewright/server'
import { system } from '#generated/system/index.ts'
import { applyAll } from '../../../runtime/server/apply-all.ts'
import { composeServer } from '../../../runtime/server/compose.ts'
import {
  applyPlan,
  DatabaseError,
  planDatabase,
  planSql,
  prepareDatabase,
  withDataSteps,
  type Database,
  type DataStep,
} from '../../../runtime/server/db/index.ts'
import { openOffline, type OfflineOptions } from '../../../runtime/server/offline.ts'
import { engines, openAt, type Place } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'
import { shop } from '../../support/shop.ts'

const label = { 'zh-cn': '整理', en: 'Tidy up' }
const programOf = (migrations: readonly Migration[]) => {
  const modules = [
    { manifest: shop.manifest, server: { name: 'shop', migrations } },
    { manifest: system, server: null },
  ]
  return composeServer({ modules, describeTables: async () => ({}) })
}
type Program = ReturnType<typeof programOf>

describe.each(engines)('data steps on $name', (engine) => {
  let place: Place
  let database: Database
  beforeEach(async () => {
    place = await engine.place()
    database = await openAt(place)
  })
  afterEach(async () => {
    await database.close()
    await place.remove()
  })

  const apply = async (program: Program, on = database, options = {}) =>
    program.applyPlan(on, await program.models(), { backup: false, language: 'en', ...options })
  const planOf = async (program: Program) =>
    program.planAt(place.url, await program.models(), { readerScript: inject('reader') })
  const problemOf = async (work: Promise<unknown>): Promise<DatabaseError> => {
    const problem = await work.then(
      () => null,
      (error: unknown) => error,
    )
    expect(problem).toBeInstanceOf(DatabaseError)
    return problem as DatabaseError
  }
  const offline = (more: Partial<OfflineOptions> = {}): OfflineOptions => ({
    dataFolder: '/nowhere',
    databaseUrl: place.url,
    autoApply: false,
    readerScript: inject('reader'),
    validatorsRoot: '/nowhere',
    version: '0.0.0-test',
    language: 'en',
    ...more,
  })
  const names = async () =>
    (await database.query.selectFrom('shop_brand').select('name').orderBy('id').execute()).map((row) => row['name'])
  const addBrand = (name: string) => ({
    name: `shop/add-${name.toLowerCase()}`,
    label,
    sql: [`insert into shop_brand (name, version, createtime, updatetime) values ('${name}', 1, 0, 0)`],
  })
  const upper: Migration = {
    name: 'shop/upper',
    label,
    sql: {
      sqlite: ["update shop_brand set name = upper(name) || ' on sqlite'"],
      postgresql: ["update shop_brand set name = upper(name) || ' on postgresql'"],
    },
  }
  const byCode: Migration = {
    name: 'shop/by-code',
    label,
    async run({ records }) {
      for (const brand of await records.find('shop/brand'))
        await records.update('shop/brand', Number(brand['id']), { introduce: `was ${String(brand['name'])}` })
      await records.create('shop/brand', { name: 'Made by code' })
    },
  }

  it('are shown in the plan with their hash, run once and in order, and are noted', async () => {
    await apply(programOf([]))
    const program = programOf([addBrand('Acme'), upper, byCode])
    const plan = await planOf(program)
    expect(plan.steps.map(({ kind, table, class: kind_ }) => [kind, table, kind_])).toEqual([
      ['migrate', 'shop/add-acme', 'safe'],
      ['migrate', 'shop/upper', 'safe'],
      ['migrate', 'shop/by-code', 'safe'],
    ])
    const text = planSql(plan, 'en')
    for (const { hash } of plan.steps) expect(text).toContain(`(${hash})`)
    expect(text).toContain(`|| ' on ${engine.name}';`)
    expect(plan.hash).not.toBe((await planOf(programOf([addBrand('Acme')]))).hash)
    expect(await names()).toEqual([])

    const applied = await apply(program)
    expect(applied.steps.map(({ table }) => table)).toEqual(['shop/add-acme', 'shop/upper', 'shop/by-code'])
    expect(await names()).toEqual([`ACME on ${engine.name}`, 'Made by code'])
    const log = await database.query.selectFrom('admin_log').select(['title', 'data']).orderBy('id').execute()
    expect(log.map(({ data }) => String(data)).every((data) => data.includes('shop/by-code'))).toBe(true)
    expect(log).toHaveLength(2)
    const book = await database.query.selectFrom('tablewright_plan').select(['hash', 'sql']).orderBy('id').execute()
    expect(book.slice(-3).map(({ hash }) => hash)).toEqual(plan.steps.map(({ hash }) => hash))

    expect((await planOf(program)).steps).toEqual([])
    expect((await apply(program)).steps).toEqual([])
    expect(await names()).toHaveLength(2)
  })

  it('leave nothing of a step that fails, keep those before it, and go on with it when it is corrected', async () => {
    await apply(programOf([]))
    const broken: Migration = {
      name: 'shop/upper',
      label,
      async run({ records, trx }) {
        await records.create('shop/brand', { name: 'Half done' })
        await trx.deleteFrom('shop_brand' as never).execute()
        throw new Error('it does not fit')
      },
    }
    const problem = await problemOf(apply(programOf([addBrand('Acme'), broken, byCode])))
    expect(problem).toMatchObject({ code: 'data_step', class: 'refused' })
    expect(problem.messageIn('en')).toMatch(/shop\/upper \(Tidy up\).*failed \(it does not fit\)\..*rolled back/)
    expect(problem.messageIn('zh-cn')).toMatch(/shop\/upper（整理）失败（it does not fit）。/)
    expect(await names()).toEqual(['Acme'])
    expect((await planOf(programOf([addBrand('Acme'), upper]))).steps.map(({ table }) => table)).toEqual(['shop/upper'])
    // What a record refuses is said as people would read it.
    const empty: Migration = {
      name: 'shop/upper',
      label,
      run: async ({ records }) => void (await records.create('shop/brand', {})),
    }
    expect((await problemOf(apply(programOf([empty])))).messageIn('en')).toMatch(
      /failed \(.*Name.*\)\. .*earlier steps stay/,
    )
    const applied = await apply(programOf([addBrand('Acme'), upper, byCode]))
    expect(applied.steps.map(({ table }) => table)).toEqual(['shop/upper', 'shop/by-code'])
    expect(await names()).toEqual([`ACME on ${engine.name}`, 'Made by code'])
  })

  it('run once where servers start at the same time', async () => {
    await apply(programOf([]))
    const program = programOf([addBrand('Acme'), upper, byCode])
    const others = await Promise.all([openAt(place), openAt(place)])
    const applied = await Promise.all([database, ...others].map((one) => apply(program, one)))
    await Promise.all(others.map((one) => one.close()))
    expect(await names()).toEqual([`ACME on ${engine.name}`, 'Made by code'])
    expect(applied.flatMap(({ steps }) => steps.map(({ table }) => table)).sort()).toEqual([
      'shop/add-acme',
      'shop/by-code',
      'shop/upper',
    ])
  })

  it('are not needed by a new database, nor by the tables of a new module', async () => {
    const program = programOf([addBrand('Acme')])
    const isNeeded = async () => (await planOf(program)).steps.some(({ kind }) => kind === 'migrate')
    expect(await isNeeded()).toBe(false)
    const empty = await engine.place()
    const all = await Promise.all([openAt(empty), openAt(empty), openAt(empty)])
    await Promise.all(all.map((one) => apply(program, one)))
    for (const one of all) expect(await one.query.selectFrom('shop_brand').select('name').execute()).toEqual([])
    await Promise.all(all.map((one) => one.close()))
    await empty.remove()
    const alone = composeServer({ modules: [{ manifest: system, server: null }], describeTables: async () => ({}) })
    await alone.applyPlan(database, await alone.models(), { backup: false })
    expect(await isNeeded()).toBe(false)
    await apply(program)
    expect(await names()).toEqual([])
    expect((await planOf(program)).steps).toEqual([])
    const later = programOf([addBrand('Acme'), addBrand('Later')])
    expect((await apply(later)).steps.map(({ table }) => table)).toEqual(['shop/add-later'])
  })

  it('that were changed after they ran are named by plan, apply and doctor, and do not run again', async () => {
    await apply(programOf([]))
    await apply(programOf([addBrand('Acme'), byCode]))
    const before = await names()
    const changed = programOf([
      { ...addBrand('Acme'), sql: ["insert into shop_brand (name) values ('Other')"] },
      { name: 'shop/by-code', label, run: async ({ records }) => void (await records.find('shop/brand')) },
    ])
    const notes = [...(await planOf(changed)).notes, ...(await apply(changed)).notes].map(({ en }) => en)
    expect(notes.filter((note) => note.includes('was changed after it ran'))).toHaveLength(4)
    expect(notes.join(' ')).toMatch(/shop\/add-acme .*does not run again.*shop\/by-code/s)
    expect(await names()).toEqual(before)
    const report = async (program: Program) => {
      const { scope, close } = await openOffline(program.modules, offline({ existing: 'read' }))
      const [found] = await program.doctor(scope, { limit: 9, only: ['system/data_steps'] }).finally(close)
      return found
    }
    expect(await report(changed)).toMatchObject({
      count: 2,
      repair: 'code',
      findings: [{ key: { name: 'shop/add-acme' } }, { key: { name: 'shop/by-code' } }],
    })
    expect(await report(programOf([addBrand('Acme'), byCode]))).toMatchObject({ count: 0 })
  })

  it('run when a server may change its database, and otherwise keep it from starting', async () => {
    await apply(programOf([]))
    const { modules } = programOf([addBrand('Acme')])
    for (const more of [{}, { existing: 'write' }, { existing: 'read' }] as const) {
      const problem = await problemOf(openOffline(modules, offline(more)))
      expect(problem.code).toBe('behind')
      expect(problem.messageIn('en')).toContain('Data step shop/add-acme')
    }
    expect(await names()).toEqual([])
    await (await openOffline(modules, offline({ autoApply: true }))).close()
    expect(await names()).toEqual(['Acme'])
    await (await openOffline(modules, offline())).close()
  })

  it('fill in what a field requires, from columns of the former schema', async () => {
    const before = tableModel('t/person', {
      fields: [field('name', 'text'), field('size', 'integer'), field('old', 'text')],
    })
    const after = tableModel('t/person', {
      fields: [field('name', 'text'), field('size', 'integer', { required: true })],
    })
    await applyPlan(database, [before])
    await database.write((trx) => trx.insertInto('t_person').values({ name: 'Ann', old: '42', version: 1 }).execute())
    const step: DataStep = {
      name: 't/size',
      label,
      hash: 'one',
      sql: [],
      tables: ['t_person'],
      run: async (trx) => {
        const [row] = await trx.selectFrom('t_person').selectAll().execute()
        await trx
          .updateTable('t_person')
          .set({ size: Number(row?.['old']) })
          .execute()
      },
    }
    await expect(prepareDatabase(database, [after], true)).rejects.toMatchObject({ code: 'unsafe' })
    const plan = async () => withDataSteps(database, await planDatabase(database, [after]), [step])
    const { hash, steps } = await plan()
    expect(steps.map(({ kind }) => kind)).toEqual(['drop-column', 'require-value', 'migrate'])
    await expect(applyAll(database, [after], [step], { plan: 'other', backup: false })).rejects.toMatchObject({
      code: 'other_plan',
    })
    const applied = await applyAll(database, [after], [step], { plan: hash, backup: false })
    expect(applied.steps.map(({ kind }) => kind)).toEqual(['migrate', 'require-value'])
    expect(applied.left.map(({ kind }) => kind)).toEqual(['drop-column'])
    expect(await database.query.selectFrom('t_person').select(['name', 'size']).execute()).toEqual([
      { name: 'Ann', size: 42 },
    ])
    expect((await plan()).steps.map(({ kind }) => kind)).toEqual(['drop-column'])
  })
})

it('are refused by a name that is not of their module, or is there twice', async () => {
  const place = await engines[0]!.place()
  const database = await openAt(place)
  const refused = async (...all: string[]) =>
    programOf(all.map((name) => ({ name, label, sql: [] }))).applyPlan(database, [], { backup: false })
  await expect(refused('depot/tidy')).rejects.toThrow('the name of the data step depot/tidy must begin with shop/')
  await expect(refused('shop/tidy', 'shop/tidy')).rejects.toThrow('two data steps are called shop/tidy')
  await database.close()
  await place.remove()
})
