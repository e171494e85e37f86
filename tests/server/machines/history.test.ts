/**
 * What a record with states tells of itself to who may see it: its content without the right to edit it, and who did
 * what to it, when and why.
 */
import type { HistoryEntry } from 'tablewright/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../support/databases.ts'
import { openYard, type Yard } from './yard.ts'

describe.each(engines)('the history of a record on $name', (engine) => {
  let yard: Yard
  beforeAll(async () => {
    yard = await openYard(engine)
  })
  afterAll(() => yard?.dispose())

  const historyOf = async (id: number): Promise<readonly HistoryEntry[]> =>
    (await yard.send('GET', `yard.Order/history?id=${id}`)).data['list'] as HistoryEntry[]

  it('tells every write with the state before it, its reason and the names it refers to, newest first', async () => {
    const other = await yard.order()
    const id = await yard.order()
    const carrier = Number((await yard.post('yard.Carrier/add', { name: 'Swift' })).data['id'])
    await yard.post('yard.Order/edit', { id, amount: '3.50', version: 1 })
    await yard.post('yard.Order/audit', { id })
    await yard.post('yard.Order/unaudit', { ids: [id, other], reason: 'wrong' })
    await yard.post('yard.Order/audit', { id })
    await yard.post('yard.Order/ship', { id, carrier_id: carrier })
    const told = await historyOf(id)
    expect(told.map(({ action, who }) => [action, who])).toEqual(
      ['ship', 'audit', 'unaudit', 'audit', 'edit', 'add'].map((action) => [action, expect.stringMatching(/\w/)]),
    )
    expect(told[0]).toMatchObject({
      was: { status: 1 },
      input: { carrier_id: carrier },
      names: { carrier_id: 'Swift' },
      fields: [],
    })
    expect(told[2]).toMatchObject({ was: { status: 1 }, input: { reason: 'wrong' }, names: {} })
    expect(told[4]).toMatchObject({ was: null, input: {}, fields: ['amount'] })
    expect(told.every(({ time }) => Math.abs(time - Date.now() / 1000) < 600)).toBe(true)
    expect((await historyOf(other)).map(({ action }) => action)).toEqual(['add'])
  })

  it('tells nothing of what was refused, and nothing twice that was sent twice', async () => {
    const id = await yard.order()
    await yard.post('yard.Order/unaudit', { id, reason: 'wrong' })
    await yard.post('yard.Order/audit', { id }, { key: 'history-1' })
    await yard.post('yard.Order/audit', { id }, { key: 'history-1' })
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['audit', 'add'])
  })

  it('goes with the record: a deleted one has none, and is found again by it when many were deleted together', async () => {
    const ids = [await yard.order(), await yard.order()]
    expect((await yard.send('DELETE', `yard.Order/del?ids[]=${ids[0]}&ids[]=${ids[1]}`)).code).toBe(1)
    expect((await yard.send('GET', `yard.Order/history?id=${ids[0]}`)).data.reason).toBe('not_found')
    const rows = await yard.database.query
      .selectFrom('admin_log')
      .select(['action', 'record_id'])
      .where('entity', '=', 'yard/order')
      .where('action', '=', 'del')
      .execute()
    expect(rows.map((row) => Number(row['record_id']))).toEqual(expect.arrayContaining(ids))
  })

  it('reads a record with its lines by the right of the list alone', async () => {
    const id = await yard.order({ lines: [{ name: 'a', count: 2 }] })
    expect((await yard.send('GET', `yard.Order/view?id=${id}`)).data['row']).toMatchObject({
      id,
      status: 0,
      lines: [{ name: 'a', count: 2 }],
    })
    expect((await yard.send('GET', 'yard.Order/view?id=99999')).data.reason).toBe('not_found')
    expect((await yard.send('GET', 'yard.Carrier/view?id=1')).code).not.toBe(1)
  })
})
