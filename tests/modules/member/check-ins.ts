/** The daily check-in, on the server of the tests of the member centre. */
import { expect, it, vi } from 'vitest'
import { rewardOf } from '../../../runtime/modules/member/server/centre/check-in.ts'
import type { TestApp } from '../../server/access/access-app.ts'
import type { WireAnswer } from '../../server/session/endpoint.ts'
import { assetProblems } from './assets.ts'
import type { createMemberCall } from './member-call.ts'

interface Context {
  readonly app: TestApp
  readonly call: ReturnType<typeof createMemberCall>
  readonly register: (username: string) => Promise<{ readonly id: number; readonly token: string }>
  readonly signIn: (username: string) => Promise<WireAnswer<{ readonly userInfo: { readonly token: string } }>>
}

const day = 86_400_000

/** @param context what has been started by the time the test runs */
export function describeCheckIns(context: () => Context): void {
  it('checks in once a day of the site, with more points for days in a row', async () => {
    const { app, call, register, signIn } = context()
    const { id, token } = await register('tim')
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('user/checkIn', {}, token)))
    expect(answers.map(({ code }) => code).sort()).toEqual([...Array.from({ length: 19 }, () => 0), 1])
    expect((await call('user/checkIn', null, token, { 'x-tablewright': '1' })).data).toMatchObject({
      checked: true,
      streak: 1,
      next_score: 5,
      loggedIn: true,
      routePath: '/user',
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      const first = Date.now()
      const days = Array.from({ length: 7 }, (_, at) => at + 1)
      let total = 5
      for (const at of [...days, 9]) {
        vi.setSystemTime(first + at * day)
        const fresh = (await signIn('tim')).data.userInfo.token
        const { data } = await call<{ score: number; streak: number }>('user/checkIn', {}, fresh)
        // The eighth day is left out.
        expect(data).toEqual(at === 9 ? { score: 5, streak: 1 } : { score: rewardOf(at + 1), streak: at + 1 })
        total += data.score
        const overview = (await call('account/overview', null, fresh)).data as { score: number[]; days: string[] }
        expect([overview.score.at(-1), overview.score.length, overview.days.length]).toEqual([data.score, 7, 7])
      }
      expect(await app.row('user', id)).toMatchObject({ score: total })
      const fresh = (await signIn('tim')).data.userInfo.token
      const log = await call<{ list: object[]; total: number }>('account/integral?page=2&limit=4', null, fresh)
      expect(log.data.total).toBe(9)
      expect(log.data.list[0]).toEqual({
        id: expect.any(Number),
        user_id: id,
        score: 15,
        before: 30,
        after: 45,
        create_time: expect.any(Number),
        memo: 'Daily check-in, day 5',
      })
      // A check-in of a day that the clock reached too early is none when the day comes.
      const streaks: unknown[] = []
      for (const at of [14, 10, 13, 14]) {
        vi.setSystemTime(first + at * day)
        const token = (await signIn('tim')).data.userInfo.token
        streaks.push((await call<{ streak: number } | null>('user/checkIn', {}, token)).data?.streak)
      }
      expect(streaks).toEqual([1, 2, 1, 2])
    } finally {
      vi.useRealTimers()
    }
    expect(await assetProblems(app.database)).toEqual([])
  })
}
