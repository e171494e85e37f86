/** What a member does with codes by SMS, on the server of the tests of the member centre. */
import { expect, it } from 'vitest'
import type { TestApp } from '../../server/access/access-app.ts'
import { until } from '../../server/messages/message-app.ts'
import { forgive, solveCaptcha } from '../../server/session/endpoint.ts'
import { accountAt, type Gateway } from '../sms/gateway.ts'
import type { createMemberCall } from './member-call.ts'

interface Context {
  readonly app: TestApp
  /** An administrator with all rights. */
  readonly root: number
  /** In place of the provider. */
  readonly gateway: Gateway
  readonly call: ReturnType<typeof createMemberCall>
}

interface SignedIn {
  readonly userInfo: { readonly id: number; readonly token: string }
}

const password = 'long enough 7'

/** @param context what has been started by the time the test runs */
export function describeSmsJourney(context: () => Context): void {
  it('registers, verifies, changes and recovers by SMS of a provider, which ends the session', async () => {
    const { app, root, gateway, call } = context()
    const isSignedIn = async (token: string) => (await call('user/index', null, token)).code === 1
    const signIn = (username: string, word: string) => call('user/checkIn', { tab: 'login', username, password: word })
    const [first, second] = ['13900139000', '13900139001'] as const
    expect(await app.post(root, 'routine.Config/edit', accountAt(gateway))).toMatchObject({ code: 1 })
    await app.database.write((trx) => trx.updateTable('sms_template').set({ provider_template: 'T_1' }).execute())
    expect((await call('user/checkIn')).data).toMatchObject({ accountVerificationType: ['email', 'mobile'] })
    /** As it arrived at the provider, which has verified the signature. */
    const codeBySms = async (event: string, mobile: string, more: object = {}, token = ''): Promise<string> => {
      await forgive(app.running)
      const before = gateway.received.length
      const body = { mobile, template_code: event, ...(await solveCaptcha(app.running)), ...more }
      expect(await call('Sms/send', body, token)).toMatchObject({ code: 1 })
      await until(async () => expect(gateway.received).toHaveLength(before + 1))
      expect(gateway.received.at(-1)).toMatchObject({ mobile, template: 'T_1' })
      return /\b\d{6}\b/.exec(JSON.stringify(gateway.received.at(-1)!.values))?.[0] ?? ''
    }
    const type = 'mobile'
    const captcha = await codeBySms('user_register', first)
    const body = { tab: 'register', registerType: type, username: 'sam', password, mobile: first, captcha }
    const { data } = await call<SignedIn>('user/checkIn', body)
    expect(data).toMatchObject({ userInfo: { mobile: first, email: '' } })
    const { token } = data.userInfo

    const wrong = await call('account/changeBind', { type: 'email', email: 'sam@', captcha: '', password: 'no' }, token)
    expect(Object.keys(wrong.data['errors'] ?? {})).toEqual(['password', 'email', 'captcha'])
    const proof = await codeBySms('user_mobile_verify', first, { password }, token)
    const verified = await call('account/verification', { type, captcha: proof }, token)
    const { accountVerificationToken } = verified.data
    const change = { type, mobile: second, captcha: await codeBySms('user_change_mobile', second, {}, token) }
    expect(await call('account/changeBind', { ...change, password }, token)).toMatchObject({ code: 0 })
    expect(await call('account/changeBind', { ...change, accountVerificationToken }, token)).toMatchObject({ code: 1 })
    expect(await app.row('user', data.userInfo.id)).toMatchObject({ mobile: second })
    expect(await isSignedIn(token)).toBe(true)

    const recovery = { type, account: second, captcha: await codeBySms('user_retrieve_pwd', second) }
    const recover = () => call('account/retrievePassword', { ...recovery, password: 'quite another 8' })
    expect(await recover()).toMatchObject({ code: 1 })
    expect(await isSignedIn(token)).toBe(false)
    expect(await recover()).toMatchObject({ code: 0 })
    expect(await signIn(second, 'quite another 8')).toMatchObject({ code: 1 })
    expect(await signIn(first, 'quite another 8')).toMatchObject({ code: 0 })
    expect(await app.post(root, 'routine.Config/edit', { sms_provider: 'none' })).toMatchObject({ code: 1 })
  })
}
