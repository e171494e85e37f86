/** Queries are compiled once for each form; what they say must not differ from a query that is compiled alone. */
import {
  Kysely,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  DummyDriver,
  type Compilable,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import { createCompiler } from '../../../runtime/server/db/caching-compiler.ts'
import type { Tables } from '../../../runtime/server/db/index.ts'

/** A database whose compiler counts what it compiles. */
function databaseOf(isCached: boolean): { readonly database: Kysely<Tables>; readonly compiled: () => number } {
  let compiled = 0
  class Counting extends SqliteQueryCompiler {
    override compileQuery(...query: Parameters<SqliteQueryCompiler['compileQuery']>) {
      compiled++
      return super.compileQuery(...query)
    }
  }
  const compiler = isCached ? createCompiler(new Counting(), []) : new Counting()
  const dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => compiler,
  }
  return { database: new Kysely<Tables>({ dialect }), compiled: () => compiled }
}

type Build = (database: Kysely<Tables>, one: number | string, other: number | string | null) => Compilable

/** One form each. */
const forms: Readonly<Record<string, Build>> = {
  select: (database, one, other) =>
    database.selectFrom('thing').selectAll().where('a', '=', one).where('b', '>', other).limit(3).offset(Number(one)),
  list: (database, one, other) => database.selectFrom('thing').select('id').where('a', 'in', [one, other, one]),
  insert: (database, one, other) =>
    database
      .insertInto('thing')
      .values([
        { a: one, b: other },
        { a: other, b: one },
      ])
      .onConflict((on) => on.column('a').doUpdateSet({ b: one }).where('thing.b', '=', other))
      .returning('id'),
  update: (database, one, other) =>
    database
      .updateTable('thing')
      .set({ a: other, b: sql`b + ${one}` })
      .where('id', '=', one),
  written: (database, one, other) => {
    const term = sql`${one}`
    const query = sql`select ${term} + ${other} * ${term} from ${sql.table('thing')} where ${sql.id('a')} = ${one}`
    return { compile: () => query.compile(database) }
  },
}

describe('a compiler that stores forms', () => {
  it.each(Object.entries(forms))('answers %s as one that does not, and compiles it once', (_name, build) => {
    const cached = databaseOf(true)
    const alone = databaseOf(false)
    for (const [one, other] of [
      [1, 2],
      [3, 'four'],
      ['one', null],
      [1, 1],
    ] as const) {
      const { sql: text, parameters } = build(cached.database, one, other).compile()
      const expected = build(alone.database, one, other).compile()
      expect([text, parameters]).toEqual([expected.sql, expected.parameters])
    }
    expect(cached.compiled()).toBe(1)
  })

  it('tells forms apart that differ in a name, a fixed value, the number of values or where they stand twice', () => {
    const { database, compiled } = databaseOf(true)
    const term = sql`${7}`
    const different: readonly Compilable[] = [
      database.selectFrom('thing').select('a').where('a', 'in', [1]),
      database.selectFrom('thing').select('a').where('a', 'in', [1, 2]),
      database.selectFrom('thing').select('b').where('a', 'in', [1]),
      database.selectFrom('thing').select(sql.lit(1).as('a')),
      database.selectFrom('thing').select(sql.lit(2).as('a')),
      database.selectFrom('thing').select(sql.lit('2').as('a')),
      database.selectFrom('thing').select(sql`${term} + ${term}`.as('a')),
      database.selectFrom('thing').select(sql`${7} + ${7}`.as('a')),
      database.selectFrom('thing').select(sql`a`.as('a')),
      database.selectFrom('thing').select(sql.id('a').as('a')),
    ]
    for (const query of different) query.compile()
    expect(compiled()).toBe(different.length)
  })
})
