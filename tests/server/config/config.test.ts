/** Settings of the site: asked for, judged, changed, and in force at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSettingsStore } from '../../../runtime/server/settings/store.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { moduleEngines } from '../../support/databases.ts'
import { useShiftedClock } from '../../support/shifted-clock.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { ask, signInAs, solveCaptcha } from '../session/endpoint.ts'
import { settingsClient } from './settings-client.ts'

describe.each(moduleEngines)('settings on $name', (engine) => {
  const skipTime = useShiftedClock()
  let running: RunningApp
  let token = ''
  const base = defaultSettings({ version: '1.2.3', uploadFolder: '/tmp' })
  beforeAll(async () => {
    running = await runApp(engine, { settings: base })
    token = (await signInAs(running, { captcha: await solveCaptcha(running) })).data.userInfo.token
  })
  afterAll(() => running.dispose())

  const { index, edit, values } = settingsClient(() => ({ running, token }))

  it('are listed in tabs as clients of the protocol read them', async () => {
    const data = await index()
    expect(data).toMatchObject({
      remark: '',
      configGroup: { basics: 'General', security: 'Security', upload: 'Uploads', terminal: 'Terminal' },
      quickEntrance: [],
    })
    expect(data.list['basics']!.list.map((item) => item.name)).toEqual([
      'site_name',
      'record_number',
      'site_url',
      'version',
      'time_zone',
      'languages',
      'first_language',
      'head_nav',
      'config_quick_entrance',
      'config_group',
    ])
    expect(data.list['basics']!.list[0]).toMatchObject({
      name: 'site_name',
      group: 'basics',
      title: 'Site name',
      type: 'string',
      value: 'Tablewright',
      rule: 'required',
      content: '',
      allow_del: 0,
    })
    expect(await values()).toEqual({
      config_group: [
        { key: 'basics', value: 'General' },
        { key: 'security', value: 'Security' },
        { key: 'upload', value: 'Uploads' },
        { key: 'terminal', value: 'Terminal' },
      ],
      site_name: 'Tablewright',
      record_number: '',
      site_url: '',
      version: '1.2.3',
      time_zone: 'Asia/Shanghai',
      languages: ['zh-cn', 'en'],
      first_language: 'browser',
      admin_login_captcha: true,
      cors_origins: 'localhost\n127.0.0.1',
      head_nav: '',
      config_quick_entrance: [],
      iframe_origins: '',
      designer: false,
      filtered_words: '',
      log_days: 0,
      recovery_days: 0,
      idle_minutes: 0,
      session_days: 30,
      second_factor: false,
      query_deadline: 5,
      query_budget: 8,
      upload_size: '10mb',
      upload_types:
        'jpg, jpeg, png, webp, gif, pdf, doc, docx, xls, xlsx, ppt, pptx, txt, csv, zip, rar, mp3, wav, mp4',
      upload_members: 'images',
      upload_save_name: '/storage/{topic}/{year}{mon}{day}/{fileName}{fileSha1}{.suffix}',
      upload_mode: 'local',
      upload_bucket: '',
      upload_region: '',
      upload_endpoint: '',
      upload_key_id: '',
      upload_key_secret: '',
      upload_prefix: '',
      upload_domain: '',
      upload_count: 5000,
      upload_quota: 1000,
      compat_query_token: false,
      terminal_package_manager: 'pnpm',
      terminal_port: 8000,
    })
    expect((await index({ 'think-lang': 'zh-cn' })).configGroup['basics']).toBe('基础配置')
  })

  it('need a login', async () => {
    for (const method of ['GET', 'POST'] as const) {
      expect(
        (
          await ask(
            running,
            method,
            `/admin/routine.Config/${method === 'GET' ? 'index' : 'edit'}`,
            method === 'POST' ? { payload: { site_name: 'x' } } : {},
          )
        ).code,
      ).toBe(302)
    }
  })

  it('keep what another administrator has changed meanwhile, and show it', async () => {
    const { site_name: name, record_number: number, config_group: tabs } = await values()
    const group = [...(tabs as object[]), { key: 'own', value: 'Own' }]
    const seen = { site_name: name, record_number: number, config_group: tabs }
    // Two at once, with tabs of their own: one of them learns of the other's.
    const both = await Promise.all(
      ['one', 'two'].map((key) => edit({ config_group: [...group, { key, value: key }], _seen: seen })),
    )
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
    const refused = both.find(({ code }) => code === 0)
    expect(refused?.data).toMatchObject({
      reason: 'conflict',
      errors: { config_group: expect.stringContaining('own') },
    })
    expect(await edit({ site_name: 'Mine', _seen: seen })).toMatchObject({ code: 1 })
    const late = await edit({ site_name: 'Theirs', record_number: 'ICP 7', _seen: seen })
    expect(late).toMatchObject({
      code: 0,
      data: { reason: 'conflict', errors: { site_name: expect.stringContaining('Mine') } },
    })
    expect(Object.keys(late.data.errors)).toEqual(['site_name'])
    expect(await values()).toMatchObject({ site_name: 'Mine', record_number: number })
    // The same value is no conflict, and who has seen the new one may replace it.
    expect(await edit({ site_name: 'Mine', _seen: seen })).toMatchObject({ code: 1 })
    expect(await edit({ ...seen, _seen: { ...(await values()) } })).toMatchObject({ code: 1 })
    expect(await values()).toMatchObject(seen)
  })

  it('are in force at once, also for another process within a second', async () => {
    const other = createSettingsStore(running.database, base)
    expect(await other.get('site_name')).toBe('Tablewright')
    expect(
      await edit({
        site_name: ' 北方仓库 ',
        record_number: 'ICP 1',
        time_zone: 'europe/berlin',
        languages: ['en'],
        first_language: 'en',
      }),
    ).toMatchObject({ code: 1, msg: 'Saved' })
    const { data } = await ask<{ siteConfig: object }>(running, 'GET', '/admin/Index/index', {
      token,
      headers: { 'think-lang': 'zh-cn' },
    })
    expect(data.siteConfig).toMatchObject({
      siteName: '北方仓库',
      recordNumber: 'ICP 1',
      timeZone: 'Europe/Berlin',
      languages: ['en'],
      firstLanguage: 'en',
    })
    skipTime(1050)
    expect([await other.get('site_name'), (await other.current()).timeZone]).toEqual(['北方仓库', 'Europe/Berlin'])
    expect(
      (await ask(running, 'GET', '/admin/Index/login', { token, headers: { 'think-lang': 'zh-cn' } })).msg,
      'a language that is off',
    ).toBe('You are already signed in.')
    await edit({ languages: 'zh-cn,en', first_language: 'browser', record_number: '' })
    expect(await values()).toMatchObject({ languages: ['zh-cn', 'en'], record_number: '', site_name: '北方仓库' })
  })

  it('give clients the links of the home page and the sites that may be embedded, one per line', async () => {
    expect(
      await edit({
        head_nav: ' 帮助 | https://docs.test/a?b=1 | _blank \n\nHome | / ',
        iframe_origins: 'https://Docs.test/\nhttp://10.0.0.7:8080, https://docs.test',
      }),
    ).toMatchObject({ code: 1 })
    const { data } = await ask<{ siteConfig: object }>(running, 'GET', '/admin/Index/index', { token })
    expect(data.siteConfig).toMatchObject({
      headNav: [
        { title: '帮助', url: 'https://docs.test/a?b=1', target: '_blank' },
        { title: 'Home', url: '/', target: '_self' },
      ],
      iframeOrigins: ['https://docs.test', 'http://10.0.0.7:8080'],
    })
    expect(await values()).toMatchObject({ iframe_origins: 'https://docs.test\nhttp://10.0.0.7:8080' })
    await edit({ head_nav: '', iframe_origins: '' })
    expect(await values()).toMatchObject({ head_nav: '', iframe_origins: '' })
  })

  it.each([
    ['head_nav', 'only a title'],
    ['head_nav', 'x | javascript:alert(1)'],
    ['head_nav', 'x | //evil.test'],
    ['head_nav', ' | https://a.test'],
    ['head_nav', 'x | https://a.test | _top'],
    ['head_nav', 7],
    ['head_nav', Array.from({ length: 21 }, () => 'x | /').join('\n')],
    ['iframe_origins', '*'],
    ['iframe_origins', 'docs.test'],
    ['iframe_origins', 'https://docs.test/path'],
    ['iframe_origins', "https://a.test; script-src 'unsafe-inline'"],
    ['iframe_origins', 'https://*.test'],
    ['iframe_origins', 'data:x'],
    ['iframe_origins', 'https://u:p@docs.test'],
    ['idle_minutes', 0.5],
    ['idle_minutes', 43_201],
    ['session_days', 0],
    ['session_days', 366],
    ['log_days', ''],
    ['log_days', '-1'],
    ['log_days', '1.5'],
    ['log_days', 36_501],
    ['recovery_days', 36_501],
    ['upload_quota', 0],
    ['upload_quota', 1_000_001],
    ['terminal_package_manager', 'bun'],
    ['terminal_port', 65_536],
    ['site_name', ''],
    ['site_name', 'x'.repeat(51)],
    ['site_name', ['a']],
    ['site_name', null],
    ['site_url', 'https://x.test/path'],
    ['site_url', 'javascript:alert(1)'],
    ['version', 'x'.repeat(21)],
    ['time_zone', 'Mars/Phobos'],
    ['time_zone', ''],
    ['time_zone', '+08:00'],
    ['time_zone', 5],
    ['first_language', 'fr'],
    ['first_language', ''],
    ['languages', []],
    ['languages', ['fr']],
    ['languages', ''],
    ['languages', ['en', { x: 1 }]],
    ['admin_login_captcha', 'yes'],
    ['admin_login_captcha', 2],
    ['cors_origins', 'localhost\nhttps://*.test'],
    ['cors_origins', 'https://x.test/path'],
    ['cors_origins', 'javascript:alert(1)'],
    ['cors_origins', 'ftp://x.test'],
    ['cors_origins', ['localhost']],
    ['cors_origins', 'x'.repeat(4001)],
    ['query_deadline', 0],
    ['query_deadline', 26],
    ['query_deadline', '1.5'],
    ['query_deadline', ''],
    ['query_budget', 'many'],
    ['query_budget', 1001],
  ])('refuses %s = %j with its reason and saves nothing', async (name, value) => {
    const before = await values()
    const { code, data } = await edit({ record_number: 'must not be saved', [name]: value })
    expect({ code, errors: Object.keys(data.errors) }).toEqual({ code: 0, errors: [name] })
    expect(data.errors[name]).toMatch(/^\S.{8,}/)
    expect(await values()).toEqual(before)
  })

  it('names the unknown setting and saves nothing', async () => {
    const before = await values()
    const { code, data } = await edit({ record_number: 'must not be saved', nonsense: 1, hasOwnProperty: 'y' })
    expect({ code, errors: Object.keys(data.errors) }).toEqual({ code: 0, errors: ['nonsense', 'hasOwnProperty'] })
    expect(data.errors['nonsense']).toBe('Unknown setting. Reload the page and try again')
    expect(await values()).toEqual(before)
    expect(
      (await running.database.query.selectFrom('config').select('name').execute()).map((row) => row['name']),
    ).not.toContain('nonsense')
  })

  it('the captcha switch decides whether sign-in asks at once', async () => {
    const asks = async () => (await ask<{ captcha: boolean }>(running, 'GET', '/admin/Index/login')).data.captcha
    expect(await asks()).toBe(true)
    await edit({ admin_login_captcha: '0' })
    expect([await asks(), (await values())['admin_login_captcha'], (await signInAs(running)).code]).toEqual([
      false,
      false,
      1,
    ])
    await edit({ admin_login_captcha: true })
    expect(await asks()).toBe(true)
  })

  it('what the environment decides cannot be changed here', async () => {
    const fixed = createSettingsStore(
      running.database,
      defaultSettings({ version: '', uploadFolder: '', captcha: false, origins: ['https://only.test'] }),
    )
    expect([await fixed.get('admin_login_captcha'), await fixed.get('cors_origins')]).toEqual([
      false,
      ['https://only.test'],
    ])
    const settings = defaultSettings({ version: '', uploadFolder: '', captcha: false, origins: ['https://only.test'] })
    const other = await runApp(engine, { settings })
    const save = async (payload: object) =>
      ask<{ errors: Record<string, string> } | null>(other, 'POST', '/admin/routine.Config/edit', {
        token: await other.signIn(),
        payload,
      })
    const refused = await save({ cors_origins: 'https://mine.test', admin_login_captcha: true })
    expect(refused.code).toBe(0)
    expect(Object.keys(refused.data!.errors)).toEqual(['cors_origins', 'admin_login_captcha'])
    expect(refused.data!.errors['cors_origins']).toBe('Set where the server is started; cannot be changed here')
    // Forms send disabled inputs, too.
    expect(await save({ cors_origins: 'https://only.test', admin_login_captcha: '0' })).toMatchObject({ code: 1 })
    await other.dispose()
  })

  it('allow uploads of 2 GB, as their message says, and none that is larger', async () => {
    expect((await edit({ upload_size: '2gb' })).code).toBe(1)
    const { upload } = await createSettingsStore(running.database, base).current()
    expect(upload.maxSize).toBe(2 ** 31 - 1)
    expect((await edit({ upload_size: '2049mb' })).data!.errors['upload_size']).toMatch(/between 1kb and 2gb/)
    await edit({ upload_size: '10mb' })
  })

  it('list shortcuts above the settings', async () => {
    expect((await edit({ config_quick_entrance: 'no page' })).data!.errors).toHaveProperty('config_quick_entrance')
    const bin = { key: 'Recycle bin', value: 'security/dataRecycleLog' }
    expect((await edit({ config_quick_entrance: [{ key: 'x', value: '//evil' }] })).code).toBe(0)
    expect((await edit({ config_quick_entrance: [bin, { key: '', value: '' }] })).code).toBe(1)
    expect((await index()).quickEntrance).toEqual([bin])
    expect(await values()).toMatchObject({ config_quick_entrance: [bin] })
    // Lines, as former versions sent and stored them.
    await edit({ config_quick_entrance: '[1] Bin = security/dataRecycleLog' })
    expect((await index()).quickEntrance).toEqual([{ key: '[1] Bin', value: 'security/dataRecycleLog' }])
    await running.database.write((trx) =>
      trx
        .updateTable('config')
        .set({ value: '[1] Old=security/dataRecycleLog' })
        .where('name', '=', 'config_quick_entrance')
        .execute(),
    )
    expect(await createSettingsStore(running.database, base).get('config_quick_entrance')).toEqual([
      { key: '[1] Old', value: 'security/dataRecycleLog' },
    ])
    await edit({ config_quick_entrance: [] })
  })

  it('a change is one row of the log', async () => {
    const count = async () =>
      (
        await running.database.query
          .selectFrom('admin_log')
          .select('id')
          .where('url', 'like', '%routine.Config/edit%')
          .execute()
      ).length
    const before = await count()
    await edit({ version: '2.0' })
    await edit({ version: '' })
    expect(await count()).toBe(before + 1)
  })
})
