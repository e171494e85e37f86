/** Members whose names differ in case only, on the server of the tests of the member centre. */
import { expect, it } from 'vitest'
import type { TestApp } from '../../server/access/access-app.ts'
import { forgive, type WireAnswer } from '../../server/session/endpoint.ts'
import type { createMemberCall } from './member-call.ts'

interface SignedIn {
  readonly userInfo: { readonly id: number; readonly token: string }
}

interface Context {
  readonly app: TestApp
  readonly call: ReturnType<typeof createMemberCall>
  /** The code that was sent. */
  readonly codeFor: (event: string, email: string) => Promise<string>
  readonly register: (username: string, email?: string) => Promise<{ readonly id: number }>
  readonly signIn: (username: string) => Promise<WireAnswer<SignedIn>>
}

const password = 'long enough 7'
const errorsOf = (answer: WireAnswer) => Object.keys((answer.data['errors'] ?? {}) as object)

/** @param context what has been started by the time the test runs */
export function describeSimilarNames(context: () => Context): void {
  it('registers no name that differs from another in case only, and signs each in by its spelling', async () => {
    const { app, call, codeFor, register, signIn } = context()
    const { id } = await register('Nina', 'nina@example.com')
    const code = await codeFor('user_register', 'nina2@example.com')
    const body = { tab: 'register', registerType: 'email', password, email: 'nina2@example.com', captcha: code }
    for (const username of ['nina', ' NINA\u200b'])
      expect(errorsOf(await call('user/checkIn', { ...body, username }))).toEqual(['username'])
    expect(await call('user/checkIn', { ...body, username: ' Olga\u00a0' })).toMatchObject({ code: 1 })
    const olga = await app.database.query.selectFrom('user').selectAll().where('username', '=', 'Olga').execute()
    expect(olga).toHaveLength(1)
    // Two from before: each is found by its exact spelling only.
    await app.database.write((trx) =>
      trx
        .updateTable('user')
        .set({ username: 'NINA', email: 'NINA@example.com' })
        .where('id', '=', Number(olga[0]!['id']))
        .execute(),
    )
    const signedIn = async (name: string) => (await signIn(name)).data.userInfo?.id ?? null
    expect([await signedIn('Nina'), await signedIn('\u200bNINA '), await signedIn('nina')]).toEqual([
      id,
      Number(olga[0]!['id']),
      null,
    ])
    expect([await signedIn('NINA@example.com'), await signedIn('nina@example.com')]).toEqual([
      Number(olga[0]!['id']),
      id,
    ])
    const { token } = (await signIn('Nina')).data.userInfo
    expect(errorsOf(await call('account/profile', { username: 'nINA' }, token))).toEqual(['username'])
    expect(await call('account/profile', { username: ' Ninette\u200b', nickname: '\u00a0Nin ' }, token)).toMatchObject({
      code: 1,
    })
    expect(await app.row('user', id)).toMatchObject({ username: 'Ninette', nickname: 'Nin' })
    await forgive(app.running)
  })
}
