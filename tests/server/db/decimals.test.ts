/**
 * Decimals of every scale on both engines: what is written is what is read, found, sorted, added up and exported, to
 * the last digit, and on PostgreSQL the columns have the figures that other people's SQL reads.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds, type FieldModel, type StoredValue, type TableModel } from 'tablewright/protocol'
import { runText } from '../../../runtime/server/db/run-text.ts'
import {
  applyPlan,
  findMany,
  planDatabase,
  prepareDatabase,
  storedValue,
  targetTable,
  unitOf,
  updateMany,
  type Database,
  type Row,
} from '../../../runtime/server/db/index.ts'
import { insertMany } from '../../../runtime/server/db/bulk-rows.ts'
import { readModelRows } from '../../../runtime/server/db/plan/metadata.ts'
import type { RecordedModel } from '../../../runtime/server/db/plan/recorded-model.ts'
import { storeChecks } from '../../../runtime/server/ops/doctor/store-checks.ts'
import { exportCsv } from '../../../runtime/server/records/export.ts'
import { engines, openAt, type TestDatabase } from '../../support/databases.ts'
import { storeIntegers } from '../../support/integer-storage.ts'
import { field, tableModel } from '../../support/models.ts'
import { index, query, scopeOn } from '../records/scope.ts'

const scales = [0, 1, 2, 3, 4, 5, 6] as const
const most = Number.MAX_SAFE_INTEGER
const nameOf = (scale: number): string => `d${scale}`
const decimals = scales.map((scale): FieldModel => field(nameOf(scale), 'decimal', { scale }))
const thing = tableModel('exact/thing', {
  search: ['name', 'd3'],
  softDelete: 'deletetime',
  indexes: [
    { name: 'd2', on: ['d2'], unique: false },
    { name: 'd4', on: ['d4', 'id'], unique: false },
  ],
  fields: [
    field('name', 'text'),
    ...decimals,
    field('least', 'decimal', { scale: 2, readOnly: true, minimum: -1.5, default: '-1.25' }),
  ],
})

const unit = fc.oneof(
  fc.constantFrom(0, 1, -1, 9, -9, 10, -10, 99, 100, -100, 101, 999_999, 1_000_000, -1_000_001),
  fc.constantFrom(most, -most, most - 1, 1 - most),
  fc.integer({ min: -2_000, max: 2_000 }),
  fc.maxSafeInteger(),
)
const row: fc.Arbitrary<Row> = fc.record(
  Object.fromEntries(scales.map((scale) => [nameOf(scale), fc.option(unit, { freq: 5 })])),
)
const textOf = (value: StoredValue, scale: number): string =>
  String(kinds.decimal.toWire(value, field('d', 'decimal', { scale })) ?? '')

describe.each(engines)('decimals on $name', (engine) => {
  const isPostgres = engine.name === 'postgresql'
  const given = fc.sample(row, { numRuns: 60, seed: 5 }).map((one, at): Row => ({ name: `n${at}`, ...one }))
  let database: TestDatabase
  let rows: readonly Row[]
  beforeAll(async () => {
    database = await engine.open([thing])
    const [first, second, third] = [given.slice(0, 20), given.slice(20, 40), given.slice(40)]
    await database.write(async (trx) => {
      await trx
        .insertInto('exact_thing')
        .values([...first])
        .execute()
      await insertMany(database, thing, trx, second)
      // What an update writes, at once or one by one.
      const empty = third.map(({ name }): Row => ({ name: name ?? null, d2: 5 }))
      const ids = await insertMany(database, thing, trx, empty)
      const changed = third.map(({ name: _name, ...values }, at): Row => ({ id: ids[at]!, ...values }))
      await updateMany(database, thing, trx, changed.slice(0, 10))
      for (const { id, ...values } of changed.slice(10))
        await trx.updateTable('exact_thing').set(values).where('id', '=', Number(id)).execute()
    })
    rows = (await database.query.selectFrom('exact_thing').selectAll().orderBy('id').execute()) as Row[]
  })
  afterAll(() => database?.dispose())

  it('are read as they were written, in whatever way', () => {
    const plain = rows.map(({ id: _id, version: _version, deletetime: _deletion, ...values }) => values)
    expect(plain).toEqual(given.map((one) => ({ ...one, least: -125 })))
  })

  it('are the figures that SQL of others reads, where the engine has exact decimals', async () => {
    const columns = scales.map((scale) => `cast(d${scale} as text) as d${scale}`).join(', ')
    const found = await runText(database.query, `select ${columns}, least from exact_thing order by id`)
    const expected = rows.map((one) =>
      Object.fromEntries(
        scales.map((scale) => {
          const value = one[nameOf(scale)] ?? null
          return [nameOf(scale), value === null ? null : isPostgres ? textOf(value, scale) : String(value)]
        }),
      ),
    )
    expect(found.map(({ least: _least, ...values }) => values)).toEqual(expected)
    if (!isPostgres) return
    expect(found[0]?.['least']).toBe('-1.25')
    await expect(
      database.write((trx) => runText(trx, "update exact_thing set least = -1.51 where name = 'n0'")),
    ).rejects.toThrow('exact_thing__least__floor')
  })

  it('are found by every operator, sorted, and shown with their digits', async () => {
    const scope = scopeOn(database, [thing])
    const operators = ['eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'RANGE', 'NOT RANGE', 'IN', 'NOT IN', 'LIKE', 'NULL']
    const asked = fc.record({
      scale: fc.constantFrom(...scales),
      by: fc.constantFrom(...scales),
      operator: fc.constantFrom(...operators),
      one: fc.constantFrom(...rows),
      other: unit,
      direction: fc.constantFrom('asc', 'desc'),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ scale, by, operator, one, other, direction }) => {
        const name = nameOf(scale)
        const value = Number(one[name] ?? 7)
        const [low, high] = [Math.min(value, other), Math.max(value, other)]
        const fits = (found: StoredValue): boolean => {
          if (operator === 'NULL') return found === null
          if (operator === 'ne' || operator.startsWith('NOT')) {
            if (found === null) return kinds.decimal.toWire(null, decimals[scale]!) !== null
          } else if (found === null) return false
          const number = Number(found)
          if (operator === 'eq') return number === value
          if (operator === 'ne') return number !== value
          if (operator === 'gt') return number > value
          if (operator === 'egt') return number >= value
          if (operator === 'lt') return number < value
          if (operator === 'elt') return number <= value
          if (operator === 'RANGE') return number >= low && number <= high
          if (operator === 'NOT RANGE') return number < low || number > high
          if (operator === 'LIKE') return textOf(found, scale).includes(textOf(value, scale))
          return [value, other].includes(number) === (operator === 'IN')
        }
        const ends = [low, high].map((end) => textOf(end, scale)).join()
        const list = [value, other].map((end) => textOf(end, scale)).join()
        const val = operator.endsWith('RANGE') ? ends : operator.endsWith('IN') ? list : textOf(value, scale)
        const raw =
          `search[0][field]=${name}&search[0][operator]=${operator}&search[0][val]=${val}` +
          `&order=${nameOf(by)},${direction}&limit=100`
        const sign = direction === 'asc' ? 1 : -1
        const order = (left: Row, right: Row): number => {
          const [a, b] = [left[nameOf(by)] ?? -Infinity, right[nameOf(by)] ?? -Infinity].map(Number)
          return sign * (a === b ? Number(left['id']) - Number(right['id']) : a! < b! ? -1 : 1)
        }
        const expected = rows.filter((each) => fits(each[name] ?? null)).toSorted(order)
        const { list: found } = await index(scope, thing, raw)
        const wire = (each: Row) => [
          each['id'],
          ...scales.map((digits) => textOf(each[nameOf(digits)] ?? null, digits)),
        ]
        expect(found.map((each) => [each['id'], ...scales.map((digits) => each[nameOf(digits)] ?? '')])).toEqual(
          expected.map(wire),
        )
      }),
      { numRuns: 150 },
    )
  })

  it('are found by the quick search and by their values, and exported with their digits', async () => {
    const scope = scopeOn(database, [thing])
    const known = rows.find(({ d3 }) => d3 !== null)!
    const part = textOf(known['d3'] ?? null, 3)
    const { list } = await index(scope, thing, `quickSearch=${part}&limit=100`)
    const holding = rows.filter(({ d3 }) => d3 !== null && textOf(d3 ?? null, 3).includes(part))
    expect(list.map((one) => one['id']).toSorted()).toEqual(holding.map(({ id }) => id).toSorted())
    for (const scale of scales) {
      const name = nameOf(scale)
      const wanted = rows.find((one) => one[name] !== null)!
      const same = await findMany(database, thing, database.query, [{ [name]: wanted[name] ?? null }], ['id', name])
      const whole = await findMany(database, thing, database.query, [{ [name]: wanted[name] ?? null }], null)
      expect(whole.find(({ id }) => id === wanted['id'])).toEqual(wanted)
      expect(same.map(({ id }) => id).toSorted()).toEqual(
        rows
          .filter((one) => one[name] === wanted[name])
          .map(({ id }) => id)
          .toSorted(),
      )
    }
    let csv = ''
    for await (const piece of await exportCsv(scope, thing, query('order=id,asc'))) csv += piece.toString()
    const lines = csv.trim().split(/\r?\n/).slice(1)
    expect(lines).toHaveLength(rows.length)
    for (const [at, one] of rows.entries())
      for (const scale of scales) {
        const value = one[nameOf(scale)] ?? null
        if (value !== null) expect(lines[at]).toContain(textOf(value, scale))
      }
  })

  it('add up exactly, and are raised by statements of our own', async () => {
    const table = sql.table('exact_thing')
    for (const scale of scales) {
      const small = rows.filter((one) => Math.abs(Number(one[nameOf(scale)] ?? 0)) < 2 ** 40)
      const column = sql.ref(nameOf(scale))
      const found = await sql<{ n: number }>`select sum(${column}) as n from ${table}
        where abs(${column}) < ${sql.lit(2 ** 40)}`.execute(database.query)
      expect(found.rows[0]?.n ?? 0).toBe(small.reduce((sum, one) => sum + Number(one[nameOf(scale)] ?? 0), 0))
    }
    const changed = await database.write(async (trx) => {
      const raised = sql`${unitOf('exact_thing', 'd6', null)} + 1`
      return sql<Row>`update ${targetTable('exact_thing')} set d6 = ${storedValue('exact_thing', 'd6', raised)}
        where ${unitOf('exact_thing', 'd6', null)} < ${sql.lit(most)}
        returning id, ${unitOf('exact_thing', 'd6', null)} as d6`.execute(trx)
    })
    const expected = rows.filter(({ d6 }) => d6 !== null && Number(d6) < most)
    expect(new Map(changed.rows.map(({ id, d6 }) => [id, d6]))).toEqual(
      new Map(expected.map(({ id, d6 }) => [id, Number(d6) + 1])),
    )
    const built = await database.write((trx) =>
      trx
        .updateTable('exact_thing')
        .set(({ eb }) => ({ d6: eb('d6', '-', 1) }))
        .where('d6', '>', -most)
        .where(
          'id',
          'in',
          [...expected].map(({ id }) => Number(id)),
        )
        .returning(['id', 'd6'])
        .execute(),
    )
    expect(built.find(({ id }) => id === expected[0]!['id'])).toEqual({
      id: expected[0]!['id'],
      d6: expected[0]!['d6'],
    })
    const removed = await database.write((trx) =>
      trx.deleteFrom('exact_thing').where('d2', '=', Number(rows[0]!['d2'])).returningAll().execute(),
    )
    expect(removed.map(({ d2 }) => d2)).toEqual(rows.filter(({ d2 }) => d2 === rows[0]!['d2']).map(({ d2 }) => d2))
  })

  it('are readable, and doctor names the column, where others wrote what is no such number', async () => {
    const scope = scopeOn(database, [thing])
    const checked = async () => {
      const check = storeChecks([thing]).find(({ name }) => name === 'database/numbers')
      return (await check?.find(scope, 5))?.list
    }
    const id = Number(rows[3]!['id'])
    const put = (value: string) =>
      database.write((trx) => runText(trx, `update exact_thing set d2 = ${value} where id in (${id}, ${id + 1})`))
    const digits = isPostgres ? '99999999999999.99' : '9999999999999999'
    const found = (value: string) => [
      { key: { table: 'exact_thing', column: 'd2', rows: 2, id }, found: value, expected: null },
    ]
    const wanted: readonly TableModel[] = [
      { ...thing, fields: thing.fields.map((one) => (one.name === 'd2' ? { ...one, scale: 3 } : one)) },
    ]
    expect(await checked()).toEqual([])
    await put(digits)
    expect(await checked()).toEqual(found(digits))
    if (isPostgres) {
      await put("'NaN'")
      expect(await checked()).toEqual(found('NaN'))
      const { list } = await index(scope, thing, `search[0][field]=id&search[0][operator]=eq&search[0][val]=${id}`)
      expect(list).toMatchObject([{ id, d2: null }])
      // A plan would lose it.
      const [step] = (await planDatabase(database, wanted)).steps.filter(({ kind }) => kind === 'convert')
      expect(step).toMatchObject({ class: 'guarded', rows: 2, sql: [] })
      expect(step?.reason.en).toContain(`${id}: NaN`)
    }
    // Whoever saves the record corrects it.
    const value = Number(rows[3]!['d2'] ?? 7)
    for (const one of [id, id + 1])
      await database.write((trx) => trx.updateTable('exact_thing').set({ d2: value }).where('id', '=', one).execute())
    expect(await checked()).toEqual([])
  })

  it.runIf(isPostgres)('are refused where a statement would use them in the wrong unit', async () => {
    const wrong: readonly (() => Promise<unknown>)[] = [
      () => sql`select d2 from exact_thing`.execute(database.query),
      () => sql`update ${sql.table('exact_thing')} set d2 = 1`.execute(database.query),
      () => sql`delete from ${sql.table('exact_thing')} where d2 = 1`.execute(database.query),
      () => sql`insert into exact_thing (d2) values (1)`.execute(database.query),
      () =>
        database.write((trx) =>
          trx
            .updateTable('exact_thing')
            .set({ d2: sql<number>`${sql.id('d2')} + 1` })
            .execute(),
        ),
    ]
    for (const run of wrong) await expect(run()).rejects.toThrow(TypeError)
  })
})

describe('decimals that an earlier version stored as integers', () => {
  const postgres = engines.find(({ name }) => name === 'postgresql')!
  const other = tableModel('exact/other', { fields: [field('name', 'text'), field('cost', 'decimal', { scale: 2 })] })
  const models: readonly TableModel[] = [thing, other]
  const given = fc.sample(row, { numRuns: 40, seed: 9 }).map((one, at): Row => ({ name: `n${at}`, ...one }))
  const contents = (database: Database) =>
    database.query.selectFrom('exact_thing').selectAll().orderBy('id').execute() as Promise<Row[]>

  /** Columns with figures that are packed, and copied before they are compared. */
  const packed = async (database: Database) => {
    const { rows } = await sql<{ name: string }>`select a.attname as name from pg_attribute a
      join pg_class t on t.oid = a.attrelid and t.relkind = 'r'
      where t.relnamespace = (select oid from pg_namespace where nspname = current_schema())
        and a.atttypid = 'numeric'::regtype and not a.attisdropped and a.attstorage <> 'p'`.execute(database.query)
    return rows.map(({ name }) => name)
  }

  it('become figures by one safe step for each table, exactly, and a second plan is empty', async () => {
    const place = await postgres.place()
    const [database, earlier] = [await openAt(place), await openAt(place)]
    try {
      await applyPlan(database, models)
      expect(await packed(database)).toEqual([])
      const catalogue = await database.adapter.catalogue(database.query)
      await database.write((trx) => insertMany(database, thing, trx, given))
      const before = await contents(database)
      await storeIntegers(database)
      expect(await contents(database)).toEqual(before)
      const { version, model } = await readModelRows(database.query)
      earlier.modelVersion.expect(JSON.parse(model ?? '') as RecordedModel, version)
      const { steps } = await planDatabase(database, models)
      expect(
        steps.filter(({ kind }) => kind !== 'add-search').map((step) => [step.kind, step.class, step.table]),
      ).toEqual([
        ['change-storage', 'safe', 'exact_other'],
        ['change-storage', 'safe', 'exact_thing'],
      ])
      expect(steps[0]?.reason.en).toContain('cost numeric(18,2)')
      // A server does not start over it, and the plan names it.
      await expect(prepareDatabase(database, models, false)).rejects.toThrow('exact_other')
      const applied = await applyPlan(database, models)
      expect(applied.steps.map(({ kind }) => kind)).toContain('change-storage')
      expect(await contents(database)).toEqual(before)
      expect(await planDatabase(database, models)).toMatchObject({ steps: [], notes: [] })
      expect(await database.adapter.catalogue(database.query)).toEqual(catalogue)
      expect(await packed(database)).toEqual([])
      // A process that knows of integers only would be out by a factor.
      const write = earlier.write((trx) => trx.insertInto('exact_other').values({ cost: 1 }).execute())
      await expect(write).rejects.toMatchObject({ code: 'outdated' })
    } finally {
      await earlier.close()
      await database.close()
      await place.remove()
    }
  })

  it('are converted together with a change of their meaning', async () => {
    const place = await postgres.place()
    const database = await openAt(place)
    const to = (more: Partial<FieldModel>, kind: FieldModel['kind'] = 'decimal'): readonly TableModel[] => [
      { ...other, fields: other.fields.map((one) => (one.name === 'cost' ? field('cost', kind, more) : one)) },
    ]
    try {
      await applyPlan(database, [other])
      await database.write((trx) =>
        trx
          .insertInto('exact_other')
          .values([{ cost: 1200 }, { cost: -100 }])
          .execute(),
      )
      await storeIntegers(database)
      const stored = async () =>
        (await database.query.selectFrom('exact_other').select('cost').orderBy('id').execute()).map(({ cost }) => cost)
      for (const [models, expected] of [
        [to({ scale: 4 }), [120_000, -10_000]],
        [to({}, 'integer'), [12, -1]],
        [to({ scale: 3 }), [12_000, -1000]],
        [to({}, 'text'), ['12.000', '-1.000']],
        [to({ scale: 2 }), [1200, -100]],
      ] as const) {
        expect((await planDatabase(database, models)).steps.map((step) => [step.kind, step.class])).toEqual([
          ['convert', 'safe'],
        ])
        await applyPlan(database, models)
        expect(await stored()).toEqual(expected)
        expect(await packed(database)).toEqual([])
        expect((await planDatabase(database, models)).steps).toEqual([])
      }
      await applyPlan(database, [{ ...other, fields: [...other.fields, field('more', 'decimal', { scale: 3 })] }])
      expect(await packed(database)).toEqual([])
    } finally {
      await database.close()
      await place.remove()
    }
  })

  it('are refused, with their number and examples, where a figure cannot have so many digits', async () => {
    const place = await postgres.place()
    const database = await openAt(place)
    try {
      await applyPlan(database, [other])
      await storeIntegers(database)
      await database.write((trx) =>
        runText(
          trx,
          `insert into exact_other (cost) values (999999999999999999), (-999999999999999999), (1000000000000000000),
            (-9223372036854775808)`,
        ),
      )
      const [step, ...others] = (await planDatabase(database, [other])).steps
      expect(others).toEqual([])
      expect(step).toMatchObject({ kind: 'change-storage', class: 'guarded', rows: 2, sql: [] })
      expect(step?.reason.en).toContain('3: 10000000000000000.00')
      await expect(applyPlan(database, [other])).rejects.toThrow('18 digits')
      await database.write((trx) => runText(trx, 'delete from exact_other where id > 2'))
      await applyPlan(database, [other])
      const found = await runText(database.query, 'select cast(cost as text) as cost from exact_other order by id')
      expect(found.map(({ cost }) => cost)).toEqual(['9999999999999999.99', '-9999999999999999.99'])
    } finally {
      await database.close()
      await place.remove()
    }
  })
})
