/** Statements on tables with NUMERIC columns, as they are sent, also where tables of other applications are adopted. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { AdoptedPlugin } from '../../../runtime/server/db/adopted/adopted-plugin.ts'
import { AdoptedTables } from '../../../runtime/server/db/adopted/adopted-tables.ts'
import { postgresAdopted } from '../../../runtime/server/db/adopted/postgres.ts'
import { comparedColumn, storedValue, targetTable, unitOf, type Tables } from '../../../runtime/server/db/index.ts'
import { NumericColumns } from '../../../runtime/server/db/postgres/numeric-columns.ts'
import { NumericPlugin } from '../../../runtime/server/db/postgres/numeric-plugin.ts'

/** A catalogue with one such table, read as that of a database is. */
class Columns extends NumericColumns {
  constructor() {
    super()
    this.take([
      { table: 'goods', name: 'id', type: 'bigint' },
      { table: 'goods', name: 'name', type: 'text' },
      { table: 'goods', name: 'price', type: 'numeric(18,2)' },
    ])
  }
}

const numeric = new NumericPlugin(new Columns())
const adopted = new AdoptedPlugin(new AdoptedTables([], postgresAdopted))

describe.each([
  ['alone', [numeric]],
  ['with adopted tables', [adopted, numeric]],
])('statements on tables with decimals, %s', (_what, plugins) => {
  const db = new Kysely<Tables>({
    plugins,
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const unit = (alias = 'r.') => `cast(nullif(${alias}"price", 'NaN') * 100 as bigint)`
  const text = (query: { compile(by: typeof db): { readonly sql: string } }): string =>
    query.compile(db).sql.replace(/\s+/g, ' ')

  it('read integers, of the columns they name', () => {
    expect(db.selectFrom('goods').select('price').where('price', '>', 5).compile().sql).toBe(
      `select "price" from (select ${unit()} as "price" from "goods" as r) as "goods" where "price" > $1`,
    )
    const all = `(select r."id", r."name", ${unit()} as "price" from "goods" as r)`
    expect(text(sql`select g.* from ${sql.table('goods')} as g`)).toBe(`select g.* from ${all} as g`)
    expect(text(sql`select g.* from ${sql.table('goods')} g`)).toBe(`select g.* from ${all} g`)
    expect(text(sql`select count(*) from ${sql.table('goods')} where price > 5`)).toBe(
      `select count(*) from (select ${unit()} as "price" from "goods" as r) as "goods" where price > 5`,
    )
    expect(text(sql`select id from ${sql.table('other')}`)).toBe('select id from "other"')
  })

  it('compare and sort the columns themselves', () => {
    const value = storedValue('goods', 'price', sql`${5}`)
    expect(
      text(sql`select id from ${sql.table('goods')} as g where ${comparedColumn('goods', 'price', 'g')} > ${value}`),
    ).toBe(
      `select id from (select r."id", ${unit()} as "price", r."price" as "price#" from "goods" as r) as g ` +
        'where "g"."price#" > (cast($1 as numeric) * 0.01)',
    )
  })

  it('write figures', () => {
    expect(
      db
        .insertInto('goods')
        .values([
          { name: 'a', price: 5 },
          { name: 'b', price: null },
        ])
        .onConflict((on) => on.column('id').doUpdateSet({ price: sql<number>`excluded.${sql.id('price')}`, name: 'c' }))
        .returning(['id', 'price'])
        .compile().sql,
    ).toBe(
      'insert into "goods" ("name", "price") values ($1, (cast($2 as numeric) * 0.01)), ' +
        '($3, (cast($4 as numeric) * 0.01)) on conflict ("id") do update set "price" = excluded."price", "name" = $5 ' +
        `returning "id" as "id", ${unit('"goods".')} as "price"`,
    )
    expect(
      db
        .updateTable('goods as g')
        .set(({ eb }) => ({ price: eb('price', '+', 1) }))
        .where('price', '<', 9)
        .compile().sql,
    ).toBe(
      `update "goods" as "g" set "price" = (cast(${unit('"g".')} + $1 as numeric) * 0.01) where ${unit('"g".')} < $2`,
    )
    const raised = sql`${unitOf('goods', 'price', 'g')} + 1`
    expect(text(sql`update ${targetTable('goods')} as g set price = ${storedValue('goods', 'price', raised)}`)).toBe(
      `update "goods" as g set price = (cast(${unit('"g".')} + 1 as numeric) * 0.01)`,
    )
  })

  it('are refused where they would use the wrong unit', () => {
    const goods = sql.table('goods')
    for (const wrong of [
      () => text(sql`select price from goods`),
      () => text(sql`update ${goods} set price = 1`),
      () => text(sql`insert into ${goods} (price) values (1)`),
      () => text(sql`delete from ${goods} where price = 1`),
      () =>
        db
          .updateTable('goods')
          .set({ price: sql<number>`${sql.id('price')} + 1` })
          .compile(),
      () =>
        db
          .updateTable('goods')
          .set({ price: sql<number>`price + 1` })
          .compile(),
      () =>
        db
          .deleteFrom('goods')
          .where(sql<boolean>`${sql.id('price')} > 1`)
          .compile(),
      () => db.insertInto('goods').columns(['price']).expression(db.selectFrom('other').select('price')).compile(),
    ])
      expect(wrong).toThrow(TypeError)
  })
})
