/**
 * Requests that come again with the same Idempotency-Key: one effect, one answer, in one process or two, after a
 * refusal, for a day.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endRetention, engines } from '../../support/databases.ts'
import { openYard, yardPassword, type Answer, type Yard } from './yard.ts'

describe.each(engines)('a request done once on $name', (engine) => {
  let yard: Yard
  beforeAll(async () => {
    yard = await openYard(engine)
  })
  afterAll(() => yard?.dispose())

  let keys = 0
  const newKey = (): string => `key-${++keys}`
  const orders = (): Promise<number> => yard.count('yard_order')
  const gist = ({ code, msg, data }: Answer): string => JSON.stringify([code, msg, data])

  it('adds one record for a hundred parallel requests, and the same answer comes to all', async () => {
    const [key, before] = [newKey(), await orders()]
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => yard.post('yard.Order/add', { order_no: 'HUNDRED' }, { key })),
    )
    expect(answers[0]).toMatchObject({ code: 1, data: { id: expect.any(Number) } })
    expect([...new Set(answers.map(({ code, data }) => JSON.stringify([code, data])))]).toEqual([
      JSON.stringify([1, answers[0]!.data]),
    ])
    expect(await orders()).toBe(before + 1)
  })

  it('acts once for a hundred replays, parallel and one after the other', async () => {
    const [key, id] = [newKey(), await yard.order()]
    const log = await yard.count('admin_log')
    const parallel = await Promise.all(
      Array.from({ length: 50 }, () => yard.post('yard.Order/audit', { id, version: 1 }, { key })),
    )
    const serial: Answer[] = []
    for (let at = 0; at < 50; at++) serial.push(await yard.post('yard.Order/audit', { version: 1, id }, { key }))
    for (const answer of [...parallel, ...serial]) expect(answer).toMatchObject({ code: 1, data: { id, version: 2 } })
    expect(new Set(serial.map(gist)).size).toBe(1)
    expect(await yard.row('order', id)).toMatchObject({ status: 1, version: 2, told: 1 })
    expect(await yard.count('admin_log')).toBe(log + 1)
  })

  it('saves once', async () => {
    const [key, id] = [newKey(), await yard.order()]
    for (let at = 0; at < 3; at++)
      expect(await yard.post('yard.Order/edit', { id, amount: '4.00' }, { key })).toMatchObject({
        code: 1,
        data: { id },
      })
    expect(await yard.row('order', id)).toMatchObject({ amount: 400, version: 2 })
    await yard.post('yard.Order/edit', { id, amount: '5.00' })
    expect((await yard.post('yard.Order/edit', { id, amount: '4.00' }, { key })).code).toBe(1)
    expect(await yard.row('order', id)).toMatchObject({ amount: 500 })
  })

  it('refuses the key for another body, whatever became of the first', async () => {
    const [key, id] = [newKey(), await yard.order()]
    await yard.post('yard.Order/audit', { id }, { key })
    expect(await yard.post('yard.Order/audit', { id, version: 2 }, { key })).toMatchObject({
      code: 0,
      msg: 'This Idempotency-Key was already used with a different request body.',
      data: { reason: 'invalid' },
    })
    const bad = newKey()
    expect((await yard.post('yard.Order/add', {}, { key: bad })).data.reason).toBe('invalid')
    expect((await yard.post('yard.Order/add', { order_no: 'BETTER' }, { key: bad })).msg).toContain(
      'different request body',
    )
  })

  it('keeps refusals, those before the write and those of it, though the reason be gone', async () => {
    const [guarded, id] = [newKey(), await yard.order({ amount: '0.00' })]
    const first = await yard.post('yard.Order/audit', { id }, { key: guarded })
    expect(first).toMatchObject({ code: 0, data: { reason: 'bad_state', row: { id } } })
    await yard.post('yard.Order/edit', { id, amount: '1.00' })
    expect(gist(await yard.post('yard.Order/audit', { id }, { key: guarded }))).toBe(gist(first))
    expect(await yard.row('order', id)).toMatchObject({ status: 0, told: 0 })
    const missing = newKey()
    const nothing = await yard.post('yard.Order/unaudit', { id }, { key: missing })
    expect(nothing.data.reason).toBe('invalid')
    expect(gist(await yard.post('yard.Order/unaudit', { id }, { key: missing }))).toBe(gist(nothing))
  })

  it('T20 serves the same key of another administrator as a request of its own', async () => {
    const [key, mine, theirs] = [newKey(), await yard.order(), await yard.order()]
    const other = await secondAdmin()
    const first = await yard.post('yard.Order/add', { order_no: 'MINE' }, { key })
    const second = await yard.post('yard.Order/add', { order_no: 'MINE' }, { key, token: other })
    expect([first.code, second.code]).toEqual([1, 1])
    expect(second.data['id']).not.toBe(first.data['id'])
    expect((await yard.post('yard.Order/audit', { id: mine }, { key })).data).toMatchObject({ id: mine })
    expect((await yard.post('yard.Order/audit', { id: theirs }, { key, token: other })).data).toMatchObject({
      id: theirs,
    })
  })

  /** The token of another administrator with the groups of the first. */
  async function secondAdmin(): Promise<string> {
    const { id: _id, ...first } = await yard.database.query
      .selectFrom('admin')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    await yard.database.write((trx) =>
      trx
        .insertInto('admin')
        .values({ ...first, username: 'second' })
        .execute(),
    )
    const { data } = await yard.post('Index/login', { username: 'second', password: yardPassword }, { token: '' })
    return String((data['userInfo'] as Record<string, unknown>)['token'])
  }

  it('lets the same key serve another route, and refuses what is no key', async () => {
    const [key, id] = [newKey(), await yard.order()]
    expect((await yard.post('yard.Order/audit', { id }, { key })).code).toBe(1)
    expect((await yard.post('yard.Order/unaudit', { id, reason: 'no' }, { key })).code).toBe(1)
    expect(await yard.row('order', id)).toMatchObject({ status: 0, told: 2 })
    expect((await yard.post('yard.Order/audit', { id }, { key: 'x'.repeat(256) })).data.reason).toBe('invalid')
  })

  it('answers several records again one by one, and notices another list under the key', async () => {
    const [key, one, two] = [newKey(), await yard.order(), await yard.order({ amount: '0.00' })]
    const first = await yard.post('yard.Order/audit', { ids: [one, two] }, { key })
    await yard.post('yard.Order/edit', { id: two, amount: '1.00' })
    const again = await Promise.all([1, 2, 3].map(() => yard.post('yard.Order/audit', { ids: [one, two] }, { key })))
    for (const answer of again) expect(gist(answer)).toBe(gist(first))
    expect([(await yard.row('order', one))['told'], (await yard.row('order', two))['told']]).toEqual([1, 0])
    expect(await yard.post('yard.Order/audit', { ids: [two] }, { key })).toMatchObject({
      code: 0,
      data: { reason: 'invalid' },
    })
    expect((await yard.row('order', two))['told']).toBe(0)
  })

  it('has one effect when the requests come to two processes', async () => {
    const [key, id, there] = [newKey(), await yard.order(), await yard.twin()]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_one, at) => (at % 2 ? there : yard).post('yard.Order/audit', { id }, { key })),
    )
    expect(new Set(answers.map(({ code, data }) => JSON.stringify([code, data])))).toEqual(
      new Set([JSON.stringify([1, { id, version: 2 }])]),
    )
    expect(await yard.row('order', id)).toMatchObject({ told: 1 })
    await there.close()
  })

  it('forgets after a day, and takes old answers away', async () => {
    const [key, id] = [newKey(), await yard.order()]
    await yard.post('yard.Order/audit', { id }, { key })
    await yard.database.write((trx) =>
      trx
        .updateTable('idempotency')
        .set({ create_time: Math.floor(Date.now() / 1000) - 86_401 })
        .execute(),
    )
    // Only a clock that was right a day ago makes a request run a second time.
    expect(await yard.post('yard.Order/audit', { id }, { key })).toMatchObject({ code: 1 })
    await endRetention(yard.database)
    expect((await yard.post('yard.Order/audit', { id }, { key })).data.reason).toBe('bad_state')
    const left = await yard.database.query
      .selectFrom('idempotency')
      .select(['id', 'create_time'])
      .where('create_time', '<', Math.floor(Date.now() / 1000) - 86_400)
      .execute()
    expect(left).toEqual([])
  })

  it('runs a request once although the clock jumps between its repetitions', async () => {
    const [key, id] = [newKey(), await yard.order()]
    const answers = []
    for (const days of [0, 2, 0]) {
      vi.useFakeTimers({ now: Date.now() + days * 86_400_000, toFake: ['Date'] })
      const { code, data } = await yard.post('yard.Order/audit', { id }, { key })
      answers.push({ code, data })
      vi.useRealTimers()
    }
    expect(answers).toEqual(Array.from(answers, () => ({ code: 1, data: { id, version: 2 } })))
    expect((await yard.row('order', id))['told']).toBe(1)
  })

  it('stores neither the key nor the body', async () => {
    await yard.post('yard.Order/add', { order_no: 'SECRET-BODY' }, { key: 'secret-key' })
    const rows = JSON.stringify(await yard.database.query.selectFrom('idempotency').selectAll().execute())
    expect(rows).not.toMatch(/secret-key|SECRET-BODY/)
  })
})
