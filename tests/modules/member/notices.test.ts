/** What happened to the account of a member, told in the member center. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { member } from '#generated/member/index.ts'
import { system } from '#generated/system/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { memberNotices } from '../../../runtime/modules/member/server/notices/notices.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { moduleEngines } from '../../support/databases.ts'
import { ask } from '../../server/session/endpoint.ts'
import { partOf } from '../../support/part-of.ts'
import { createMemberCall } from './member-call.ts'

const password = 'long enough 7'

interface SignedIn {
  readonly userInfo: { readonly id: number; readonly token: string }
}

describe.each(moduleEngines)('notices of members on $name', (engine) => {
  let app: TestApp
  let root = 0
  beforeAll(async () => {
    app = await openTestApp(engine, { servers: [memberServer] }, [member, system])
    root = await app.account('root', [await app.group('root', '*')])
  })
  afterAll(() => app?.dispose())

  const call = createMemberCall(() => app)
  const signIn = (username: string, word = password) =>
    call<SignedIn>('user/checkIn', { tab: 'login', username, password: word })
  /** Added by an administrator, and signed in for the first time. */
  const join = async (username: string): Promise<SignedIn['userInfo']> => {
    const values = { username, nickname: username, password, group_id: 1, gender: 0, status: 'enable' }
    expect(await app.post(root, 'user.User/add', values)).toMatchObject({ code: 1 })
    return (await signIn(username)).data.userInfo
  }

  it('tells members what happened to their account, in their language, until they have read it', async () => {
    type Told = { id: number; title: string; content: string; kind: string; read: 0 | 1 }
    type Page = { list: Told[]; total: number; unread: number }
    const { id, token } = await join('nora')
    const other = await join('oscar')
    const notices = async (query = '', who = token, language = 'en') =>
      (await call<Page>(`account/notices${query}`, null, who, { 'think-lang': language })).data
    expect(await notices()).toEqual({ list: [], total: 0, unread: 0 })
    await app.post(root, 'user.MoneyLog/add', { user_id: id, money: '12.50', memo: 'Refund' })
    // What is refused is told to nobody.
    expect(await app.post(root, 'user.ScoreLog/add', { user_id: id, score: 0, memo: 'None' })).toMatchObject({
      code: 0,
    })
    await app.post(root, 'user.User/edit', { id, mobile: '13800138111', motto: 'x' })
    await app.post(root, 'user.User/edit', { id, mobile: '', motto: 'y' })
    expect((await notices()).list.map(({ kind, title, content }) => [kind, title, content])).toEqual([
      ['mobile.removed', 'Mobile number removed by an administrator', 'Your account has no mobile number any more.'],
      ['mobile.set', 'Mobile number changed by an administrator', 'Your account now uses 13800138111.'],
      ['money', 'Balance +12.50', 'An administrator changed your balance from 0.00 to 12.50: Refund'],
    ])
    const chinese = await notices('?limit=1&page=3', token, 'zh-cn')
    expect(chinese).toMatchObject({ total: 3, unread: 3, list: [{ title: '余额 +12.50' }] })
    expect((await call('account/overview', null, token)).data).toMatchObject({ unread: 3 })
    const [removed, set, money] = (await notices()).list
    const read = (payload: object, who = token) =>
      call<{ unread: number }>('account/readNotices', payload, who).then(({ data }) => data.unread)
    // Those of others stay unread.
    expect(await read({ id: money!.id }, other.token)).toBe(0)
    expect(await read({})).toBe(3)
    expect(await read({ id: set!.id })).toBe(2)
    expect((await notices('?unread=true')).list.map((one) => one.id)).toEqual([removed!.id, money!.id])
    expect(await read({ all: true })).toBe(0)

    // A sign-in from a known network is nothing new; the password that an administrator set ends the sessions.
    expect(await signIn('nora')).toMatchObject({ code: 1 })
    const elsewhere = await ask<SignedIn>(app.running, 'POST', '/api/user/checkIn', {
      ip: '203.0.113.9',
      payload: { tab: 'login', username: 'nora', password },
    })
    expect(elsewhere).toMatchObject({ code: 1 })
    await app.post(root, 'user.User/edit', { id, password: 'another one 8' })
    const fresh = (await signIn('nora', 'another one 8')).data.userInfo.token
    expect((await notices('?limit=3', fresh)).list.map(({ title, read: isRead }) => [title, isRead])).toEqual([
      ['Signed in from a new network', 0],
      ['Password changed by an administrator', 0],
      ['Signed in from a new network', 0],
    ])
    expect(await call('account/notices')).toMatchObject({ code: 302 })
  })

  it('tells them in both languages what other modules did, with the page that it is about', async () => {
    const { id, token } = await join('petra')
    const add = (userId: number, content: string) =>
      app.database.write((trx) =>
        memberNotices.add(
          { scope: partOf({}), trx },
          {
            userId,
            kind: 'shop/order',
            title: { 'zh-cn': '订单已发货', en: 'Order shipped' },
            content: { 'zh-cn': content, en: content },
            path: '/user/shop/orders',
          },
        ),
      )
    // Long texts are cut between characters; a member who does not exist is passed over.
    await add(id, '📦'.repeat(400))
    await add(987_654, 'x')
    const page = async (language: string) =>
      (await call<{ list: object[] }>('account/notices?limit=1', null, token, { 'think-lang': language })).data
    expect(await page('en')).toMatchObject({
      total: 1,
      list: [
        {
          kind: 'shop/order',
          title: 'Order shipped',
          content: `${'📦'.repeat(359)}…`,
          path: '/user/shop/orders',
          read: 0,
        },
      ],
    })
    expect(await page('zh-cn')).toMatchObject({ list: [{ title: '订单已发货' }] })
    const erased = { erased_time: 1, status: 'disable' } as const
    await app.database.write((trx) => trx.updateTable('user').set(erased).where('id', '=', id).execute())
    await add(id, 'y')
    const { query } = app.database
    expect(await query.selectFrom('user_notice').select('id').where('user_id', '=', id).execute()).toHaveLength(1)
  })
})
