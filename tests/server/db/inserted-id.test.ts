/** The ids of rows that are inserted one by one, and columns that get the id as well. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertRow, type Row } from '../../../runtime/server/db/index.ts'
import { engines } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'

const model = tableModel('ids/thing', {
  sort: 'weigh',
  fields: [field('name', 'text', { required: true })],
})

describe.each(engines)('inserting a row on $name', (engine) => {
  let database: Awaited<ReturnType<typeof engine.open>>
  beforeEach(async () => {
    database = await engine.open([model])
  })
  afterEach(() => database.dispose())

  const insert = (row: Row, copy: string | null = 'weigh') =>
    database.write((trx) => insertRow(trx, { table: model.table, owner: model, row: { version: 1, ...row }, copy }))
  const rows = () => database.query.selectFrom(model.table).select(['id', 'name', 'weigh']).orderBy('id').execute()

  it('answers with its id, which the column has as well', async () => {
    const ids = [await insert({ name: 'a' }), await insert({ name: 'b' })]
    expect(ids).toEqual([1, 2])
    expect(await insert({ name: 'c', weigh: 70 }, null)).toBe(3)
    expect(await rows()).toEqual([
      { id: 1, name: 'a', weigh: 1 },
      { id: 2, name: 'b', weigh: 2 },
      { id: 3, name: 'c', weigh: 70 },
    ])
  })

  it('never takes an id again', async () => {
    for (const name of ['a', 'b', 'c']) await insert({ name })
    await database.write((trx) => trx.deleteFrom(model.table).where('id', '>', 1).execute())
    expect(await insert({ name: 'd' })).toBe(4)
    await database.write((trx) => trx.deleteFrom(model.table).execute())
    expect(await insert({ name: 'e' })).toBe(5)
    expect(await rows()).toEqual([{ id: 5, name: 'e', weigh: 5 }])
  })

  it('answers each of many at once with its own id', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, (_one, at) => insert({ name: `n${at}` })))
    expect(new Set(ids).size).toBe(40)
    const stored = await rows()
    expect(stored.every((row) => row['weigh'] === row['id'])).toBe(true)
    expect(stored.map((row) => [row['id'], row['name']])).toEqual(
      ids.map((id, at) => [id, `n${at}`]).sort(([one], [other]) => Number(one) - Number(other)),
    )
  })
})
