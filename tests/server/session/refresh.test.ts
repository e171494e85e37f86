/** Renewing sessions: rotation for our client, a fixed token for the old dialects, and what is no refresh token. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../runtime/server/db/index.ts'
import { refreshToken } from '../../../runtime/server/identity/session/refresh.ts'
import { tokenTypes } from '../../../runtime/server/identity/session/tokens.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { moduleEngines } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { addAdmin, alive, ask, hash, signInAs, type WireAnswer, type UserInfo } from './endpoint.ts'

interface Renewed {
  type: string
  token: string
  refresh_token?: string
}

describe.each(moduleEngines)('T31 refresh tokens on $name', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine)
  })
  afterAll(() => running.dispose())

  const signIn = async (ours: boolean): Promise<UserInfo> =>
    (await signInAs(running, { keep: true, ours })).data.userInfo
  const renew = (
    token: string,
    refreshToken: unknown,
    headers: Record<string, string> = { 'x-tablewright': '1' },
  ): Promise<WireAnswer<Renewed>> =>
    ask<Renewed>(running, 'POST', '/api/common/refreshToken', { token, headers, payload: { refreshToken } as object })
  const change = (token: string, values: Record<string, number>) =>
    running.database.write((trx) =>
      trx.updateTable('token').set(values).where('token_hash', '=', hash(token)).execute(),
    )
  const ago = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds

  it('our client gets a new refresh token with each new access token', async () => {
    const first = await signIn(true)
    const second = await renew(first.token, first.refresh_token)
    expect(second).toMatchObject({
      code: 1,
      data: {
        type: 'admin-refresh',
        token: expect.stringMatching(/^[\w-]{43}$/) as string,
        refresh_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      },
    })
    expect(new Set([first.token, first.refresh_token, second.data.token, second.data.refresh_token]).size).toBe(4)
    expect([await alive(running, first.token), await alive(running, second.data.token)]).toEqual([false, true])
    const third = await renew(second.data.token, second.data.refresh_token)
    expect(third.code).toBe(1)
    expect([await alive(running, second.data.token), await alive(running, third.data.token)]).toEqual([false, true])
  })

  it.each([true, false])('a token just replaced counts as expired for a minute (our client: %s)', async (ours) => {
    const first = await signIn(ours)
    const renewed = await renew(first.token, first.refresh_token, {})
    const codeOf = async (token: string): Promise<number> =>
      (await ask(running, 'GET', '/admin/routine.AdminInfo/index', { token })).code
    expect([await codeOf(first.token), await codeOf(renewed.data.token)]).toEqual([409, 1])
    await change(first.token, { spent_time: ago(58) })
    expect(await codeOf(first.token)).toBe(409)
    await change(first.token, { spent_time: ago(62) })
    expect(await codeOf(first.token)).toBe(302)
    // A replaced refresh token is never more than unknown.
    expect(await codeOf(first.refresh_token)).toBe(302)
    const other = await signIn(ours)
    const next = await renew(other.token, other.refresh_token, {})
    await ask(running, 'POST', '/admin/Index/logout', { token: next.data.token, payload: {} })
    expect([await codeOf(other.token), await codeOf(next.data.token)]).toEqual([302, 302])
  })

  it('200 refreshes at once are one new token', async () => {
    const { token, refresh_token: refresh } = await signIn(true)
    const answers = await Promise.all(Array.from({ length: 200 }, () => renew(token, refresh)))
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([1]))
    expect(new Set(answers.map((answer) => answer.data.token)).size).toBe(1)
    expect(new Set(answers.map((answer) => answer.data.refresh_token)).size).toBe(1)
    expect(await alive(running, answers[0]!.data.token)).toBe(true)
    expect(await tokensLike(token, refresh, answers[0]!.data)).toBe(2)
  })

  /** A Database of its own on the same pool or file, so that nothing this process remembers of the first one helps. */
  const asAnotherProcess = (database: Database): Database => ({
    adapter: database.adapter,
    place: database.place,
    query: database.query,
    write: (work) => database.write(work),
    writeUnchecked: (work) => database.writeUnchecked(work),
    writeApart: (trx, work) => database.writeApart(trx, work),
    afterCommit: (work) => database.afterCommit(work),
    page: (request) => database.page(request),
    rows: (statement, weight) => database.rows(statement, weight),
    exportRows: (request) => database.exportRows(request),
    version: () => database.version(),
    commitVersion: () => database.commitVersion(),
    modelVersion: database.modelVersion,
    refreshStorage: () => database.refreshStorage(),
    checkModel: () => database.checkModel(),
    search: database.search,
    topics: database.topics,
    backup: () => database.backup(),
    runAlone: (statement) => database.runAlone(statement),
    optimize: (table) => database.optimize(table),
    close: () => database.close(),
  })

  it('refreshes at once in several processes are one new token, too', async () => {
    const { token, refresh_token: refresh } = await signIn(true)
    const others = Array.from({ length: 6 }, () => asAnotherProcess(running.database))
    const settings = defaultSettings({ version: '', uploadFolder: '' })
    const answers = await Promise.all(
      others.flatMap((database) =>
        [1, 2].map(() => refreshToken({ database, settings }, { admin: token, user: null }, refresh)),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await alive(running, answers[0]!.token)).toBe(true)
  })

  it('the token spent last gets the same successor for ten seconds, then its replay ends the session', async () => {
    const { token, refresh_token: refresh } = await signIn(true)
    const next = await renew(token, refresh)
    expect((await renew(token, refresh)).data).toEqual(next.data)
    await change(refresh, { spent_time: ago(9) })
    expect((await renew(token, refresh)).data).toEqual(next.data)
    await change(refresh, { spent_time: ago(12) })
    expect((await renew(token, refresh)).code).toBe(0)
    expect(await alive(running, next.data.token)).toBe(false)
    expect((await renew(next.data.token, next.data.refresh_token)).code).toBe(0)
  })

  it('replay of an older generation ends the session at once', async () => {
    const first = await signIn(true)
    const second = await renew(first.token, first.refresh_token)
    const third = await renew(second.data.token, second.data.refresh_token)
    expect((await renew(first.token, first.refresh_token)).code).toBe(0)
    expect(await alive(running, third.data.token)).toBe(false)
    expect((await renew(third.data.token, third.data.refresh_token)).code).toBe(0)
  })

  it('an attacker cannot stop the rotation by imitating an old client', async () => {
    const { token, refresh_token: refresh } = await signIn(true)
    const stolen = await renew(token, refresh, {})
    expect(stolen.data.refresh_token).not.toBe(refresh)
    await change(refresh, { spent_time: ago(12) })
    await renew(token, refresh)
    expect(await alive(running, stolen.data.token)).toBe(false)
  })

  it('other sessions of the account live on when one is killed', async () => {
    const [one, other] = [await signIn(true), await signIn(true)]
    await renew(one.token, one.refresh_token)
    await change(one.refresh_token, { spent_time: ago(60) })
    await renew(one.token, one.refresh_token)
    expect(await alive(running, other.token)).toBe(true)
  })

  it('old clients keep their token for thirty days after sign-in and no longer', async () => {
    const first = await signIn(false)
    const end = await expiry(first.refresh_token)
    expect(end).toBeGreaterThan(ago(-30 * 86_400) - 60)
    let token = first.token
    for (let round = 0; round < 3; round += 1) {
      const answer = await renew(token, first.refresh_token)
      expect(answer.data).toEqual({ type: 'admin-refresh', token: expect.any(String) as string })
      expect([await alive(running, token), await alive(running, answer.data.token)]).toEqual([false, true])
      token = answer.data.token
    }
    expect(await expiry(first.refresh_token)).toBe(end)
    await change(first.refresh_token, { expire_time: ago(1) })
    expect((await renew(token, first.refresh_token)).code).toBe(0)
  })

  it('T32 takes a refresh token and nothing else, of a known type and of its own account', async () => {
    const mine = await signIn(true)
    for (const wrong of [
      '',
      'x',
      'a'.repeat(43),
      mine.token,
      hash(mine.refresh_token),
      [mine.refresh_token],
      { $ne: '' },
      5,
      null,
      `${mine.refresh_token} `,
    ]) {
      expect(await renew(mine.token, wrong), JSON.stringify(wrong)).toMatchObject({ status: 200, code: 0, data: [] })
    }
    for (const type of ['admin-ticket', 'user', 'user-refresh', 'user-ticket', 'email-pass', 'mobile-pass']) {
      await running.database.write((trx) =>
        trx.updateTable('token').set({ type }).where('token_hash', '=', hash(mine.refresh_token)).execute(),
      )
      expect((await renew(mine.token, mine.refresh_token)).code, type).toBe(0)
      await running.database.write((trx) =>
        trx.updateTable('token').set({ type }).where('token_hash', '=', hash(mine.token)).execute(),
      )
      expect(await alive(running, mine.token), type).toBe(false)
    }
    expect(tokenTypes).toEqual(['admin', 'admin-refresh', 'admin-ticket', 'user', 'user-refresh', 'user-ticket'])
  })

  it('needs the matching access token', async () => {
    const { refresh_token: refresh } = await signIn(true)
    expect((await renew('', refresh)).code).toBe(0)
    expect((await renew('nonsense', refresh)).code).toBe(0)
  })

  it('T31 refuses a refresh token that comes with the access token of another account', async () => {
    await addAdmin(running, 'neighbour')
    const { refresh_token: refresh, token } = await signIn(false)
    const other = (await signInAs(running, { username: 'neighbour', keep: true })).data.userInfo
    expect((await renew(other.token, refresh, {})).code).toBe(0)
    expect(await alive(running, other.token)).toBe(true)
    expect((await renew(token, refresh, {})).code).toBe(1)
  })

  it('a refresh token does not sign in, used or not', async () => {
    const { token, refresh_token: refresh } = await signIn(true)
    expect(await alive(running, refresh)).toBe(false)
    await renew(token, refresh)
    expect(await alive(running, refresh)).toBe(false)
  })

  it('ends with the account', async () => {
    const { token, refresh_token: refresh } = await signIn(true)
    await running.database.write((trx) => trx.updateTable('admin').set({ status: 0 }).execute())
    const { code } = await renew(token, refresh)
    await running.database.write((trx) => trx.updateTable('admin').set({ status: 1 }).execute())
    expect(code).toBe(0)
  })

  it('T30 values from a copy of the database neither sign in nor renew', async () => {
    const { token, refresh_token: refresh } = await signIn(true)
    await renew(token, refresh)
    const dump = await running.database.query.selectFrom('token').selectAll().execute()
    expect(JSON.stringify(dump)).not.toContain(token)
    expect(JSON.stringify(dump)).not.toContain(refresh)
    for (const text of dump
      .flatMap((row) => [row['token_hash'], row['salt']])
      .filter((one) => typeof one === 'string')) {
      expect(await alive(running, text)).toBe(false)
      expect((await renew(token, text)).code).toBe(0)
    }
  })

  const expiry = async (token: string): Promise<number> =>
    Number(
      (
        await running.database.query
          .selectFrom('token')
          .select('expire_time')
          .where('token_hash', '=', hash(token))
          .executeTakeFirstOrThrow()
      )['expire_time'],
    )
  /** How many of the successor's tokens there are; the old access token must be gone. */
  const tokensLike = async (old: string, spent: string, next: Renewed): Promise<number> => {
    const rows = await running.database.query
      .selectFrom('token')
      .select(['token_hash', 'session_id', 'spent_time'])
      .execute()
    const session = rows.find((row) => row['token_hash'] === hash(spent))!['session_id']
    const live = rows
      .filter((row) => row['session_id'] === session && row['spent_time'] === null)
      .map((row) => row['token_hash'])
    expect(live.sort()).toEqual([hash(next.token), hash(next.refresh_token!)].sort())
    expect(live).not.toContain(hash(old))
    return live.length
  }
})
