/** What members do for themselves: register, sign in, check in, and look after account and addresses. */
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from 'tablewright/server'
import { mail } from '#generated/mail/index.ts'
import { member } from '#generated/member/index.ts'
import { sms } from '#generated/sms/index.ts'
import { system } from '#generated/system/index.ts'
import { mailServer } from '../../../runtime/modules/mail/server/index.ts'
import { sendCode } from '../../../runtime/modules/member/server/codes/send.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { smsServer } from '../../../runtime/modules/sms/server/index.ts'
import { startJobRunner, type JobRunner } from '../../../runtime/server/operation/jobs/runner.ts'
import { settingsOf } from '../../../runtime/server/modules.ts'
import { defaultSettings, type Settings } from '../../../runtime/server/settings/settings.ts'
import { createSettingsStore } from '../../../runtime/server/settings/store.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { sealedText } from '../../server/messages/codes.ts'
import { until } from '../../server/messages/message-app.ts'
import { ask, forgive, solveCaptcha, type WireAnswer } from '../../server/session/endpoint.ts'
import { region, s3Bucket, siteKey, startCloudStore } from '../../support/cloud/cloud-store.ts'
import { oneEngine } from '../../support/databases.ts'
import { form } from '../../support/multipart.ts'
import { startGateway, type Gateway } from '../sms/gateway.ts'
import { describeCheckIns } from './check-ins.ts'
import { describeMemberLimits } from './limits.ts'
import { createMemberCall } from './member-call.ts'
import { describeSimilarNames } from './similar-names.ts'
import { describeSmsJourney } from './sms-journey.ts'
import { partOf } from '../../support/part-of.ts'

const password = 'long enough 7'
/** One pixel. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

interface SignedIn {
  readonly userInfo: Record<string, unknown> & { id: number; token: string; refresh_token: string }
  readonly routePath: string
}

describe.each(oneEngine)('T20 T32 T33 the member centre on $name', (engine) => {
  let app: TestApp
  let root = 0
  let jobs: JobRunner
  let gateway: Gateway
  let base: Settings
  beforeAll(async () => {
    gateway = await startGateway()
    app = await openTestApp(engine, { servers: [memberServer, mailServer, smsServer] }, [member, mail, sms, system])
    root = await app.account('root', [await app.group('root', '*')])
    base = defaultSettings({
      version: '0',
      uploadFolder: `${app.running.folder}/storage`,
      modules: settingsOf([
        { manifest: member, server: memberServer },
        { manifest: mail, server: mailServer },
        { manifest: sms, server: smsServer },
      ]),
    })
    const scope = async () =>
      partOf<Scope>({
        database: app.database,
        language: 'en',
        // Every store has a cache of its own, which the others do not clear.
        settings: await createSettingsStore(app.database, base).current(),
        mailer: mailServer.mailer,
        smsSender: smsServer.smsSender,
      })
    const options = { jobs: [sendCode, ...smsServer.jobs!], scope, onError: () => undefined, intervalMs: 5 }
    jobs = startJobRunner(options, app.database)
    await app.post(root, 'routine.Config/edit', { mail_host: '127.0.0.1', mail_sender: 'shop@example.com' })
  })
  afterAll(async () => {
    await jobs.stop()
    await app.dispose()
    await gateway.close()
  })
  afterEach(() => forgive(app.running))

  const call = createMemberCall(() => app)
  const mails = (event: string, to: string) =>
    app.database.query
      .selectFrom('mail_log')
      .selectAll()
      .where('event', '=', event)
      .where('recipient', '=', to)
      .orderBy('id', 'desc')
      .execute()
  const idle = () =>
    until(async () =>
      expect(
        await app.database.query
          .selectFrom('job')
          .select('id')
          .where('name', '=', sendCode.name)
          .where('state', '<', 30)
          .execute(),
      ).toEqual([]),
    )
  const request = async (event: string, email: string, more: object = {}, token = '') => {
    const answer = await call('Ems/send', { email, event, ...(await solveCaptcha(app.running)), ...more }, token)
    await idle()
    return answer
  }
  /** The code that was sent, read where administrators could not. */
  const codeFor = async (event: string, email: string, more: object = {}, token = ''): Promise<string> => {
    await forgive(app.running)
    expect(await request(event, email, more, token)).toMatchObject({ code: 1 })
    const [latest] = await mails(event, email)
    const settings = await createSettingsStore(app.database, base).current()
    return /\b\d{6}\b/.exec(sealedText(settings, 'mail_log', latest!))?.[0] ?? ''
  }
  const register = async (username: string, email = `${username}@example.com`) => {
    const captcha = await codeFor('user_register', email)
    const body = { tab: 'register', registerType: 'email', username, password, email, captcha }
    const answer = await call<SignedIn>('user/checkIn', body)
    expect(answer, answer.msg).toMatchObject({ code: 1 })
    return answer.data.userInfo
  }
  const signIn = (username: string, word = password, keep = false, headers = {}) =>
    call<SignedIn>('user/checkIn', { tab: 'login', username, password: word, keep }, '', headers)
  const isSignedIn = async (token: string) => (await call('user/index', null, token)).code === 1
  const errorsOf = (answer: WireAnswer) => Object.keys((answer.data['errors'] ?? {}) as object)

  it('registers nobody while no address can be verified, or while it is closed', async () => {
    await app.post(root, 'routine.Config/edit', { mail_host: '' })
    expect(await call('user/checkIn')).toMatchObject({
      code: 1,
      data: { userLoginCaptchaSwitch: false, accountVerificationType: [] },
    })
    expect(await request('user_register', 'ann@example.com')).toMatchObject({ code: 0 })
    await app.post(root, 'routine.Config/edit', { mail_host: '127.0.0.1' })
    expect((await call('user/checkIn')).data).toMatchObject({ accountVerificationType: ['email'] })
    await app.post(root, 'routine.Config/edit', { member_center: false })
    expect(await call('user/checkIn')).toMatchObject({ code: 0 })
    expect((await call('index/index')).data).toMatchObject({ openMemberCenter: false, userInfo: [], menus: [] })
    await app.post(root, 'routine.Config/edit', { member_center: true })
  })

  it('registers with a code sent by mail, signs in by name, mail or mobile, and renews the session', async () => {
    const email = 'ann@example.com'
    const code = await codeFor('user_register', email)
    const body = { tab: 'register', registerType: 'email', username: 'ann', password, email: 'Ann@Example.com' }
    expect(errorsOf(await call('user/checkIn', { ...body, captcha: '000000' }))).toEqual(['captcha'])
    expect(errorsOf(await call('user/checkIn', { ...body, captcha: code, username: '7a' }))).toEqual(['username'])
    expect(errorsOf(await call('user/checkIn', { ...body, captcha: code, password: 'password' }))).toEqual(['password'])
    const all = { username: '7a', password: 'short', email: 'ann@', captcha: ' ' }
    expect(errorsOf(await call('user/checkIn', { ...body, ...all }))).toEqual([
      'username',
      'password',
      'email',
      'captcha',
    ])
    const registered = await call<SignedIn>('user/checkIn', { ...body, captcha: code, money: '99.00' })
    expect(registered).toMatchObject({ code: 1, data: { routePath: '/user' } })
    const { userInfo } = registered.data
    expect(Object.keys(userInfo).sort()).toEqual(
      (
        'id username nickname email mobile avatar gender birthday money score join_time motto last_login_time ' +
        'last_login_ip token refresh_token'
      )
        .split(' ')
        .sort(),
    )
    expect(userInfo).toMatchObject({ username: 'ann', email, gender: 0, money: '0.00', score: 0, refresh_token: '' })
    // A code is used up, and an address that has an account gets none; whoever asks does not learn it.
    expect(await call('user/checkIn', { ...body, username: 'ann2', captcha: code })).toMatchObject({ code: 0 })
    await forgive(app.running)
    const known = await request('user_register', email)
    const unknown = await request('user_register', 'new@example.com')
    expect([known.code, known.msg, known.data]).toEqual([unknown.code, unknown.msg, unknown.data])
    expect(await mails('user_register', email)).toHaveLength(1)
    expect(await mails('user_address_taken', email)).toHaveLength(1)

    await app.post(root, 'user.User/edit', { id: userInfo.id, mobile: '13800138000' })
    for (const name of ['ann', 'ANN@example.com', '13800138000'])
      expect(await signIn(name), name).toMatchObject({ code: 1 })
    const [wrong, nobody] = [await signIn('ann', 'not the one'), await signIn('nobody', 'not the one')]
    expect([wrong.code, wrong.msg, wrong.data]).toEqual([nobody.code, nobody.msg, nobody.data])

    const { token, refresh_token: refreshToken } = (await signIn('ann', password, true)).data.userInfo
    const renew = (old: string) => call('common/refreshToken', { refreshToken }, old)
    expect(await renew('')).toMatchObject({ code: 0 })
    expect(await isSignedIn(refreshToken)).toBe(false)
    const renewed = await renew(token)
    expect(renewed).toMatchObject({ code: 1, data: { type: 'user-refresh' } })
    expect(await isSignedIn(String(renewed.data['token']))).toBe(true)
    expect(await call('user/index', null, token)).toMatchObject({ code: 409 })
    // A member's token is none of an administrator's.
    const admin = await ask(app.running, 'GET', '/admin/Index/index', { token: String(renewed.data['token']) })
    expect(admin).toMatchObject({ code: 302 })
    expect(await call('user/logout', { refreshToken }, String(renewed.data['token']))).toMatchObject({ code: 1 })
    expect(await isSignedIn(String(renewed.data['token']))).toBe(false)
    expect(await renew(String(renewed.data['token']))).toMatchObject({ code: 0 })
  })

  describeSmsJourney(() => ({ app, root, gateway, call }))
  describeMemberLimits(() => ({ app, root, call, request, register }))

  describeSimilarNames(() => ({ app, call, codeFor, register, signIn }))

  it('rotates the refresh tokens of our own client, and ends sessions of a used one, and old ones', async () => {
    const { id } = await register('romy')
    const ours = { 'x-tablewright': '1' }
    const { token, refresh_token: first } = (await signIn('romy', password, true, ours)).data.userInfo
    const renewed = await call('common/refreshToken', { refreshToken: first }, token, ours)
    const { token: second, refresh_token: next } = renewed.data as Record<string, string>
    expect(next).not.toBe(first)
    const third = (await call('common/refreshToken', { refreshToken: next }, second, ours)).data as Record<
      string,
      string
    >
    expect(await isSignedIn(String(third['token']))).toBe(true)
    expect(await call('common/refreshToken', { refreshToken: first }, second, ours)).toMatchObject({ code: 0 })
    expect(await isSignedIn(String(third['token']))).toBe(false)
    // Of every client, thirty days after signing in.
    for (const headers of [ours, {} as typeof ours]) {
      const user = (await signIn('romy', password, true, headers)).data.userInfo
      const values = { create_time: Math.floor(Date.now() / 1000) - 30 * 86_400 }
      await app.database.write((trx) => trx.updateTable('session').set(values).where('user_id', '=', id).execute())
      const renewal = await call('common/refreshToken', { refreshToken: user.refresh_token }, user.token, headers)
      expect([renewal.code, (await call('user/index', null, user.token)).code]).toEqual([0, 409])
    }
  })

  it('starts with menus and rules of the group, and refuses what the group does not have', async () => {
    expect(await call('index/index?requiredLogin=1')).toMatchObject({ code: 302, data: { routePath: '/user/login' } })
    expect(await call('user/checkIn', {})).toMatchObject({ code: 302, data: { routePath: '/user/login' } })
    const visitor = await call<{ site: object }>('index/index')
    expect(visitor.data).toEqual({
      site: expect.any(Object),
      openMemberCenter: true,
      userInfo: [],
      menus: [],
      rules: [],
    })
    expect(Object.keys(visitor.data.site)).toEqual(
      expect.arrayContaining(['siteName', 'recordNumber', 'version', 'cdnUrl', 'upload']),
    )
    const { id, token } = await register('gus')
    const start = await call<{ menus: { name: string; children: { name: string }[] }[]; userInfo: object }>(
      'index/index?requiredLogin=1',
      null,
      token,
    )
    expect(start.data.userInfo).toMatchObject({ username: 'gus', token, refresh_token: '' })
    expect(start.data.menus[0]).toMatchObject({ name: 'account', type: 'menu_dir', pid: 0 })
    expect(start.data.menus[0]!.children.map(({ name }) => name)).toContain('account/integral')
    const nodeKeys = 'id pid type title name path icon menu_type url component no_login_valid extend children'.split(
      ' ',
    )
    expect(Object.keys(start.data.menus[0]!).sort()).toEqual(nodeKeys.sort())
    const { data } = await app.post<{ id: number }>(root, 'user.Group/add', {
      name: 'small',
      unrestricted: 0,
      rules: [],
    })
    await app.post(root, 'user.User/edit', { id, group_id: data.id })
    expect(await call('account/balance', null, token)).toMatchObject({ code: 401 })
    expect((await call('user/index', null, token)).data).toMatchObject({ menus: [], rules: [] })
    await app.post(root, 'user.User/edit', { id, password: 'by an admin 8' })
    expect(await isSignedIn(token)).toBe(false)
    const again = (await signIn('gus', 'by an admin 8')).data.userInfo.token
    await app.post(root, 'user.User/edit', { id, status: 'disable' })
    expect(await call('user/index', null, again)).toMatchObject({ code: 302 })
    expect(await signIn('gus', 'by an admin 8')).toMatchObject({ code: 0 })
    await app.post(root, 'user.User/edit', { id, status: 'enable' })
    expect(await isSignedIn(again)).toBe(false)
    await signIn('gus', 'by an admin 8')
    await app.del(root, 'user.User/del', [id])
    expect(await app.database.query.selectFrom('session').select('id').where('user_id', '=', id).execute()).toEqual([])
  })

  it('saves a profile, and ignores id, money, score and tokens that clients post with it', async () => {
    const { id, token } = await register('pia')
    const other = await register('piet')
    expect((await call('account/balance', null, other.token)).data).toEqual({ list: [], total: 0 })
    expect((await call('account/overview', null, other.token)).data).toMatchObject({
      days: expect.arrayContaining([expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]),
      score: Array(7).fill(0),
      money: Array(7).fill('0.00'),
    })
    const profile = { username: 'pia', nickname: '龘𠮷_7', gender: 2, birthday: '1990-12-31', motto: '🌱 <b>' }
    const posted = { ...profile, avatar: '', id: other.id, money: '99.00', score: 99, token: 'x', status: 'disable' }
    expect(await call('account/profile', posted, token)).toMatchObject({ code: 1 })
    expect(await app.row('user', id)).toMatchObject({ ...profile, money: 0, score: 0, status: 'enable' })
    expect(await app.row('user', other.id)).toMatchObject({ nickname: 'piet' })
    expect((await call('account/profile', null, token)).data).toMatchObject({
      user: { id, nickname: '龘𠮷_7', money: '0.00' },
      accountVerificationType: ['email'],
    })
    const wrong = { username: 'piet', nickname: 'a b', gender: 3, birthday: '2999-01-01', motto: 'a\nb', avatar: '//x' }
    expect(errorsOf(await call('account/profile', wrong, token)).sort()).toEqual(
      ['avatar', 'birthday', 'gender', 'motto', 'nickname', 'username'].sort(),
    )
    expect(errorsOf(await call('account/profile', { username: 'piet' }, token))).toEqual(['username'])
    await app.post(root, 'user.User/edit', { id, nickname: 'Pia P.' })
    expect(await call('account/profile', { nickname: 'Pia P.', motto: 'kept' }, token)).toMatchObject({ code: 1 })
  })

  it('uploads an avatar, and no more than the site allows members (T52)', async () => {
    const { id, token } = await register('ava')
    const take = (name: string, bytes: Buffer, sender = token) => {
      const { payload, headers } = form([{ file: name, bytes }])
      const sent = { ...headers, 'think-lang': 'en', ...(sender && { 'ba-user-token': sender }) }
      return app.running.send<{ file: { url: string; user_id: number } }>('POST', '/api/ajax/upload?topic=avatar', {
        payload,
        headers: sent,
      })
    }
    const { data } = await take('me.gif', picture)
    expect(data.file).toMatchObject({ user_id: id, admin_id: null })
    expect(await call('account/profile', { avatar: data.file.url }, token)).toMatchObject({ code: 1 })
    expect(await app.row('user', id)).toMatchObject({ avatar: data.file.url })
    expect((await take('me.pdf', Buffer.from('%PDF-1.7'))).msg).toBe('The type of uploaded file is not allowed!')
    expect(await take('me.gif', picture, '')).toMatchObject({ code: 302 })
    await app.post(root, 'routine.Config/edit', { upload_members: 'files' })
    expect(await take('me.pdf', Buffer.from('%PDF-1.7'))).toMatchObject({ code: 1 })
    await app.post(root, 'routine.Config/edit', { upload_members: 'none' })
    expect((await take('me.gif', picture)).msg).toContain('Members may not upload files on this site.')
    await app.post(root, 'routine.Config/edit', { upload_members: 'images' })
  })

  it('uploads to the cloud store into a folder of its own (T54)', async () => {
    const { id, token } = await register('cloudy')
    const store = await startCloudStore()
    const place = { upload_bucket: s3Bucket, upload_region: region, upload_endpoint: store.origin }
    const key = { upload_key_id: siteKey.id, upload_key_secret: siteKey.secret }
    await app.post(root, 'routine.Config/edit', { upload_mode: 's3', ...place, ...key })
    const file = { name: 'me.gif', size: picture.length, sha1: createHash('sha1').update(picture).digest('hex') }
    const { data: begun } = await call<{ url: string; uploadId: string }>('Cos/begin', file, token)
    expect(begun.url).toMatch(new RegExp(`^/cloud/member/${id}/`))
    const { data } = await call<{ urls: Record<string, string> }>('Cos/slices', { ...begun, size: file.size }, token)
    await fetch(data.urls['1'] ?? '', { method: 'PUT', body: new Uint8Array(picture) })
    const stored = { file: { user_id: id, admin_id: null, url: begun.url, width: 1 } }
    expect(await call('Cos/callback', { ...file, ...begun }, token)).toMatchObject({ code: 1, data: stored })
    expect(await call('Cos/begin', { ...file, name: 'me.pdf' }, token)).toMatchObject({ code: 0 })
    expect(await call('Cos/begin', file)).toMatchObject({ code: 302 })
    await app.post(root, 'routine.Config/edit', { upload_mode: 'local' })
    await store.close()
  })

  it('names the records that use a file to those who may see them (T52)', async () => {
    const { id } = await register('uses')
    const { payload, headers } = form([{ file: 'own.gif', bytes: picture }])
    const { data } = await app.running.send<{ file: { id: number; url: string } }>(
      'POST',
      '/api/ajax/upload?topic=uses',
      {
        payload,
        headers: { ...headers, 'ba-user-token': (await signIn('uses')).data.userInfo.token },
      },
    )
    await app.post(root, 'user.User/edit', { id, avatar: data.file.url })
    const clerk = await app.account('clerk', [await app.group('files', ['routine/attachment/index'])])
    const deleter = await app.account('deleter', [await app.group('deleters', ['routine/attachment/del'])])
    type Usage = { list: { id: number; references: object[]; more: boolean }[] }
    const usageFor = async (admin: number) =>
      (await app.get<Usage>(admin, `routine.Attachment/usage?ids[]=${data.file.id}`)).data.list
    expect(await usageFor(root)).toMatchObject([
      { id: data.file.id, references: [{ table: 'member/user', id, page: 'user/user' }], more: false },
    ])
    expect(await usageFor(clerk)).toEqual([{ id: data.file.id, references: [], more: true }])
    expect(await app.get(deleter, `routine.Attachment/usage?ids[]=${data.file.id}`)).toMatchObject({ code: 401 })
    expect(await app.del(deleter, 'routine.Attachment/del', [data.file.id])).toMatchObject({
      code: 0,
      data: { reason: 'in_use', references: [] },
    })
    expect(await app.del(clerk, 'routine.Attachment/del', [data.file.id])).toMatchObject({ code: 401 })
    await app.post(root, 'user.User/edit', { id, avatar: '' })
    expect(await app.del(deleter, 'routine.Attachment/del', [data.file.id])).toMatchObject({ code: 1 })
  })

  describeCheckIns(() => ({ app, call, register, signIn }))

  it('changes address and password with proof, and ends all other sessions', async () => {
    const { id, token } = await register('vera')
    const email = 'vera@example.com'
    const elsewhere = (await signIn('vera')).data.userInfo.token
    expect(await request('user_email_verify', email, { password: 'not the one' }, token)).toMatchObject({ code: 0 })
    const code = await codeFor('user_email_verify', email, { password }, token)
    const verified = await call('account/verification', { type: 'email', captcha: code }, token)
    expect(verified).toMatchObject({ code: 1, data: { type: 'email', accountVerificationToken: expect.any(String) } })
    const { accountVerificationToken } = verified.data
    const target = 'vera@example.org'
    const captcha = await codeFor('user_change_email', target, {}, token)
    const bind = (more: object) => call('account/changeBind', { type: 'email', email: target, captcha, ...more }, token)
    expect(await bind({ password })).toMatchObject({ code: 0 })
    expect(await bind({ accountVerificationToken })).toMatchObject({ code: 1 })
    expect(await app.row('user', id)).toMatchObject({ email: target })
    expect(await mails('user_address_changed', email)).toHaveLength(1)
    expect([await isSignedIn(token), await isSignedIn(elsewhere)]).toEqual([true, false])

    const change = (oldPassword: string, newPassword: string) =>
      call('account/changePassword', { oldPassword, newPassword, confirmPassword: newPassword }, token)
    expect(errorsOf(await change('not the one', 'quite another 8'))).toEqual(['oldPassword'])
    expect(errorsOf(await change(password, password))).toEqual(['newPassword'])
    const wrong = { oldPassword: '', newPassword: 'short', confirmPassword: 'shorter' }
    expect(errorsOf(await call('account/changePassword', wrong, token))).toEqual(Object.keys(wrong))
    expect(await change(password, 'quite another 8')).toMatchObject({ code: 1 })
    expect(await isSignedIn(token)).toBe(false)

    const again = (await signIn('vera', 'quite another 8', true)).data.userInfo
    const recovery = await codeFor('user_retrieve_pwd', target)
    const recover = (account: string, sent: string) =>
      call('account/retrievePassword', { type: 'email', account, captcha: sent, password: 'a third one 99' })
    const nothing = { type: 'email', account: 'vera@', captcha: '', password: 'short' }
    expect(errorsOf(await call('account/retrievePassword', nothing))).toEqual(['account', 'captcha', 'password'])
    const [known, unknown] = [await recover(target, '000000'), await recover('who@example.com', '000000')]
    expect([known.code, known.msg, known.data]).toEqual([unknown.code, unknown.msg, unknown.data])
    expect(await recover(target, recovery)).toMatchObject({ code: 1 })
    expect(await isSignedIn(again.token)).toBe(false)
    expect(await call('common/refreshToken', { refreshToken: again.refresh_token }, again.token)).toMatchObject({
      code: 0,
    })
    const last = await signIn('vera', 'a third one 99')
    const told = await call<{ list: { kind: string }[] }>('account/notices', null, last.data.userInfo.token)
    expect(told.data.list.map(({ kind }) => kind)).toEqual(['password.recovered', 'password.changed', 'email.changed'])
    expect(await recover(target, recovery)).toMatchObject({ code: 0 })
  })

  it('T36 T37: codes are good for one address and event, and burn at five wrong tries', async () => {
    await register('cora')
    const email = 'cora@example.com'
    const code = await codeFor('user_retrieve_pwd', email)
    const recover = (captcha: string, account = email) =>
      call('account/retrievePassword', { type: 'email', account, captcha, password: 'a third one 99' })
    const register2 = { tab: 'register', registerType: 'email', username: 'cora2', password, email, captcha: code }
    expect(await call('user/checkIn', register2)).toMatchObject({ code: 0 })
    const free = await codeFor('user_register', 'free@example.com')
    const elsewhere = { ...register2, email: 'free2@example.com', captcha: free }
    expect(errorsOf(await call('user/checkIn', elsewhere))).toEqual(['captcha'])
    expect(await recover(code, 'ann@example.com')).toMatchObject({ code: 0 })
    const wrong = code === '111111' ? '222222' : '111111'
    await Promise.all(Array.from({ length: 5 }, () => recover(wrong)))
    expect(await recover(code)).toMatchObject({ code: 0 })
    for (let tries = 0; tries < 5; tries += 1) await recover(wrong)
    // The address has had ten wrong codes: a new, right one has to wait.
    expect((await recover(code)).msg).toContain('Too many wrong codes')
    await forgive(app.running)
    const fresh = await codeFor('user_retrieve_pwd', email)
    expect(await recover(fresh)).toMatchObject({ code: 1 })
    expect(await recover(fresh)).toMatchObject({ code: 0 })

    await forgive(app.running)
    expect(await call('Ems/send', { email, event: 'user_retrieve_pwd' })).toMatchObject({ code: 0 })
    expect(await request('user_retrieve_pwd', 'absent@example.com')).toMatchObject({ code: 1 })
    expect(await mails('user_retrieve_pwd', 'absent@example.com')).toEqual([])
    expect((await request('user_retrieve_pwd', 'absent@example.com')).msg).toContain('seconds')
    expect(await request('user_email_verify', email)).toMatchObject({ code: 302 })
    expect(await request('user_sms', email)).toMatchObject({ code: 0 })
    for (const bad of ['a@x.com\r\nBcc: evil@x.com', 'a@x.com, b@x.com', '<a@x.com>'])
      expect(errorsOf(await request('user_register', bad)), bad).toEqual(['email'])
  })
})
