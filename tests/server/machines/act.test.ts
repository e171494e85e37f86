/** Actions of state machines over HTTP: who wins, what is refused and in which words, what an effect may do. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../support/databases.ts'
import { committed, openYard, type Yard } from './yard.ts'

describe.each(engines)('actions on $name', (engine) => {
  let yard: Yard
  beforeAll(async () => {
    yard = await openYard(engine)
  })
  afterAll(() => yard?.dispose())
  beforeEach(() => {
    committed.length = 0
  })

  const logged = async (): Promise<readonly string[]> =>
    (await yard.database.query.selectFrom('admin_log').select('title').orderBy('id').execute()).map(
      (row) => String(row['title']).split('\n')[1]!,
    )

  it('starts in the first state, whatever a client sends, and changes state by actions only', async () => {
    const id = await yard.order({ status: 2, told: 7, audited_amount: '9.00' })
    expect(await yard.row('order', id)).toMatchObject({ status: 0, told: 0, audited_amount: null })
    await yard.post('yard.Order/edit', { id, status: 2, courier_no: 'x', amount: '3.50' })
    expect(await yard.row('order', id)).toMatchObject({ status: 0, courier_no: null, amount: 350 })
  })

  it('audits: state, version, computed field, effect, log and what comes after the commit', async () => {
    const id = await yard.order({ amount: '12.50' })
    const before = (await logged()).length
    expect(await yard.post('yard.Order/audit', { id, version: 1 })).toMatchObject({
      code: 1,
      msg: 'Audit: completed',
      data: { id, version: 2 },
    })
    expect(await yard.row('order', id)).toMatchObject({ status: 1, version: 2, told: 1, audited_amount: 1250 })
    expect((await logged()).slice(before)).toEqual(['Orders: audit'])
    expect(committed).toEqual([id])
    const entry = await yard.database.query
      .selectFrom('admin_log')
      .select('data')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(String(entry['data']))).toMatchObject({ id, was: { status: 0 } })
  })

  it("refuses a wrong state, names the allowed ones in the caller's language and sends the current row", async () => {
    const id = await yard.order()
    const answer = await yard.post('yard.Order/unaudit', { id, reason: 'wrong' })
    expect(answer).toMatchObject({
      code: 0,
      msg: '“Revert audit” requires the state “Audited”; the current state is “Draft”.',
      data: { reason: 'bad_state', row: { id, status: 0 } },
    })
    expect((await yard.post('yard.Order/unaudit', { id, reason: '不对' }, { language: 'zh-cn' })).msg).toBe(
      '“反审核”要求状态为“已审核”，当前状态为“草稿”。',
    )
    expect(await yard.row('order', id)).toMatchObject({ status: 0, version: 1 })
  })

  it("refuses a version that is not the record's with the row as it is now", async () => {
    const id = await yard.order()
    await yard.post('yard.Order/edit', { id, amount: '5.00' })
    expect(await yard.post('yard.Order/audit', { id, version: 1 })).toMatchObject({
      code: 0,
      data: { reason: 'conflict', row: { id, version: 2, amount: '5.00' } },
    })
    expect((await yard.post('yard.Order/audit', { id, version: 2 })).code).toBe(1)
  })

  it("refuses in a guard's own words, over the record and over its lines", async () => {
    const poor = await yard.order({ amount: '0.00' })
    expect(await yard.post('yard.Order/audit', { id: poor })).toMatchObject({
      code: 0,
      msg: 'The amount must be above zero',
      data: { reason: 'bad_state' },
    })
    const empty = await yard.order({
      lines: [
        { name: 'a', count: 2 },
        { name: 'b', count: 0 },
      ],
    })
    expect(await yard.post('yard.Order/audit', { id: empty })).toMatchObject({
      code: 0,
      msg: 'Every line needs a count',
    })
    expect(await yard.row('order', empty)).toMatchObject({ status: 0, version: 1, told: 0 })
  })

  it('checks what it asks for like a form, and writes what are fields of the record', async () => {
    const id = await yard.order()
    await yard.post('yard.Order/audit', { id })
    expect(await yard.post('yard.Order/unaudit', { id })).toMatchObject({
      code: 0,
      data: { reason: 'invalid', errors: { reason: expect.stringMatching(/\w/) } },
    })
    expect(await yard.post('yard.Order/unaudit', { id, reason: 'x' })).toMatchObject({
      data: { reason: 'invalid', errors: { reason: expect.stringMatching(/2/) } },
    })
    expect(await yard.post('yard.Order/ship', { id, courier_no: 'far too long a number' })).toMatchObject({
      data: { errors: { carrier_id: expect.any(String), courier_no: expect.any(String) } },
    })
    expect(await yard.post('yard.Order/ship', { id, carrier_id: 4711 })).toMatchObject({
      data: { reason: 'invalid', errors: { carrier_id: expect.any(String) } },
    })
    const carrier = Number((await yard.post('yard.Carrier/add', { name: 'Swift' })).data['id'])
    expect(await yard.post('yard.Order/ship', { id, carrier_id: carrier, amount: '99.00' })).toMatchObject({
      data: { reason: 'invalid', errors: { amount: expect.any(String) } },
    })
    expect((await yard.post('yard.Order/ship', { id, carrier_id: carrier })).code).toBe(1)
    expect(await yard.row('order', id)).toMatchObject({ status: 2, carrier_id: carrier, courier_no: null, amount: 100 })
  })

  it('takes everything back when an effect refuses', async () => {
    const id = await yard.order()
    await yard.database.write((trx) => trx.updateTable('yard_order').set({ status: 2 }).where('id', '=', id).execute())
    expect((await yard.post('yard.Order/cancel', { id })).data.reason).toBe('bad_state')
    await yard.database.write((trx) => trx.updateTable('yard_order').set({ status: 1 }).where('id', '=', id).execute())
    expect((await yard.post('yard.Order/cancel', { id })).code).toBe(1)
    expect(await yard.row('order', id)).toMatchObject({ status: 9, courier_no: 'gone' })
  })

  it('moves the states of two fields according to the rules', async () => {
    const id = Number((await yard.post('yard.Move/add', { name: 'm', plan: '10.000', audit_status: 1 })).data['id'])
    expect(await yard.row('move', id)).toMatchObject({ audit_status: 0, status: 0 })
    expect(await yard.post('yard.Move/move', { id, quantity: '1' })).toMatchObject({
      msg:
        '“Move” requires the state “Audited · Not moved / Partly moved”; the current state is “Unaudited · ' +
        'Not moved”.',
    })
    expect((await yard.post('yard.Move/audit', { id })).code).toBe(1)
    expect((await yard.post('yard.Move/move', { id, quantity: '4.5' })).code).toBe(1)
    expect(await yard.row('move', id)).toMatchObject({ audit_status: 1, status: 1, moved: 4500 })
    expect(await yard.post('yard.Move/move', { id, quantity: '5.501' })).toMatchObject({
      code: 0,
      msg: '5.5 of 10 left, not 5.501',
    })
    expect((await yard.post('yard.Move/move', { id, quantity: '5.500' })).code).toBe(1)
    expect(await yard.row('move', id)).toMatchObject({ status: 2, moved: 10_000, version: 4 })
    expect(await yard.post('yard.Move/edit', { id, name: 'late' })).toMatchObject({
      code: 0,
      data: { reason: 'bad_state' },
    })
  })

  it('I18: of many concurrent actions exactly one succeeds', async () => {
    const id = await yard.order()
    const answers = await Promise.all(Array.from({ length: 24 }, () => yard.post('yard.Order/audit', { id })))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(new Set(answers.filter(({ code }) => code === 0).map(({ data }) => data.reason))).toEqual(
      new Set(['bad_state']),
    )
    expect(await yard.row('order', id)).toMatchObject({ status: 1, told: 1, version: 2 })
  })

  it('answers for each of several records, one failure beside the others', async () => {
    const [one, two, three] = [await yard.order(), await yard.order({ amount: '0.00' }), await yard.order()]
    await yard.post('yard.Order/audit', { id: three })
    const answer = await yard.post('yard.Order/audit', { ids: [one, two, three, 999_999, String(one)] })
    expect(answer).toMatchObject({ code: 1, msg: 'Audit: 1 of 4 completed' })
    expect(answer.data.results!.map(({ id, code, reason }) => [id, code, reason])).toEqual([
      [one, 1, undefined],
      [two, 0, 'bad_state'],
      [three, 0, 'bad_state'],
      [999_999, 0, 'not_found'],
    ])
    expect(answer.data.results![1]!.msg).toBe('The amount must be above zero')
    expect(await yard.row('order', one)).toMatchObject({ status: 1, told: 1 })
    expect(
      (await yard.post('yard.Order/audit', { ids: Array.from({ length: 101 }, (_one, at) => at + 1) })).data.reason,
    ).toBe('invalid')
    expect((await yard.post('yard.Order/audit', { ids: [] })).data.reason).toBe('not_found')
  })

  it('refuses edits, deletions and imports in a state that forbids them; sorting stays allowed', async () => {
    const [id, other] = [await yard.order({ order_no: 'FIXED' }), await yard.order()]
    await yard.post('yard.Order/audit', { id })
    const before = await yard.row('order', id)
    expect(await yard.post('yard.Order/edit', { id, amount: '7.00' })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('the current state is “Audited”'),
      data: { reason: 'bad_state' },
    })
    expect((await yard.send('DELETE', `yard.Order/del?ids[]=${other}&ids[]=${id}`)).data.reason).toBe('bad_state')
    expect(await yard.row('order', other)).toMatchObject({ deletetime: null })
    const boundary = 'b0undary'
    const file =
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; ` +
      `filename="o.csv"\r\nContent-Type: text/csv\r\n\r\norder_no,amount\r\nFIXED,8.00\r\nFRESH,` +
      `2.00\r\n--${boundary}--\r\n`
    const imported = JSON.parse(
      (
        await yard.app.inject({
          method: 'POST',
          url: '/admin/yard.Order/import',
          payload: file,
          headers: {
            batoken: yard.token,
            'x-tablewright': '1',
            'think-lang': 'en',
            'content-type': `multipart/form-data; boundary=${boundary}`,
          },
        })
      ).body,
    ) as { data: Record<string, unknown> }
    expect(JSON.stringify(imported)).toMatch(/"created":1/)
    expect(JSON.stringify(imported)).toMatch(/the current state is “Audited”/)
    expect(await yard.row('order', id)).toEqual(before)
    expect((await yard.post('yard.Order/sortable', { id, targetId: other })).code).toBe(1)
    await yard.post('yard.Order/unaudit', { id, reason: 'edit it' })
    expect((await yard.post('yard.Order/edit', { id, amount: '7.00' })).code).toBe(1)
    expect((await yard.send('DELETE', `yard.Order/del?ids[]=${id}`)).code).toBe(1)
  })

  it('makes a right of every action and of what effects ask about', async () => {
    const rules = (
      await yard.database.query
        .selectFrom('admin_rule')
        .select(['name', 'type'])
        .where('name', 'like', 'yard/order/%')
        .execute()
    ).map((row) => `${row['name']} ${row['type']}`)
    for (const name of ['audit', 'unaudit', 'ship', 'cancel', 'cancelAudited'])
      expect(rules).toContain(`yard/order/${name} button`)
  })

  it('T20: binds admins who are not super: the node, the data limit, and further rights', async () => {
    const mine = await yard.order()
    const clerk = await signInClerk(['yard/order/index', 'yard/order/add', 'yard/order/audit', 'yard/order/cancel'])
    expect((await yard.post('yard.Order/unaudit', { id: mine, reason: 'no right' }, { token: clerk })).code).toBe(401)
    expect(await yard.post('yard.Order/audit', { id: mine }, { token: clerk })).toMatchObject({
      code: 0,
      data: { reason: 'not_found' },
    })
    const id = Number((await yard.post('yard.Order/add', { order_no: 'CLERK' }, { token: clerk })).data['id'])
    expect(
      (await yard.post('yard.Order/audit', { ids: [mine, id] }, { token: clerk })).data.results!.map(
        ({ code }) => code,
      ),
    ).toEqual([0, 1])
    expect(await yard.post('yard.Order/cancel', { id }, { token: clerk })).toMatchObject({
      code: 0,
      msg: 'audited ones stay',
      data: { reason: 'stock_short' },
    })
    expect(await yard.row('order', id)).toMatchObject({ status: 1, version: 2, courier_no: null })
  })

  async function signInClerk(nodes: readonly string[]): Promise<string> {
    const rules = await yard.database.query
      .selectFrom('admin_rule')
      .select('id')
      .where('name', 'in', [...nodes, 'yard', 'yard/order'])
      .execute()
    const group = Number(
      (await yard.post('auth.Group/add', { name: 'clerks', rules: rules.map((row) => row['id']), status: 1 })).data[
        'id'
      ],
    )
    await yard.post('auth.Admin/add', {
      username: 'clerk',
      nickname: 'Clerk',
      password: 'Cl3rk-pass-word',
      group_arr: [group],
      status: 1,
    })
    return String(
      (
        (await yard.post('Index/login', { username: 'clerk', password: 'Cl3rk-pass-word' }, { token: '' })).data[
          'userInfo'
        ] as Record<string, unknown>
      )['token'],
    )
  }
})
