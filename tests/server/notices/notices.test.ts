/** Notices: each admin gets his own, once, in his language, whichever process he asks; nobody reaches another's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishNotice } from 'tablewright/server'
import { pushNotices } from '../../../runtime/server/identity/notifications/inbox.ts'
import { noticeLife } from '../../../runtime/server/identity/notifications/publish.ts'
import { endRetention, engines } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { addAdmin, ask, signInAs, type WireAnswer } from '../session/endpoint.ts'

interface Told {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly sound: string
  readonly create_time: number
  readonly read: 0 | 1
}
interface Pushed {
  readonly sound: string
  readonly msg: string
  readonly id: number | null
  readonly unread: number
  readonly list: Told[]
}

const both = (text: string) => ({ 'zh-cn': `${text}（中）`, en: text })
const news = (text: string) => ({ title: both(text), content: both(`about ${text}`), to: 'all' }) as const

describe.each(engines)('notices on $name', (engine) => {
  let running: RunningApp
  let token: string
  let other: { id: number; token: string }

  const push = (who = token, headers = {}): Promise<WireAnswer<Pushed>> =>
    ask<Pushed>(running, 'GET', '/admin/notification.Index/push', { token: who, headers })
  const list = async (who = token, query = ''): Promise<{ list: Told[]; total: number; unread: number }> =>
    (
      await ask<{ list: Told[]; total: number; unread: number }>(
        running,
        'GET',
        `/admin/notification.Index/index${query}`,
        { token: who },
      )
    ).data
  const clear = () =>
    running.database.write(async (trx) => {
      await trx.deleteFrom('notice_read').execute()
      await trx.deleteFrom('notice').execute()
    })
  const publish = (notice: Parameters<typeof publishNotice>[1]) => publishNotice(running.database, notice)

  beforeAll(async () => {
    running = await runApp(engine)
    token = await running.signIn()
    const id = await addAdmin(running, 'second')
    other = { id, token: (await signInAs(running, { username: 'second' })).data.userInfo.token }
  })
  afterAll(() => running.dispose())

  it('are for those who are signed in', async () => {
    for (const [method, action] of [
      ['GET', 'push'],
      ['GET', 'index'],
      ['POST', 'read'],
      ['POST', 'readall'],
    ] as const) {
      expect(await ask(running, method, `/admin/notification.Index/${action}`), action).toMatchObject({
        status: 200,
        code: 302,
      })
    }
  })

  it('answer nothing when nothing is new', async () => {
    await clear()
    expect(await push()).toMatchObject({ code: 1, data: { sound: '', msg: '', id: null, unread: 0, list: [] } })
  })

  it('reach each admin once, in the language of the reader', async () => {
    await clear()
    const id = await publish(news('News'))
    expect((await push()).data).toMatchObject({
      sound: 'notice',
      msg: 'News\nabout News',
      id,
      unread: 1,
      list: [{ id, title: 'News', content: 'about News', read: 0 }],
    })
    expect((await push()).data).toMatchObject({ sound: '', msg: '', unread: 1, list: [] })
    expect((await push(other.token, { 'think-lang': 'zh-cn' })).data).toMatchObject({
      msg: 'News（中）\nabout News（中）',
      id,
    })
  })

  it('that arrive together are pushed together, at most five at once', async () => {
    await clear()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
      await publish({ ...news(name), sound: name === 'c' ? 'notice' : null })
    const first = (await push()).data
    expect(first).toMatchObject({ sound: 'notice', msg: 'a\nb\nc\nd\ne', id: null, unread: 7 })
    expect((await push()).data).toMatchObject({ sound: '', msg: 'f\ng', unread: 7 })
    expect((await push()).data.msg).toBe('')
  })

  it('are pushed once even when many polls arrive at the same moment', async () => {
    await clear()
    await publish(news('Race'))
    const answers = await Promise.all(Array.from({ length: 12 }, () => push()))
    expect(answers.every(({ code }) => code === 1)).toBe(true)
    expect(answers.flatMap(({ data }) => data.list)).toHaveLength(1)
  })

  it('are marked read one by one or together, and only by their recipient', async () => {
    await clear()
    const [one, two] = [await publish(news('One')), await publish(news('Two'))]
    const mine = await publish({ ...news('Mine'), to: { admins: [other.id] } })
    const read = (id: unknown, who = token) =>
      ask(running, 'POST', '/admin/notification.Index/read', { token: who, payload: { id } as object })
    expect(await read(one)).toMatchObject({ code: 1, data: { unread: 1 } })
    expect(await read(String(one))).toMatchObject({ code: 1, data: { unread: 1 } })
    for (const foreign of [mine, 999_999, 'x', null, [one]])
      expect(await read(foreign), String(foreign)).toMatchObject({
        status: 200,
        code: 0,
        data: { reason: 'not_found' },
      })
    expect((await list()).list.map(({ id, read: isRead }) => [id, isRead])).toEqual([
      [two, 0],
      [one, 1],
    ])
    expect((await list(token, '?unread=1')).list.map(({ id }) => id)).toEqual([two])
    expect((await list(other.token)).unread).toBe(3)
    expect(
      await ask(running, 'POST', '/admin/notification.Index/readall', { token: other.token, payload: { until: two! } }),
    ).toMatchObject({ code: 1, data: { unread: 1 } })
    expect(
      await ask(running, 'POST', '/admin/notification.Index/readall', { token: other.token, payload: {} }),
    ).toMatchObject({ code: 1, data: { unread: 0 } })
    expect((await list()).unread).toBe(1)
    // What is no notice does not mean all of them.
    expect(
      await ask(running, 'POST', '/admin/notification.Index/readall', { token, payload: { until: 'x' } }),
    ).toMatchObject({ code: 0, data: { reason: 'not_found' } })
    expect((await list()).unread).toBe(1)
  })

  it('that were read before a poll are not pushed', async () => {
    await clear()
    await publish(news('Seen in the list'))
    await ask(running, 'POST', '/admin/notification.Index/readall', { token, payload: {} })
    expect((await push()).data).toMatchObject({ msg: '', unread: 0 })
  })

  it('are listed in pages, newest first', async () => {
    await clear()
    const ids: (number | null)[] = []
    for (let at = 0; at < 12; at += 1) ids.unshift(await publish(news(`n${at}`)))
    expect(await list()).toMatchObject({ total: 12, unread: 12, list: { length: 10 } })
    const second = await list(token, '?page=2&limit=5')
    expect(second.list.map(({ id }) => id)).toEqual(ids.slice(5, 10))
    for (const query of ['?page=0', '?limit=0', '?limit=101', '?page=x'])
      expect(
        (await ask(running, 'GET', `/admin/notification.Index/index${query}`, { token })).data,
        query,
      ).toMatchObject({ reason: 'bad_query' })
  })

  it('are sent to accounts with one of the rights, and to no disabled account', async () => {
    await clear()
    const { database } = running
    const rule = await database.query.selectFrom('admin_rule').select('id').limit(1).executeTakeFirst()
    const rules = rule
      ? [Number(rule['id'])]
      : [
          await database.write(async (trx) =>
            Number(
              (
                await trx
                  .insertInto('admin_rule')
                  .values({
                    type: 'menu',
                    name: 'shop/unit/index',
                    weigh: 1,
                    status: 1,
                    version: 1,
                    extend: 'none',
                    keepalive: 0,
                  })
                  .returning('id')
                  .executeTakeFirstOrThrow()
              )['id'],
            ),
          ),
        ]
    const name = String(
      (
        await database.query
          .selectFrom('admin_rule')
          .select('name')
          .where('id', '=', rules[0]!)
          .executeTakeFirstOrThrow()
      )['name'],
    )
    const group = await database.write(async (trx) =>
      Number(
        (
          await trx
            .insertInto('admin_group')
            .values({ name: 'keepers', rules: JSON.stringify(rules), status: 1, version: 1 })
            .returning('id')
            .executeTakeFirstOrThrow()
        )['id'],
      ),
    )
    const keeper = await addAdmin(running, 'keeper')
    const disabled = await addAdmin(running, 'disabled')
    await database.write(async (trx) => {
      const group_arr = JSON.stringify([group])
      await trx.updateTable('admin').set({ group_arr }).where('id', '=', keeper).execute()
      await trx.updateTable('admin').set({ group_arr, status: 0 }).where('id', '=', disabled).execute()
    })
    const receivers = async (id: number | null): Promise<number[]> =>
      (
        await database.query
          .selectFrom('notice_read')
          .select('admin_id')
          .where('notice_id', '=', id)
          .orderBy('admin_id')
          .execute()
      ).map((row) => Number(row['admin_id']))
    const told = await receivers(
      await publish({ ...news('For keepers'), to: { nodes: [name.toUpperCase(), 'no/such/node'] } }),
    )
    expect(told).toContain(keeper)
    expect(told).not.toContain(other.id)
    expect(told).not.toContain(disabled)
    expect(await receivers(await publish(news('All')))).not.toContain(disabled)
    expect(await publish({ ...news('Nobody'), to: { admins: [disabled, 987_654] } })).toBeNull()
  })

  it('are published with the transaction they belong to, or not at all', async () => {
    await clear()
    const { database } = running
    await database.write((trx) => publishNotice(trx, news('Kept')))
    await expect(
      database.write(async (trx) => {
        await publishNotice(trx, news('Lost'))
        throw new Error('the work failed')
      }),
    ).rejects.toThrow('the work failed')
    expect((await list()).list.map(({ title }) => title)).toEqual(['Kept'])
  })

  it('take any text, cut at their limits, and no path for a sound', async () => {
    await clear()
    const hostile = `<img src=x onerror=alert(1)> "'\\ \u0000\u0007 ${'😀'.repeat(200)}\ud800`
    await publish({ title: both(hostile), content: both('line\nline'), to: 'all' })
    const [told] = (await push()).data.list
    expect([...told!.title]).toHaveLength(100)
    expect(told!.title).toContain('<img src=x onerror=alert(1)>')
    expect(told!.title).not.toMatch(/[\u0000\u0007]/)
    expect(told!.content).toBe('line\nline')
    for (const sound of ['../x', 'a/b', '', 'A B'])
      await expect(publish({ ...news('Bad'), sound })).rejects.toThrow('no name of a sound')
  })

  it('do not pile up: those older than ninety days leave when a new one comes', async () => {
    await clear()
    const old = await publish(news('Old'))
    await running.database.write((trx) =>
      trx
        .updateTable('notice')
        .set({ create_time: Math.floor(Date.now() / 1000) - noticeLife - 10 })
        .where('id', '=', old)
        .execute(),
    )
    await publish(news('New'))
    expect((await list()).list.map(({ title }) => title)).toEqual(['New', 'Old'])
    await endRetention(running.database)
    await publish(news('Newer'))
    expect((await list()).list.map(({ title }) => title)).toEqual(['Newer', 'New'])
  })

  it('a poll without news is one statement besides the sign-in', async () => {
    await clear()
    await push()
    const { database } = running
    let statements = 0
    const counted = new Proxy(database, {
      get: (target, key) => {
        if (key === 'query' || key === 'write' || key === 'rows' || key === 'page') statements += 1
        return Reflect.get(target, key) as unknown
      },
    })
    await pushNotices(counted, 1, 'en')
    expect(statements).toBe(1)
  })
})
