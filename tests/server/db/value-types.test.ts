/**
 * Values arrive as the generated types say: integers as numbers and texts as texts, from columns and from aggregates.
 */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { engines, openAt } from '../../support/databases.ts'

const large = Number.MAX_SAFE_INTEGER

describe.each(engines)('values on $name', (engine) => {
  it('have the types of their columns', async () => {
    const database = await openAt(await engine.place())
    await database.write(async (trx) => {
      await trx.schema
        .createTable('measure')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('amount', 'bigint')
        .addColumn('note', 'text')
        .execute()
      const rows = [
        { id: 1, amount: large, note: '1' },
        { id: 2, amount: null, note: null },
      ]
      await trx.insertInto('measure').values(rows).execute()
      expect(await trx.selectFrom('measure').selectAll().orderBy('id').execute()).toEqual(rows)
    })
    const { rows } = await sql`select count(*) as count, sum(amount) as sum, min(amount) as least, max(id) as most,
      sum(case when note is null then 1 else 0 end) as missing from measure`.execute(database.query)
    expect(rows).toEqual([{ count: 2, sum: large, least: large, most: 2, missing: 1 }])
    const none = await sql`select sum(amount) as sum, min(note) as least from measure where id = 3`.execute(
      database.query,
    )
    expect(none.rows).toEqual([{ sum: null, least: null }])
    await database.close()
  })
})
