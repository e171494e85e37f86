/** Which settings an administrator may change who is none of the super administrators: each is listed here. */
import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { live } from '#generated/live/index.ts'
import { mail } from '#generated/mail/index.ts'
import { member } from '#generated/member/index.ts'
import { sms } from '#generated/sms/index.ts'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import { liveServer } from '../../../runtime/modules/live/server/index.ts'
import { mailServer } from '../../../runtime/modules/mail/server/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { smsServer } from '../../../runtime/modules/sms/server/index.ts'
import { wmsServer } from '../../../runtime/modules/wms/server/index.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'

/** They decide where codes and questions are sent and mail leads to, who sees addresses, or what the server runs. */
const superOnly = `
  site_url designer terminal_package_manager terminal_port
  mail_host mail_port mail_security mail_user mail_password mail_sender mail_ca
  sms_provider sms_key_id sms_key_secret sms_application sms_region sms_endpoint
  live_service live_service_url live_service_model live_service_secret live_service_daily
  live_ice_servers live_ice_user live_ice_secret live_udp_port live_udp_address
`
const forEditors = `
  site_name record_number version time_zone languages first_language head_nav config_quick_entrance config_group
  admin_login_captcha second_factor cors_origins iframe_origins filtered_words
  log_days recovery_days idle_minutes session_days
  query_deadline query_budget compat_query_token
  upload_size upload_types upload_members upload_save_name upload_count upload_quota upload_mode upload_bucket
  upload_region upload_endpoint upload_key_id upload_key_secret upload_prefix upload_domain
  mail_sender_name mail_timeout mail_log_days sms_sign sms_log_days
  wms_stocktake wms_four_eyes wms_over_receipt wms_expiry_warn_days wms_sale_days wms_hold_days
  member_center member_captcha member_codes_per_day
  live_recording live_recording_gb live_recording_days live_direct
`

interface Setting {
  readonly name: string
  readonly type: string
  readonly value: unknown
  readonly content: Readonly<Record<string, string>> | ''
  readonly super_only?: boolean
  readonly input_extend: { readonly disabled?: boolean; readonly placeholder?: string }
}

const namesIn = (text: string): string[] => text.trim().split(/\s+/)

/** Another value than the current one, as the input of the setting would send it. */
function otherValue({ type, value, content, name }: Setting): unknown {
  if (type === 'switch') return !value
  if (type === 'select') return Object.keys(content).find((one) => one !== value)
  if (type === 'number') return Number(value) + 1
  if (name === 'mail_host') return 'evil.test'
  if (name === 'sms_region') return 'evil'
  if (name === 'mail_ca') return '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
  if (name === 'live_ice_servers') return 'turn:evil.test'
  if (name === 'live_udp_address') return '203.0.113.9'
  return name === 'mail_sender' ? 'thief@evil.test' : 'https://evil.test'
}

describe.each(moduleEngines)('T23 settings and the levels of administrators on $name', (engine) => {
  let app: TestApp
  let [boss, editor] = [0, 0]
  beforeAll(async () => {
    const servers = [memberServer, mailServer, smsServer, wmsServer, liveServer]
    app = await openTestApp(engine, { servers }, [member, mail, sms, wms, live, system])
    boss = await app.account('boss', [await app.group('root', '*')])
    const nodes = ['index', 'edit', 'add', 'del'].map((action) => `routine/config/${action}`)
    editor = await app.account('editor', [await app.group('editors', [...nodes, 'mail/template/edit'])])
  })
  afterAll(() => app.dispose())

  const settings = async (account = editor): Promise<Setting[]> => {
    const { data } = await app.get<{ list: Record<string, { list: Setting[] }> }>(account, 'routine.Config/index')
    return Object.values(data.list).flatMap(({ list }) => list)
  }
  const edit = (account: number, values: object) =>
    app.post<{ errors: Record<string, string> }>(account, 'routine.Config/edit', values)

  it('every setting of the site and its modules has a level', async () => {
    const listed = [...namesIn(superOnly), ...namesIn(forEditors)]
    expect((await settings()).map(({ name }) => name).sort()).toEqual(listed.sort())
  })

  it('an administrator below changes none that is for super administrators, and may post them unchanged', async () => {
    const all = await settings()
    const closed = namesIn(superOnly)
    for (const setting of all) {
      const isClosed = closed.includes(setting.name)
      expect([setting.name, setting.super_only ?? false]).toEqual([setting.name, isClosed])
      if (!isClosed) continue
      expect(setting.input_extend.disabled).toBe(true)
      const { code, data } = await edit(editor, { [setting.name]: otherValue(setting) })
      expect([setting.name, code, Object.keys(data?.errors ?? {})]).toEqual([setting.name, 0, [setting.name]])
    }
    expect(await settings()).toEqual(all)
    // Clients of BuildAdmin post the whole tab.
    const tab = all.filter(({ name }) => name.startsWith('mail_'))
    const posted = Object.fromEntries(tab.map(({ name, value }) => [name, value]))
    expect(await edit(editor, { ...posted, mail_sender_name: 'Shop' })).toMatchObject({ code: 1 })
    for (const setting of await settings(boss)) {
      expect(setting).not.toHaveProperty('super_only')
      if (!closed.includes(setting.name)) continue
      const secrets = {
        mail_password: 'entered-anew',
        sms_key_secret: 'entered-anew',
        live_ice_secret: 'new',
        live_service_secret: 'new',
      }
      const { code, data } = await edit(boss, { ...secrets, [setting.name]: otherValue(setting) })
      expect([setting.name, code, data?.errors?.[setting.name]]).toEqual([setting.name, 1, undefined])
    }
  })

  it('an administrator below stores traces for longer, and never for a shorter time', async () => {
    const valueOf = async (name: string) => (await settings()).find((one) => one.name === name)?.value
    for (const name of ['log_days', 'recovery_days', 'mail_log_days', 'sms_log_days', 'live_recording_days']) {
      const change = async (account: number, days: number) => (await edit(account, { [name]: days })).code
      expect([name, await change(boss, 100)]).toEqual([name, 1])
      expect([name, await change(editor, 99), await change(editor, 1)]).toEqual([name, 0, 0])
      expect([name, await change(editor, 101), Number(await valueOf(name))]).toEqual([name, 1, 101])
      // Where 0 is allowed, it is for ever.
      if ((await change(editor, 0)) === 1) expect([name, await change(editor, 36_500)]).toEqual([name, 0])
      expect([name, await change(boss, 100)]).toEqual([name, 1])
    }
  })

  it('neither adds a setting of the same name, nor deletes one, nor takes a change back', async () => {
    const item = { group: 'mail', name: 'mail_host', title: 'Host', type: 'string', value: 'evil.test' }
    expect(await app.post(editor, 'routine.Config/add', item)).toMatchObject({ code: 0 })
    const host = (await settings()).find(({ name }) => name === 'mail_host') as Setting & { id: number }
    expect(await app.del(editor, 'routine.Config/del', [host.id])).toMatchObject({ code: 0 })
    expect(await app.post(editor, 'routine.Config/redefine', { id: host.id, type: 'string' })).toMatchObject({
      code: 0,
    })
    const log = await app.database.query.selectFrom('admin_log').select('id').orderBy('id', 'desc').limit(50).execute()
    for (const { id } of log) expect((await app.post(editor, 'ajax/undo', { id: Number(id) })).code).not.toBe(1)
    expect((await settings()).find(({ name }) => name === 'mail_host')).toEqual(host)
  })

  it('the stored password of a mail server goes to no other, nor with a test mail', async () => {
    const server = { mail_host: 'mail.test', mail_port: 2525, mail_security: 'tls', mail_user: 'shop', mail_ca: '' }
    const password = { mail_password: 'k3pt-secret' }
    expect(await edit(boss, { ...server, ...password, mail_sender: 'shop@mail.test' })).toMatchObject({ code: 1 })
    for (const change of [
      { mail_host: 'evil.test' },
      { mail_port: 25 },
      { mail_security: 'none' },
      { mail_user: 'thief' },
    ]) {
      const refused = { code: 0, data: { errors: { mail_password: expect.stringMatching(/changed: enter it again/) } } }
      expect(await edit(boss, change)).toMatchObject(refused)
      expect(await edit(boss, { ...server, ...change, mail_password: '' })).toMatchObject(refused)
    }
    let connections = 0
    const thief = createServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(thief, 'listening')
    const { port } = thief.address() as { port: number }
    const posted = { testMail: 'ann@example.com', mail_host: '127.0.0.1', mail_port: port }
    const refusedTest = { code: 0, data: { errors: { mail_password: expect.any(String) } } }
    expect(await app.post(boss, 'routine.Config/sendTestMail', posted)).toMatchObject(refusedTest)
    expect((await settings()).find(({ name }) => name === 'mail_host')?.value).toBe('mail.test')
    expect(connections).toBe(0)
    thief.close()
    const sms = { sms_provider: 'aliyun', sms_key_id: 'id', sms_endpoint: '', sms_region: 'a', sms_application: '1' }
    expect(await edit(boss, { ...sms, sms_key_secret: 'k3y' })).toMatchObject({ code: 1 })
    const store = { upload_mode: 's3', upload_bucket: 'bucket', upload_region: 'r', upload_key_id: 'id' }
    expect(await edit(editor, { ...store, upload_key_secret: 'k3y' })).toMatchObject({ code: 1 })
    for (const [secret, change] of [
      ['sms_key_secret', { sms_provider: 'tencent' }],
      ['sms_key_secret', { sms_endpoint: 'https://evil.test' }],
      ['upload_key_secret', { upload_bucket: 'other' }],
      ['upload_key_secret', { upload_endpoint: 'https://evil.test' }],
      ['upload_key_secret', { upload_region: 'other' }],
      ['upload_key_secret', { upload_mode: 'cos', upload_bucket: 'bucket-12500000' }],
    ] as const)
      expect(await edit(boss, change)).toMatchObject({ code: 0, data: { errors: { [secret]: expect.any(String) } } })
    expect(await edit(boss, { upload_mode: 'local' })).toMatchObject({ code: 1 })
    expect(await edit(boss, { upload_mode: 's3' })).toMatchObject({ code: 1 })
  })
})
