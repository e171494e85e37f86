/** What limits of members count, on the server of the tests of the member centre. */
import { expect, it } from 'vitest'
import type { TestApp } from '../../server/access/access-app.ts'
import { ask, forgive, solveCaptcha, type WireAnswer } from '../../server/session/endpoint.ts'
import type { createMemberCall } from './member-call.ts'

interface Context {
  readonly app: TestApp
  /** An administrator with all rights. */
  readonly root: number
  readonly call: ReturnType<typeof createMemberCall>
  /** Asks for a code by mail and waits until it was sent, or was not. */
  request(event: string, email: string, more?: object, token?: string): Promise<WireAnswer>
  register(username: string): Promise<{ readonly id: number; readonly token: string }>
}

const password = 'long enough 7'

/** @param context what has been started by the time the tests run */
export function describeMemberLimits(context: () => Context): void {
  /** Tries to sign in from a network of its own, with a captcha, as someone persistent does. */
  const signIn = async (network: number, username: string, word = 'not the one'): Promise<WireAnswer> => {
    const { running } = context().app
    const payload = { tab: 'login', username, password: word, ...(await solveCaptcha(running)) }
    return ask(running, 'POST', '/api/user/checkIn', { ip: `198.18.${network}.7`, payload })
  }

  it('T35: wrong passwords count by the account, however its name is written', async () => {
    const { app, root, register } = context()
    const { id } = await register('renate')
    await app.post(root, 'user.User/edit', { id, mobile: '13800138555' })
    await forgive(app.running)
    const names = [
      'renate',
      'RENATE',
      ' renate ',
      'ｒｅｎａｔｅ',
      '\u3000renate',
      'renate@example.com',
      'Renate@EXAMPLE.com',
    ]
    const mobiles = ['13800138555', ' 13800138555', '１３８００１３８５５５']
    for (const [network, name] of [...names, ...mobiles].entries())
      expect((await signIn(network, name)).data, name).not.toHaveProperty('wait')
    for (const name of ['renate', 'renate@example.com', '13800138555'])
      expect((await signIn(99, name, password)).data, name).toHaveProperty('wait')
    await forgive(app.running)
    expect(await signIn(99, ' ＲENATE@example.com', password)).toMatchObject({ code: 1 })
  })

  it('T35: whoever has an account of almost the same name does not buy guesses with it', async () => {
    const { app, root } = context()
    // Two from before such names were refused.
    for (const username of ['twin', 'TWIN']) {
      const body = {
        username: username === 'TWIN' ? 'other' : username,
        nickname: username,
        password: `${password} ${username}`,
        group_id: 1,
        gender: 0,
      }
      expect(await app.post(root, 'user.User/add', body)).toMatchObject({ code: 1 })
    }
    await app.database.write((trx) =>
      trx.updateTable('user').set({ username: 'TWIN' }).where('username', '=', 'other').execute(),
    )
    for (let tries = 0; tries < 9; tries += 1) await signIn(100 + tries, 'twin')
    expect(await signIn(120, 'TWIN', `${password} TWIN`)).toMatchObject({ code: 1 })
    await signIn(121, 'twin')
    expect((await signIn(122, 'twin')).data).toHaveProperty('wait')
    expect((await signIn(120, 'TWIN', `${password} TWIN`)).code).toBe(1)
  })

  it('T37: a mailbox has one limit, and what is refused before a message is sent uses nothing of it', async () => {
    const { app, request, register } = context()
    const { token } = await register('ottilie')
    await forgive(app.running)
    const own = (word: string) => request('user_email_verify', 'ottilie@example.com', { password: word }, token)
    expect(await own('not the one')).toMatchObject({ code: 0, data: { errors: { password: expect.any(String) } } })
    expect(await own(password)).toMatchObject({ code: 1 })
    expect((await own(password)).msg).toContain('seconds')
    const event = 'user_retrieve_pwd'
    expect(await request(event, 'box@example.com')).toMatchObject({ code: 1 })
    for (const same of ['box+1@example.com', ' Box+two@Example.COM ', 'box@EXAMPLE.com'])
      expect((await request(event, same)).msg, same).toContain('seconds')
    expect(await request(event, 'dotted@gmail.com')).toMatchObject({ code: 1 })
    expect((await request(event, 'd.o.tted+x@googlemail.com')).msg).toContain('seconds')
  })

  it('T34 T36: only codes that are awaited count, whether one was sent or not, and for an hour', async () => {
    const { app, call, request, register } = context()
    await register('lorenz')
    const guess = async (account: string): Promise<string> => {
      const body = { type: 'email', account, captcha: '000000', password: 'a third one 99' }
      const { code, msg } = await call('account/retrievePassword', body)
      expect(code).toBe(0)
      return msg
    }
    const answers = []
    for (const account of ['lorenz@example.com', 'nobody@example.com']) {
      // Of the route, which has a limit of its own.
      await forgive(app.running)
      const messages: string[] = []
      for (let tries = 0; tries < 12; tries += 1) messages.push(await guess(account))
      expect(await request('user_retrieve_pwd', account)).toMatchObject({ code: 1 })
      for (let tries = 0; tries < 11; tries += 1) messages.push(await guess(account))
      answers.push(messages)
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]!.filter((msg) => msg.startsWith('Too many'))).toEqual([
      'Too many wrong codes. Try again in 60 minutes.',
    ])
    // Another address is not affected.
    expect(await request('user_retrieve_pwd', 'other@example.com')).toMatchObject({ code: 1 })
  })
}
