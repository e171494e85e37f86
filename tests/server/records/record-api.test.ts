/** The record API of server code: each call does what the same request does, alone or in a transaction. */
import fc from 'fast-check'
import type { RecordReference } from 'tablewright/protocol'
import { OperationError, records } from 'tablewright/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#generated/system/index.ts'
import { createAudit } from '../../../runtime/server/operation/audit/audit.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import type { Transaction } from '../../../runtime/server/db/index.ts'
import type { AnyModule } from '../../../runtime/server/operation/entity-types.ts'
import { engines } from '../../support/databases.ts'
import { loadTestModule } from '../../support/schema-set.ts'
import { committed, effects, openYard, type Answer, type Yard } from '../machines/yard.ts'
import { partOf } from '../../support/part-of.ts'
import { refusal, scopeOn } from './scope.ts'

const { models, forms } = await loadTestModule('yard')

describe.each(engines)('records on $name', (engine) => {
  let yard: Yard
  let scope: Scope
  beforeAll(async () => {
    yard = await openYard(engine)
    const actor = { id: 1, username: 'admin', super: true, nodes: new Set<string>(), groups: [] }
    const audit = createAudit({ actor, url: 'test', ip: '', agent: '', params: () => ({}) })
    const tables = [...(await Promise.all(systemTables())), ...models]
    scope = scopeOn(yard.database, tables, { actor, audit, effects }, forms)
  })
  afterAll(() => yard?.dispose())

  const systemTables = () => Object.values(system.tables).map((entry) => entry.model())
  const api = (on: Scope = scope, trx?: Transaction) => records<AnyModule>(on, trx)
  let numbers = 0
  const numbered = (values: object = {}) => ({ order_no: `API-${++numbers}`, ...values })
  const logged = async (id: number) =>
    yard.database.query
      .selectFrom('admin_log')
      .select(['action', 'data', 'admin_id'])
      .where('entity', '=', 'yard/order')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute()

  it('add, read, change, act on, delete and restore a record with its lines', async () => {
    const { id } = await api().create('yard/order', numbered({ amount: '2.50', lines: [{ name: 'a', count: 2 }] }))
    expect(await api().get('yard/order', id)).toMatchObject({
      amount: '2.50',
      status: 0,
      lines: [{ name: 'a', count: 2 }],
    })
    await api().update('yard/order', id, { amount: '3.00' }, { courier_no: 'set' })
    expect(await api().runAction('yard/order', 'audit', id)).toMatchObject({ id, version: 3 })
    expect(await api().get('yard/order', id)).toMatchObject({ amount: '3.00', status: 1, courier_no: 'set', told: 1 })
    expect((await refusal(api().update('yard/order', id, { amount: '4.00', version: 1 }))).code).toBe('bad_state')
    const other = await api().create('yard/order', numbered())
    expect((await refusal(api().update('yard/order', other.id, { amount: '4.00', version: 7 }))).code).toBe('conflict')
    expect(await api().remove('yard/order', [other.id])).toBe(1)
    expect(await api().get('yard/order', other.id)).toBeNull()
    expect(await api().restore('yard/order', [other.id])).toBe(1)
    expect((await logged(other.id)).map(({ action }) => action)).toEqual(['add', 'del', 'restore'])
  })

  it('are part of the transaction they are given, and of the scope that effects receive', async () => {
    const before = committed.length
    const ids: number[] = []
    const work = async (trx: Transaction): Promise<void> => {
      const inside = api(scope, trx)
      const { id } = await inside.create('yard/order', numbered({ lines: [{ name: 'a', count: 1 }] }))
      ids.push(id)
      await inside.runAction('yard/order', 'audit', id)
      expect(await inside.find('yard/order', { where: { id } })).toMatchObject([{ status: 1, told: 1 }])
      expect(await inside.count('yard/order', { id, status: [1, 2] })).toBe(1)
    }
    await expect(
      yard.database.write(async (trx) => {
        await work(trx)
        throw new Error('not this time')
      }),
    ).rejects.toThrow('not this time')
    expect(await api().count('yard/order', { id: ids[0]! })).toBe(0)
    expect(committed).toHaveLength(before)
    await yard.database.write(work)
    expect(await api().count('yard/order', { id: ids[1]! })).toBe(1)
    // Work that an effect leaves for after the commit waits for that of the whole.
    expect(committed.slice(before)).toEqual([ids[1]])
  })

  it('find what matches all conditions, in an order, a part at a time', async () => {
    for (const amount of ['10.00', '20.00', '30.00']) await api().create('yard/order', numbered({ amount }))
    const amounts = async (query: object) => (await api().find('yard/order', query)).map((row) => row['amount'])
    const order = { field: 'amount', direction: 'desc' }
    expect(await amounts({ where: { amount: { egt: '10' } }, order })).toEqual(['30.00', '20.00', '10.00'])
    expect(await amounts({ where: { amount: { egt: '10', lt: '30' } }, order, limit: 1 })).toEqual(['20.00'])
    expect(await amounts({ where: { amount: { egt: '10' } }, order, limit: 2, offset: 1 })).toEqual(['20.00', '10.00'])
    expect(await amounts({ where: { amount: ['10', '30.00'], carrier_id: null }, order })).toEqual(['30.00', '10.00'])
    expect((await refusal(api().find('yard/order', { where: { nothing: 1 } }))).code).toBe('bad_query')
    expect(await api().find('yard/order', { where: { id: [] } })).toEqual([])
    expect(await api().count('yard/order', { id: [] })).toBe(0)
  })

  it('need the rights of the caller, unless the module has a reason of its own, which is logged', async () => {
    const clerk = { id: 1, username: 'clerk', super: false, nodes: new Set(['yard/order/index']), groups: [] }
    const audit = createAudit({ actor: clerk, url: 'test', ip: '', agent: '', params: () => ({}) })
    const restricted = api({ ...scope, actor: clerk, audit })
    const { id } = await api().create('yard/order', numbered())
    expect(await restricted.get('yard/order', id)).not.toBeNull()
    for (const refused of [
      () => restricted.create('yard/order', numbered()),
      () => restricted.update('yard/order', id, { amount: '9.00' }),
      () => restricted.remove('yard/order', [id]),
      () => restricted.runAction('yard/order', 'audit', id),
      () => restricted.find('yard/carrier'),
    ])
      expect((await refusal(refused)).code).toBe('bad_state')
    await restricted.asModule('the parcel has arrived').update('yard/order', id, { amount: '9.00' })
    const [, edit] = await logged(id)
    expect(edit).toMatchObject({ action: 'edit', admin_id: 1 })
    expect(String(edit?.['data'])).toContain('the parcel has arrived')
  })

  it('name the records that refer to others, lines by their owner', async () => {
    const carrier = await api().create('yard/carrier', { name: 'Swift' })
    const { id } = await api().create('yard/order', numbered(), { carrier_id: carrier.id })
    const gone = await api().create('yard/order', numbered(), { carrier_id: carrier.id })
    await api().remove('yard/order', [gone.id])
    const references: readonly RecordReference[] = await api().referencesTo('yard/carrier', [carrier.id])
    const idsIn = (list: readonly RecordReference[]) => list.map(({ table, id: user }) => [table, user])
    expect(idsIn(references)).toEqual([['yard/order', id]])
    const refused = await refusal(api().refuseInUse('yard/carrier', [carrier.id]))
    expect(refused).toMatchObject({ code: 'in_use', details: { params: { title: 'Swift' } } })
    expect(idsIn(refused.details.references ?? [])).toEqual([['yard/order', id]])
    // Only under the conditions that count.
    const audited = { among: { 'yard/order': { status: [1, 2] } } }
    await api().refuseInUse('yard/carrier', [carrier.id], audited)
    await api().refuseInUse('yard/carrier', [carrier.id], { among: { 'yard/carrier': {} } })
    await api().runAction('yard/order', 'audit', id)
    expect((await refusal(api().refuseInUse('yard/carrier', [carrier.id], audited))).code).toBe('in_use')
    // A caller who may not see the record learns that there is one, not which.
    const clerk = { id: 1, username: 'clerk', super: false, nodes: new Set<string>(), groups: [] }
    const blind = await refusal(api({ ...scope, actor: clerk }).refuseInUse('yard/carrier', [carrier.id]))
    expect(blind).toMatchObject({ code: 'in_use', details: { references: [] } })
  })

  it('leaves what the same requests leave: answers, data, history and log', async () => {
    const amount = fc.constantFrom('0', '1.5', '20.00', 'many')
    const lines = fc.array(fc.record({ name: fc.constantFrom('a', ''), count: fc.integer({ min: 0, max: 2 }) }), {
      maxLength: 3,
    })
    const values = fc.record({ amount, lines }, { requiredKeys: [] })
    const action = (name: string, input: object = {}) => fc.constant({ kind: 'action' as const, name, input })
    const change = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('update' as const), values }) },
      { weight: 3, arbitrary: action('audit') },
      fc.oneof(action('unaudit', { reason: 'wrong' }), action('unaudit'), action('ship'), action('cancel')),
      fc.constant({ kind: 'remove' as const }),
    )
    // The log and the history name what the request sent: the same, here.
    let sent: Readonly<Record<string, unknown>> = {}
    const audit = createAudit({ actor: scope.actor, url: 'test', ip: '', agent: '', params: () => sent })
    const own = api({ ...scope, audit })
    const call = async ({ kind, ...rest }: Step, id: number): Promise<unknown> => {
      sent = { id, ...rest.values, ...rest.input }
      if (kind === 'update') return own.update('yard/order', id, rest.values ?? {})
      if (kind === 'action') return own.runAction('yard/order', rest.name ?? '', id, rest.input)
      return own.remove('yard/order', [id])
    }
    const request = async ({ kind, ...rest }: Step, id: number): Promise<Answer> => {
      if (kind === 'update') return yard.post('yard.Order/edit', { id, ...rest.values })
      if (kind === 'action') return yard.post(`yard.Order/${rest.name}`, { id, ...rest.input })
      return yard.send('DELETE', `yard.Order/del?ids[]=${id}`)
    }
    const reasonOf = async (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => 'done',
        (error: unknown) => (error instanceof OperationError ? error.code : String(error)),
      )
    const answered = ({ code, data }: Answer): string => (code === 1 ? 'done' : String(data.reason))
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(values, fc.array(change, { minLength: 2, maxLength: 7 }), async (first, steps) => {
        const body = numbered(first)
        sent = body
        const ours = await reasonOf(own.create('yard/order', body))
        const theirs = await yard.post('yard.Order/add', { ...body, order_no: `${body.order_no}-http` })
        expect(answered(theirs)).toBe(ours)
        if (ours !== 'done') return
        const [made] = await api().find('yard/order', { where: { order_no: body.order_no } })
        const [id, twin] = [Number(made?.['id']), Number(theirs.data['id'])]
        for (const step of steps) {
          const outcome = await reasonOf(call(step, id))
          expect(answered(await request(step, twin)), JSON.stringify(step)).toBe(outcome)
          const name = `${step.kind} ${outcome}`
          seen.set(name, (seen.get(name) ?? 0) + 1)
        }
        expect(await traceOf(twin)).toEqual(await traceOf(id))
      }),
      { numRuns: 25 },
    )
    // The values reach what they are for.
    for (const name of ['update done', 'update invalid', 'update bad_state', 'action done', 'action bad_state'])
      expect(seen.get(name), name).toBeGreaterThan(0)
    expect(seen.get('remove done')).toBeGreaterThan(0)
  })

  interface Step {
    readonly kind: 'update' | 'action' | 'remove'
    readonly values?: object
    readonly name?: string
    readonly input?: object
  }

  /** The stored parts of an order that are equal in any two. */
  async function traceOf(id: number): Promise<unknown> {
    const { id: _id, order_no: _no, weigh: _weigh, updatetime: _at, deletetime, ...row } = await yard.row('order', id)
    const lines = await yard.database.query
      .selectFrom('yard_order_line')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('line_no')
      .execute()
    const { data } = await yard.send('GET', `yard.Order/history?id=${id}`)
    const entries = (await logged(id)).map(({ action: name, data: text, admin_id }) => ({
      name,
      admin_id,
      changes: partOf<{ changes?: unknown }>(JSON.parse(String(text ?? '{}'))).changes ?? null,
    }))
    return {
      row,
      isDeleted: deletetime !== null,
      lines: lines.map(({ id: _line, order_id: _order, ...line }) => line),
      history: withoutPlaces(data['list']),
      entries,
    }
  }

  const withoutPlaces = (list: unknown): unknown =>
    JSON.parse(
      JSON.stringify(list ?? null, (key, value: unknown) =>
        ['id', 'create_time', 'createtime', 'time', 'ip', 'url', 'agent'].includes(key) ? undefined : value,
      ).replaceAll('-http', ''),
    )
})
