/**
 * What a record with states tells of itself to who may see it: its content without the right to edit it, and who did
 * what to it, when and why.
 */
import type { HistoryEntry, RecordThen } from 'tablewright/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeOldEntries } from '../../../runtime/server/identity/administration/log-retention.ts'
import { renameLoggedEntities } from '../../../runtime/server/operation/audit/rename-entity.ts'
import { verifyLog } from '../../../runtime/server/operation/audit/verify.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openYard, type Yard } from './yard.ts'
import { partOf } from '../../support/part-of.ts'

describe.each(moduleEngines)('the history of a record on $name', (engine) => {
  let yard: Yard
  beforeAll(async () => {
    yard = await openYard(engine)
  })
  afterAll(() => yard?.dispose())

  const historyOf = async (id: number): Promise<readonly HistoryEntry[]> =>
    (await yard.send('GET', `yard.Order/history?id=${id}`)).data['list'] as HistoryEntry[]

  it('lists every write with its previous state, reason and referenced names, newest first', async () => {
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

  it('tells the states and values after each entry, and not what only an action wrote', async () => {
    const id = await yard.order({ lines: [{ name: 'a', count: 2 }] })
    await yard.post('yard.Order/edit', { id, amount: '3.50', version: 1 })
    await yard.post('yard.Order/audit', { id })
    const told = await historyOf(id)
    const then = async (at: number) =>
      partOf<RecordThen>((await yard.send('GET', `yard.Order/history?id=${id}&entry=${told[at]!.id}`)).data)
    const values = async (at: number) =>
      Object.fromEntries((await then(at)).values.map(({ field, before }) => [field, before]))
    expect(await values(0)).toMatchObject({ status: 1, amount: '3.50', audited_amount: '3.50', told: 1 })
    expect(await values(1)).toEqual({ order_no: expect.any(String) as string, status: 0, amount: '3.50' })
    expect(await values(2)).toMatchObject({ status: 0, amount: '1.00' })
    expect((await then(1)).unknown).toEqual(['carrier_id', 'courier_no', 'audited_amount', 'told'])
    const other = await yard.order()
    expect((await yard.send('GET', `yard.Order/history?id=${other}&entry=${told[0]!.id}`)).data.reason).toBe(
      'not_found',
    )
  })

  it('tells which lines were added, removed and changed, how they were then, and takes it back', async () => {
    const id = await yard.order({ lines: ['a', 'b', 'c'].map((name, at) => ({ name, count: at + 1 })) })
    const linesOf = async () =>
      ((await yard.send('GET', `yard.Order/edit?id=${id}`)).data['row'] as { lines: Record<string, unknown>[] }).lines
    const sent = async (lines: readonly object[]) => {
      expect((await yard.post('yard.Order/edit', { id, lines })).code).toBe(1)
    }
    const [a, b, c] = await linesOf()
    await sent([
      { ...a, count: 9 },
      { ...c, name: 'C' },
      { name: 'd', count: 4 },
    ])
    const changed = await linesOf()
    await yard.post('yard.Order/edit', { id, amount: '2.00' })
    const count = (before: unknown, after: unknown) => ({ field: 'count', before, after })
    const name = (before: unknown, after: unknown) => ({ field: 'name', before, after })
    const added = { field: 'lines', id: changed[2]!['id'], no: 3, name: 'd', is: 'added' }
    const removed = { field: 'lines', id: b!['id'], no: 2, name: 'b', is: 'removed' }
    const [second, first, made] = await historyOf(id)
    expect([second!.lines, made!.lines]).toEqual([undefined, undefined])
    expect(first).toMatchObject({ action: 'edit', who: expect.stringMatching(/\w/) as string, undo: false })
    expect(first!.lines).toEqual([
      { field: 'lines', id: a!['id'], no: 1, name: 'a', is: 'changed', changes: [count(1, 9)] },
      { ...removed, changes: [name('b', null), count(2, null)] },
      { field: 'lines', id: c!['id'], no: 2, name: 'C', is: 'changed', changes: [name('c', 'C')] },
      { ...added, changes: [name(null, 'd'), count(null, 4)] },
    ])

    const then = async (entry: HistoryEntry) =>
      partOf<RecordThen>((await yard.send('GET', `yard.Order/history?id=${id}&entry=${entry.id}`)).data).lines!
    const [now] = await then(first!)
    expect(now!.lines.map(({ is }) => is)).toEqual(['same', 'same', 'same'])
    expect(now!.rows).toEqual(changed)
    const [begin] = await then(made!)
    expect(begin!.lines.map(({ name: one, is }) => [one, is])).toEqual([
      ['a', 'changed'],
      ['b', 'removed'],
      ['C', 'changed'],
      ['d', 'added'],
    ])
    // As a form takes them: the line that is gone comes back as a new one.
    expect(begin!.rows).toEqual([a, { name: 'b', count: 2 }, c])

    // Only the last change can be undone, by whoever made it; the lines come back in their places.
    await yard.post('ajax/undo', { entry: second!.id })
    expect((await historyOf(id)).find(({ undo }) => undo)?.id).toBe(first!.id)
    expect((await yard.post('ajax/undo', { entry: first!.id })).code).toBe(1)
    expect((await linesOf()).map((line) => [line['name'], line['count']])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
    expect((await historyOf(id))[0]).toMatchObject({ action: 'undo.edit', lines: expect.any(Array) as unknown[] })
    expect((await then(first!))[0]!.rows.map((line) => line['name'])).toEqual(['a', 'C', 'd'])
  })

  it('does not guess lines that were written past the log', async () => {
    const id = await yard.order({ lines: [{ name: 'a', count: 2 }] })
    const [made] = await historyOf(id)
    const { lines } = (await yard.send('GET', `yard.Order/edit?id=${id}`)).data['row'] as { lines: object[] }
    await yard.post('yard.Order/edit', { id, lines: [{ ...lines[0], count: 3 }] })
    const then = async () =>
      partOf<RecordThen>((await yard.send('GET', `yard.Order/history?id=${id}&entry=${made!.id}`)).data)
    expect((await then()).lines).toBeDefined()
    const [edited] = await historyOf(id)
    await yard.database.write((trx) =>
      trx.updateTable('yard_order_line').set({ count: 7 }).where('order_id', '=', id).execute(),
    )
    expect(await then()).toMatchObject({ unknown: expect.arrayContaining(['lines']) as string[] })
    expect((await yard.post('ajax/undo', { entry: edited!.id })).code).toBe(0)
  })

  it('lists no refused write, and a repeated request once', async () => {
    const id = await yard.order()
    await yard.post('yard.Order/unaudit', { id, reason: 'wrong' })
    await yard.post('yard.Order/audit', { id }, { key: 'history-1' })
    await yard.post('yard.Order/audit', { id }, { key: 'history-1' })
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['audit', 'add'])
  })

  it('is hidden with a deleted record; each of many deleted together keeps its log rows', async () => {
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

  const entriesOf = (id: number) =>
    yard.database.query
      .selectFrom('admin_log')
      .selectAll()
      .where('entity', '=', 'yard/order')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute()
  /** An order with five entries. */
  const busyOrder = async (): Promise<number> => {
    const id = await yard.order()
    await yard.post('yard.Order/edit', { id, amount: '3.50', version: 1 })
    await yard.post('yard.Order/audit', { id })
    await yard.post('yard.Order/unaudit', { id, reason: 'wrong' })
    await yard.post('yard.Order/audit', { id })
    return id
  }
  const damages = async (id: number, name = 'yard/order') =>
    (await verifyLog(yard.database)).damages.filter(({ entity, record }) => entity === name && record === id)

  it('has an entry for each of many records that were deleted together', async () => {
    const ids = await yard.database.write(async (trx) =>
      (
        await trx
          .insertInto('yard_order')
          .values(Array.from({ length: 205 }, (_one, at) => ({ order_no: `many ${at}`, version: 1, status: 0 })))
          .returning('id')
          .execute()
      ).map((row) => Number(row['id'])),
    )
    const answer = await yard.send('DELETE', `yard.Order/del?${ids.map((id) => `ids[]=${id}`).join('&')}`)
    expect(answer).toMatchObject({ code: 1, data: { count: 205 } })
    const row = await yard.database.query
      .selectFrom('admin_log')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('entity', '=', 'yard/order')
      .where('record_id', 'in', ids)
      .executeTakeFirstOrThrow()
    expect(Number(row['count'])).toBe(205)
    expect((await verifyLog(yard.database)).damages).toEqual([])
  })

  it('T80 cannot be deleted by anybody, nor can other entries of the log before their time', async () => {
    const id = await busyOrder()
    const [first] = await entriesOf(id)
    const free = await yard.database.query
      .selectFrom('admin_log')
      .select('id')
      .where('record_id', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const del = (ids: readonly unknown[]) =>
      yard.send('DELETE', `auth.AdminLog/del?${ids.map((one) => `ids[]=${String(one)}`).join('&')}`)
    expect(await del([free['id'], first!['id']])).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['audit', 'unaudit', 'audit', 'edit', 'add'])
    expect(await del([free['id']])).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
  })

  it('T80 shows what was changed or removed past the server, the last entry included', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, busyOrder))
    const [changed = 0, gap = 0, tail = 0, all = 0, whole = 0] = ids
    expect((await verifyLog(yard.database)).damages).toEqual([])
    const rows = new Map(await Promise.all(ids.map(async (id) => [id, await entriesOf(id)] as const)))
    const rowOf = (id: number, position: number) => Number(rows.get(id)![position - 1]!['id'])
    await yard.database.write(async (trx) => {
      await trx.updateTable('admin_log').set({ username: 'other' }).where('id', '=', rowOf(changed, 2)).execute()
      const gone = [rowOf(gap, 3), rowOf(tail, 5), ...rows.get(all)!.map((row) => Number(row['id']))]
      await trx.deleteFrom('admin_log').where('id', 'in', gone).execute()
    })
    const found = [
      [expect.objectContaining({ position: 2, damage: 'changed' })],
      [expect.objectContaining({ position: 3, damage: 'missing' })],
      [expect.objectContaining({ position: 5, damage: 'missing' })],
      [expect.objectContaining({ position: 1, damage: 'missing' })],
      [],
    ]
    expect(await Promise.all(ids.map((id) => damages(id)))).toEqual(found)
    // A new name of the entity takes the entries along; it neither damages a chain nor hides damage.
    const entries = await entriesOf(whole)
    const names = { table: 'yard_order', page: 'yard/order', controller: 'yard.Order', fields: [] }
    await renameLoggedEntities(yard.database, [{ ...names, id: 'yard/trip', renamedFrom: 'yard/order' }])
    expect([await entriesOf(whole), await historyOf(whole)]).toEqual([[], []])
    expect(await Promise.all(ids.map((id) => damages(id, 'yard/trip')))).toEqual(found)
    await renameLoggedEntities(yard.database, [
      { ...names, id: 'yard/order', renamedFrom: ['yard/visit', 'yard/trip'] },
    ])
    expect(await entriesOf(whole)).toEqual(entries)
    expect(await Promise.all(ids.map((id) => damages(id)))).toEqual(found)
    await yard.database.write((trx) => trx.deleteFrom('record_log').where('record_id', '=', whole).execute())
    expect(await damages(whole)).toEqual([expect.objectContaining({ position: 1, damage: 'missing' })])
    await yard.database.write(async (trx) => {
      await trx.deleteFrom('record_log').where('record_id', 'in', ids).execute()
      await trx.deleteFrom('admin_log').where('record_id', 'in', ids).execute()
    })
  })

  it('T80 is cut by retention with a checkpoint, after which a gap still shows', async () => {
    const [cut, kept, old] = [await busyOrder(), await busyOrder(), await busyOrder()]
    const day = 86_400
    const now = Math.floor(Date.now() / 1000)
    const rows = await entriesOf(cut)
    await yard.database.write(async (trx) => {
      // Written before there were chains.
      await trx.deleteFrom('record_log').where('record_id', '=', old).execute()
      await trx.updateTable('admin_log').set({ position: null, hash: null }).where('record_id', '=', old).execute()
      const past = [...rows.slice(0, 2), ...(await entriesOf(old))].map((row) => Number(row['id']))
      await trx
        .updateTable('admin_log')
        .set({ create_time: now - 40 * day })
        .where('id', 'in', past)
        .execute()
    })
    // The time is part of what an entry says.
    expect(await damages(cut)).toMatchObject([{ position: 1, damage: 'changed' }])
    expect(await removeOldEntries(yard.database, 0)).toBe(0)
    // Until a check a day ago agrees that they are old, the clock may be wrong.
    expect(await removeOldEntries(yard.database, 30)).toBe(0)
    await yard.database.write((trx) =>
      trx
        .insertInto('tablewright_meta')
        .values({ key: 'purge_limit', value: String(now - day) })
        .execute(),
    )
    expect(await removeOldEntries(yard.database, 30)).toBe(7)
    expect(await removeOldEntries(yard.database, 30)).toBe(0)
    expect((await historyOf(cut)).map(({ action }) => action)).toEqual(['audit', 'unaudit', 'audit'])
    expect([await historyOf(old), (await historyOf(kept)).length]).toEqual([[], 5])
    expect((await verifyLog(yard.database)).damages).toEqual([])
    await yard.post('yard.Order/unaudit', { id: cut, reason: 'again' })
    expect(await damages(cut)).toEqual([])
    await yard.database.write((trx) => trx.deleteFrom('admin_log').where('id', '=', Number(rows[2]!['id'])).execute())
    expect(await damages(cut)).toMatchObject([{ position: 3, damage: 'missing' }])
    const note = await yard.database.query
      .selectFrom('admin_log')
      .select(['data', 'record_id'])
      .where('url', '=', 'tablewright')
      .executeTakeFirstOrThrow()
    expect([JSON.parse(String(note['data'])), note['record_id']]).toEqual([{ days: 30, count: 7 }, null])
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
