/** Members act on records through the rules of administrators (P7), and the public sees rows of a rule (P8). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicRows, records, type MemberAccounts, type Scope } from 'tablewright/server'
import { system } from '../../../generated/system/index.ts'
import { openMemberSession } from '../../../runtime/server/identity/session/member-sessions.ts'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import type { AnyModule } from '../../../runtime/server/operation/entity-types.ts'
import { joinHooks } from '../../../runtime/server/operation/scope.ts'
import { verifyLog } from '../../../runtime/server/operation/audit/verify.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { refusal, scopeOn } from '../../server/records/scope.ts'
import { moduleEngines } from '../../support/databases.ts'
import { loadTestModule } from '../../support/schema-set.ts'
import { helpdesk, manifest } from './server.ts'

const { models, forms } = await loadTestModule('helpdesk')
const accounts: MemberAccounts = { isActive: async (_query, id) => id < 100, lock: async (_trx, id) => id < 100 }
const states = { open: 0, answered: 1, withdrawn: 2 }

describe.each(moduleEngines)('members and visitors as actors on $name', (engine) => {
  let app: TestApp
  let admin = 0
  beforeAll(async () => {
    app = await openTestApp(engine, { servers: [{ ...helpdesk, members: accounts }] }, [manifest, system])
    admin = await app.account('root', [await app.group('root', '*')])
  })
  afterAll(() => app?.dispose())

  const ask = (subject: string, user: number, status = states.open, due: number | null = null, more = {}) =>
    app.database.write(async (trx) => {
      const values = { subject, note: `secret ${subject}`, user_id: user, status, due, version: 1, ...more }
      const row = await trx.insertInto('helpdesk_question').values(values).returning('id').executeTakeFirstOrThrow()
      return Number(row['id'])
    })
  const tokenOf = async (id: number): Promise<string> => {
    const visitor = { ip: '127.0.0.1', device: 'test', rotates: true }
    const settings = {
      session: { accessLife: 600, refreshLife: 600, idleMinutes: 0, maxDays: 1, requiresFactor: false },
    }
    return (await app.database.write((trx) => openMemberSession(trx, settings, { id, visitor, keep: false }))).token
  }
  const withdraw = async (member: number, payload: object, key = '') =>
    app.running.send('POST', '/api/helpdesk.Desk/withdraw', {
      headers: {
        'ba-user-token': await tokenOf(member),
        'think-lang': 'en',
        'x-tablewright': '1',
        ...(key && { 'idempotency-key': key }),
      },
      payload,
    })
  const statusOf = async (id: number) => (await app.row('helpdesk_question', id))?.['status']
  const scope = (more: Partial<Scope> = {}): Scope => scopeOn(app.database, models, { actor: null, ...more }, forms)

  describe('actions of members (P7)', () => {
    it('run with guards, version, log and history, and name the member', async () => {
      const id = await ask('Mine', 7)
      expect(await withdraw(7, { id })).toMatchObject({ code: 0, data: { reason: 'invalid' } })
      const stale = await withdraw(7, { id, reason: 'solved', version: 9 })
      expect(stale).toMatchObject({ code: 0, data: { reason: 'conflict' } })
      expect(JSON.stringify(stale.data)).not.toContain('secret')
      const done = await withdraw(7, { id, reason: 'solved', version: 1 })
      expect(done).toMatchObject({ code: 1, data: { id, version: 2, actor: null, member: 7, may: false } })
      expect(await app.row('helpdesk_question', id)).toMatchObject({ status: states.withdrawn, reason: 'solved' })
      const again = await withdraw(7, { id, reason: 'solved' })
      expect(again).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
      expect(JSON.stringify(again.data)).not.toContain('secret')
      const entry = await app.database.query
        .selectFrom('admin_log')
        .selectAll()
        .where('entity', '=', 'helpdesk/question')
        .where('record_id', '=', id)
        .executeTakeFirstOrThrow()
      expect(entry).toMatchObject({ admin_id: null, username: 'member:7', action: 'withdraw', position: 1 })
      const { data } = await app.get<{ list: { who: string; input: object }[] }>(
        admin,
        `helpdesk.Question/history?id=${id}`,
      )
      expect(data.list).toMatchObject([{ who: 'Member 7', input: { reason: 'solved' } }])
      const log = await app.get<{ list: { username: string }[] }>(admin, 'auth.AdminLog/index?quickSearch=member:7')
      expect(log.data.list.map((row) => row.username)).toContain('Member 7')
      expect((await verifyLog(app.database)).damages).toEqual([])
    })

    it('T20, T21: reach the rows of the member alone, and an administrator of that id is somebody else', async () => {
      const [own, others] = [await ask('Own', 7), await ask('Others', 8)]
      for (const id of [others, 9_999_999])
        expect(await withdraw(7, { id, reason: 'x' })).toMatchObject({ code: 0, data: { reason: 'not_found' } })
      expect(await statusOf(others)).toBe(states.open)
      expect(await withdraw(7, { id: own, action: 'answer' })).toMatchObject({ code: 0, msg: 'Only the desk answers' })
      // The same action by an administrator, who is no member: the guard says so, whatever the id.
      const foreign = await ask('Foreign', admin)
      expect(await app.post(admin, 'helpdesk.Question/withdraw', { id: foreign, reason: 'x' })).toMatchObject({
        code: 0,
        msg: 'Only the member who asked withdraws',
      })
      expect(await app.post(admin, 'helpdesk.Question/answer', { id: foreign })).toMatchObject({ code: 1 })
      expect(
        (await app.running.send('POST', '/api/helpdesk.Desk/withdraw', { payload: { id: own, reason: 'x' } })).code,
      ).toBe(302)
      for (const actor of [
        { area: 'member', id: 0 },
        { area: 'member', id: 1.5 },
        { area: 'admin', id: 1 },
      ])
        expect(() => records<AnyModule>(scope()).as(actor as { area: 'member'; id: number })).toThrow(TypeError)
    })

    it('reach nothing of a table whose policy does not say which rows', async () => {
      const bare = models.map((model) => {
        const { member: _none, ...policy } = model.policy ?? { limit: null, fields: {} }
        return model.id === 'helpdesk/question' ? { ...model, policy } : model
      })
      const id = await ask('Bare', 7)
      const own = records<AnyModule>(scopeOn(app.database, bare, { actor: null }, forms)).as({ area: 'member', id: 7 })
      expect((await refusal(own.runAction('helpdesk/question', 'answer', id))).code).toBe('not_found')
    })

    it('T21: a repeated key of a member is answered once, and is none of the administrator', async () => {
      const [first, second] = [await ask('Once', 7), await ask('Once', 7)]
      const done = await withdraw(7, { id: first, reason: 'x' }, 'key-1')
      expect(await withdraw(7, { id: first, reason: 'x' }, 'key-1')).toMatchObject({ code: 1, data: done.data })
      expect(await withdraw(7, { id: second, reason: 'x' }, 'key-1')).toMatchObject({ data: { reason: 'invalid' } })
      expect(await withdraw(8, { id: second, reason: 'x' }, 'key-1')).toMatchObject({ data: { reason: 'not_found' } })
      expect(await withdraw(7, { id: second, reason: 'x' }, 'key-2')).toMatchObject({ code: 1 })
    })

    it('one of ten at the same time succeeds', async () => {
      const id = await ask('Race', 7)
      const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(7, { id, reason: 'x', version: 1 })))
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    })
  })

  describe('public rows (P8)', () => {
    beforeAll(async () => {
      await app.database.write((trx) => trx.deleteFrom('helpdesk_question').execute())
      const past = nowSeconds() - 60
      await ask('Printer answered', 7, states.answered, past)
      await ask('Screen answered', 8, states.answered, past)
      await ask('Answered later', 8, states.answered, nowSeconds() + 3600)
      await ask('Open of seven', 7)
      await ask('Open of eight', 8)
      await ask('Withdrawn', 9, states.withdrawn, past)
      await ask('Deleted', 7, states.answered, past, { deletetime: past })
    })
    const subjects = {
      nobody: ['Screen answered', 'Printer answered'],
      seven: ['Open of seven', 'Screen answered', 'Printer answered'],
    }

    it.each([
      ['nobody', null],
      ['seven', { id: 7 }],
    ] as const)('lists, counts, searches, single rows and statements agree for %s', async (name, viewer) => {
      const rows = publicRows(scope(), 'helpdesk/question', viewer)
      const list = await rows.find()
      expect(list.map((row) => row['subject'])).toEqual(subjects[name])
      expect(list.map((row) => Object.keys(row).sort())).toEqual(list.map(() => ['id', 'status', 'subject']))
      expect(await rows.count()).toBe(subjects[name].length)
      expect(await rows.count({ status: states.answered })).toBe(2)
      expect((await rows.find({ quickSearch: 'answered', limit: 1, offset: 1 })).map((row) => row['subject'])).toEqual([
        'Printer answered',
      ])
      expect(await rows.count({}, 'screen')).toBe(1)
      const all = await app.database.query.selectFrom('helpdesk_question').select('id').orderBy('id').execute()
      const single = await Promise.all(all.map(async ({ id }) => (await rows.get(Number(id)))?.['subject']))
      expect(single.filter(Boolean).toSorted()).toEqual(subjects[name].toSorted())
      const own = await sql<{ subject: string }>`select q.subject from ${sql.table('helpdesk_question')} as q
        where ${rows.condition('q')} order by q.id desc`.execute(app.database.query)
      expect(own.rows.map((row) => row.subject)).toEqual(subjects[name])
    })

    it('T10, T11: only listed fields are read, searched, filtered and sorted by, whatever hooks add', async () => {
      const hooks = joinHooks([
        {
          'helpdesk/question': {
            present: async (_scope, rows) => rows.forEach((row) => Object.assign(row, { note: 'secret' })),
            restrictRows: async (_scope, query) => (query?.quickSearch ? { matches: [1, 2, 3, 4, 5, 6, 7] } : {}),
          },
        },
      ])
      const rows = publicRows(scope({ hooks }), 'helpdesk/question', null)
      const [first] = await rows.find()
      expect(Object.keys((await rows.get(Number(first?.['id']))) ?? {}).sort()).toEqual(['id', 'status', 'subject'])
      expect(await rows.count({}, 'secret')).toBe(0)
      for (const query of [
        { where: { note: 'secret Printer answered' } },
        { where: { user_id: 7 } },
        { order: { field: 'due', direction: 'asc' as const } },
      ])
        expect((await refusal(rows.find(query))).code).toBe('bad_query')
    })

    it('are none of a table that says nothing about the public', () => {
      expect(() => publicRows(scope(), 'helpdesk/ticket', null)).toThrow('no x-policy.public')
    })
  })
})
