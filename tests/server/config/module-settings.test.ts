/** What a site may decide about a module: a tab of its own, judged by bounds, in force for operations at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSettingsStore } from '../../../runtime/server/settings/store.ts'
import type { ModuleSettings } from '../../../runtime/server/settings/module-settings.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { engines } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { ask, signInAs, solveCaptcha } from '../session/endpoint.ts'

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
  const base = defaultSettings({ version: '1', uploadFolder: '/tmp', modules: [depot] })
  beforeAll(async () => {
    running = await runApp(engine, { settings: base })
    token = (await signInAs(running, { captcha: await solveCaptcha(running) })).data.userInfo.token
  })
  afterAll(() => running.dispose())

  const index = async (language = 'en') =>
    (await ask<Index>(running, 'GET', '/admin/routine.Config/index', { token, headers: { 'think-lang': language } }))
      .data
  const edit = (payload: object) =>
    ask<{ errors: Record<string, string> }>(running, 'POST', '/admin/routine.Config/edit', { token, payload })
  const own = async () => (await createSettingsStore(running.database, base).current()).own

  it('have a tab of their own, in the language of the reader', async () => {
    const data = await index()
    expect(data.configGroup).toEqual({ basics: 'General', security: 'Security', depot: 'Depot' })
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
    ])
    expect((await index('zh-cn')).list['depot']!.list.map(({ title }) => title)).toEqual(['双人复核', '允差'])
  })

  it('hold the values of a fresh site until they are changed, then for every process', async () => {
    expect(await own()).toEqual({ depot_two_keys: false, depot_slack: 0 })
    expect(await edit({ depot_two_keys: true, depot_slack: '15' })).toMatchObject({ code: 1 })
    expect(await own()).toEqual({ depot_two_keys: true, depot_slack: 15 })
    expect(await edit({ depot_two_keys: '0' })).toMatchObject({ code: 1 })
    expect(await own()).toEqual({ depot_two_keys: false, depot_slack: 15 })
  })

  it.each([
    ['depot_slack', ''],
    ['depot_slack', 101],
    ['depot_slack', -1],
    ['depot_slack', '1.5'],
    ['depot_slack', [3]],
    ['depot_slack', 'many'],
    ['depot_two_keys', 'yes'],
  ])('refuse %s = %j and save nothing', async (name, value) => {
    const before = await own()
    const { code, data } = await edit({ site_name: 'must not be saved', [name]: value })
    expect({ code, errors: Object.keys(data.errors) }).toEqual({ code: 0, errors: [name] })
    expect(await own()).toEqual(before)
    expect((await index()).list['basics']!.list[0]!.value).toBe('Tablewright')
  })
})
