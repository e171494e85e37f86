/** What a site may decide about a module: a tab of its own, judged by bounds, in force for operations at once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModuleManifest } from 'tablewright/protocol'
import { createSettingsStore } from '../../../runtime/server/settings/store.ts'
import type { ModuleSettings } from '../../../runtime/server/settings/module-settings.ts'
import { readSecret } from '../../../runtime/server/settings/read-secret.ts'
import { settingsOf } from '../../../runtime/server/modules.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { engines } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { ask, signInAs, solveCaptcha } from '../session/endpoint.ts'
import { partOf } from '../../support/part-of.ts'

const depot: ModuleSettings = {
  module: 'depot',
  label: { 'zh-cn': '仓库', en: 'Depot' },
  settings: {
    depot_two_keys: {
      type: 'switch',
      initial: false,
      title: { 'zh-cn': '双人复核', en: 'Two keys' },
      tip: { 'zh-cn': '须由他人审核', en: 'Somebody else audits' },
    },
    depot_slack: { type: 'number', initial: 0, minimum: 0, maximum: 100, title: { 'zh-cn': '允差', en: 'Slack' } },
    depot_carrier: {
      type: 'string',
      initial: '',
      maxLength: 20,
      pattern: { matches: /^[a-z. ]+$/, message: { 'zh-cn': '只能用小写字母', en: 'Small letters only' } },
      title: { 'zh-cn': '承运方', en: 'Carrier' },
    },
    depot_mode: {
      type: 'select',
      initial: 'road',
      options: { road: { 'zh-cn': '公路', en: 'Road' }, rail: { 'zh-cn': '铁路', en: 'Rail' } },
      title: { 'zh-cn': '方式', en: 'Mode' },
    },
    depot_token: {
      type: 'password',
      initial: '',
      maxLength: 20,
      destination: ['depot_mode', 'depot_slack'],
      isUsed: ({ depot_slack: slack }) => slack !== '100',
      title: { 'zh-cn': '令牌', en: 'Token' },
    },
  },
}
interface Item {
  name: string
  value: unknown
  type: string
  title: string
  tip: string
  group: string
  rule: string
}
interface Index {
  list: Record<string, { title: string; list: Item[] }>
  configGroup: Record<string, string>
}

describe.each(engines)('settings of a module on $name', (engine) => {
  let running: RunningApp
  let token = ''
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-settings-'))
  const base = defaultSettings({ version: '1', uploadFolder: join(folder, 'storage'), modules: [depot] })
  beforeAll(async () => {
    running = await runApp(engine, { settings: base })
    token = (await signInAs(running, { captcha: await solveCaptcha(running) })).data.userInfo.token
  })
  afterAll(async () => {
    await running.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  const index = async (language = 'en') =>
    (await ask<Index>(running, 'GET', '/admin/routine.Config/index', { token, headers: { 'think-lang': language } }))
      .data
  const edit = (payload: object) =>
    ask<{ errors: Record<string, string> }>(running, 'POST', '/admin/routine.Config/edit', { token, payload })
  const own = async () => (await createSettingsStore(running.database, base).current()).own

  it('have a tab of their own, in the language of the reader', async () => {
    const data = await index()
    expect(data.configGroup).toEqual({
      basics: 'General',
      security: 'Security',
      upload: 'Uploads',
      terminal: 'Terminal',
      depot: 'Depot',
    })
    expect(data.list['depot']!.list).toMatchObject([
      {
        name: 'depot_two_keys',
        type: 'switch',
        title: 'Two keys',
        tip: 'Somebody else audits',
        value: false,
        group: 'depot',
      },
      { name: 'depot_slack', type: 'number', title: 'Slack', tip: '', value: 0, rule: 'required,integer' },
      { name: 'depot_carrier', type: 'string', content: '', value: '' },
      { name: 'depot_mode', type: 'select', content: { road: 'Road', rail: 'Rail' }, value: 'road' },
      { name: 'depot_token', type: 'password', content: '', value: '' },
    ])
    expect((await index('zh-cn')).list['depot']!.list.map(({ title }) => title)).toEqual([
      '双人复核',
      '允差',
      '承运方',
      '方式',
      '令牌',
    ])
  })

  it('hold the values of a fresh site until they are changed, then for every process', async () => {
    expect(await own()).toMatchObject({ depot_two_keys: false, depot_slack: 0 })
    expect(await edit({ depot_two_keys: true, depot_slack: '15' })).toMatchObject({ code: 1 })
    expect(await own()).toMatchObject({ depot_two_keys: true, depot_slack: 15 })
    expect(await edit({ depot_two_keys: '0' })).toMatchObject({ code: 1 })
    expect(await own()).toMatchObject({ depot_two_keys: false, depot_slack: 15 })
  })

  it.each([
    ['depot_slack', ''],
    ['depot_slack', 101],
    ['depot_slack', -1],
    ['depot_slack', '1.5'],
    ['depot_slack', [3]],
    ['depot_slack', 'many'],
    ['depot_two_keys', 'yes'],
    ['depot_carrier', 'Hill'],
    ['depot_carrier', 'hill\nbcc. hill'],
    ['depot_carrier', 'a'.repeat(21)],
    ['depot_mode', 'air'],
    ['depot_mode', 'toString'],
    ['depot_token', 'x'.repeat(21)],
  ])('refuse %s = %j and save nothing', async (name, value) => {
    const before = await own()
    const { code, data } = await edit({ site_name: 'must not be saved', [name]: value })
    expect({ code, errors: Object.keys(data.errors) }).toEqual({ code: 0, errors: [name] })
    expect(await own()).toEqual(before)
    expect((await index()).list['basics']!.list[0]!.value).toBe('Tablewright')
  })

  it('ask for a secret anew where its destination changes, and send the stored one nowhere else', async () => {
    const current = () => createSettingsStore(running.database, base).current()
    const secret = async () => readSecret(await current(), 'depot_token')
    const store = (name: string, value: string) =>
      running.database.write((trx) => trx.updateTable('config').set({ value }).where('name', '=', name).execute())
    const refused = { code: 0, data: { errors: { depot_token: expect.stringContaining('Mode') } } }
    expect(await edit({ depot_token: 'tr0ub4dor', depot_mode: 'rail', depot_slack: 1 })).toMatchObject({ code: 1 })
    const before = await own()
    for (const values of [{ depot_mode: 'road' }, { depot_mode: 'road', depot_token: '', site_name: 'no' }])
      expect(await edit(values)).toMatchObject(refused)
    expect(await own()).toEqual(before)
    expect(await edit({ depot_mode: 'rail', depot_token: '', depot_carrier: 'hill' })).toMatchObject({ code: 1 })
    expect(await secret()).toBe('tr0ub4dor')
    // While it is sent nowhere, nothing is asked for; nor when it comes back to where it was.
    expect(await edit({ depot_mode: 'road', depot_slack: 100 })).toMatchObject({ code: 1 })
    expect(await edit({ depot_slack: 1 })).toMatchObject({ code: 0 })
    expect(await edit({ depot_mode: 'rail', depot_slack: 1 })).toMatchObject({ code: 1 })
    expect(await secret()).toBe('tr0ub4dor')
    expect(await edit({ depot_mode: 'road', depot_token: 'other' })).toMatchObject({ code: 1 })
    expect(await secret()).toBe('other')
    // Whichever way the destination changed.
    await store('depot_mode', 'rail')
    await expect(secret()).rejects.toThrow('another destination')
    // As former versions have encrypted it: it opens, and is asked for anew all the same.
    await store('depot_token', base.secrets.seal('depot_token', 'former'))
    await edit({ site_name: 'Tablewright' })
    expect(await secret()).toBe('former')
    expect(await edit({ depot_mode: 'road' })).toMatchObject(refused)
    expect(await edit({ depot_mode: 'road', depot_slack: 0, depot_token: 'x' })).toMatchObject({ code: 1 })
  })

  it('bind an added secret to the settings that its attributes name, also when these are added anew', async () => {
    const post = (action: string, payload: object) =>
      ask<{ errors: Record<string, string> }>(running, 'POST', `/admin/routine.Config/${action}`, { token, payload })
    const add = (name: string, type: string, extend = '') =>
      post('add', { group: 'depot', name, title: name, type, extend, value: '' })
    const current = () => createSettingsStore(running.database, base).current()
    expect(await add('pay_url', 'string')).toMatchObject({ code: 1 })
    expect(await add('pay_secret', 'password', 'destination=pay_url')).toMatchObject({ code: 1 })
    expect(await edit({ pay_url: 'https://pay.test', pay_secret: 'k3y' })).toMatchObject({ code: 1 })
    expect(readSecret(await current(), 'pay_secret')).toBe('k3y')
    expect(await edit({ pay_url: 'https://evil.test' })).toMatchObject({
      code: 0,
      data: { errors: { pay_secret: expect.stringContaining('pay_url') } },
    })
    const { items } = await current()
    const id = 1000 + items.find(({ name }) => name === 'pay_url')!.id
    await ask(running, 'DELETE', `/admin/routine.Config/del?ids[]=${id}`, { token })
    expect(await add('pay_url', 'string')).toMatchObject({ code: 1 })
    expect(await edit({ pay_url: 'https://evil.test' })).toMatchObject({ code: 0 })
    const secretId = 1000 + items.find(({ name }) => name === 'pay_secret')!.id
    expect(await post('redefine', { id: secretId, extend: '' })).toMatchObject({ code: 1 })
    expect(await edit({ pay_url: 'https://evil.test' })).toMatchObject({ code: 1 })
    const settings = await current()
    expect(() => readSecret(settings, 'pay_secret')).toThrow('another destination')
    for (const one of settings.items)
      await ask(running, 'DELETE', `/admin/routine.Config/del?ids[]=${1000 + one.id}`, { token })
  })

  it('store a secret encrypted, return it to nobody and keep it when the input is empty (T10)', async () => {
    expect(
      await edit({ depot_token: ' tr0ub4dor ', depot_carrier: '\u200bhill\u00a0', depot_mode: 'rail' }),
    ).toMatchObject({
      code: 1,
    })
    const current = () => createSettingsStore(running.database, base).current()
    expect(readSecret(await current(), 'depot_token')).toBe(' tr0ub4dor ')
    expect(await own()).toMatchObject({ depot_carrier: 'hill' })
    expect(await edit({ depot_token: '', depot_carrier: '' })).toMatchObject({ code: 1 })
    expect(readSecret(await current(), 'depot_token')).toBe(' tr0ub4dor ')
    expect(await own()).toMatchObject({ depot_carrier: '', depot_mode: 'rail' })
    const answer = await index()
    expect(answer.list['depot']!.list.find(({ name }) => name === 'depot_token')!.value).toBe('')
    const rows = ['config', 'admin_log'].map((table) => running.database.query.selectFrom(table).selectAll().execute())
    expect(JSON.stringify([answer, await Promise.all(rows)]).includes('tr0ub4dor')).toBe(false)
    expect(() => base.secrets.open('depot_other', String(base.secrets.seal('depot_token', 'x')))).toThrow()
    rmSync(join(folder, 'secret.key'))
    const restarted = defaultSettings({ version: '1', uploadFolder: join(folder, 'storage'), modules: [depot] })
    const settings = await createSettingsStore(running.database, restarted).current()
    expect(() => readSecret(settings, 'depot_token')).toThrow('secret.key')
  })

  it('are refused at the start when the log would not recognize a secret by its name', () => {
    const settings = {
      depot_code: { ...depot.settings['depot_token']!, type: 'password' },
    } as ModuleSettings['settings']
    const entry = {
      manifest: { name: 'depot', label: depot.label } as ModuleManifest,
      server: { name: 'depot', settings },
    }
    expect(() => settingsOf([entry])).toThrow('depot_code')
    const { destination: _none, ...without } = depot.settings['depot_token'] as { readonly destination: unknown }
    const silent = {
      ...entry,
      server: { name: 'depot', settings: { depot_token: partOf<ModuleSettings['settings'][string]>(without) } },
    }
    expect(() => settingsOf([silent])).toThrow('(destination)')
  })
})
