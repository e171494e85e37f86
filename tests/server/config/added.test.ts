/** Settings that administrators add, of every input type, and the groups they are in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { config } from '#generated/system/config/table.ts'
import { findUses, isUsed } from '../../../runtime/server/identity/administration/attachment-uses.ts'
import { cleanHtml } from '../../../runtime/server/core/html/clean-html.ts'
import { readSecret } from '../../../runtime/server/settings/read-secret.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import { createSettingsStore } from '../../../runtime/server/settings/store.ts'
import { inputs } from '../../support/client-code.ts'
import { moduleEngines } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { scopeOn } from '../records/scope.ts'
import { ask, signInAs, solveCaptcha } from '../session/endpoint.ts'
import { describeRedefinition } from './redefinition.ts'
import { settingsClient } from './settings-client.ts'
import { partOf } from '../../support/part-of.ts'

/** What is written, and what is kept of it. */
const richTexts = [
  [
    '<p>a <b>b</b><br><a href="https://x.test/?a=1&b=2">c</a></p>',
    '<p>a <b>b</b><br><a href="https://x.test/?a=1&amp;b=2" rel="noopener noreferrer">c</a></p>',
  ],
  ['<p onclick="x()" style="color:red" id=a class=b>t</p>', '<p>t</p>'],
  ['<script>alert(1)</script>t', 't'],
  ['<img src=x onerror=alert(1)>t', 't'],
  [
    '<img src="/storage/default/1.png" alt=\'"><script>\' onerror=x>',
    '<img src="/storage/default/1.png" alt="&quot;&gt;&lt;script&gt;">',
  ],
  ['<a href="javascript:alert(1)">t</a>', '<a>t</a>'],
  ['<a href="&#106;ava\tscript:alert(1)">t</a>', '<a>t</a>'],
  ['<a href="//evil.test">t</a><a href="/\\evil.test">t</a>', '<a>t</a><a>t</a>'],
  ['<svg><style><img src=x onerror=alert(1)></style></svg>t', 't'],
  ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">t', ''],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">t</noscript>', '"&gt;t'],
  ['<form><form><p>t</form>', '<p>t</p>'],
  ['<template><p>t</p></template>', ''],
  ['<custom-tag>t</custom-tag><!-- note -->', 't'],
  [
    '<table><tr><td colspan=2 onclick=x>t</td></tr></table>',
    '<table><tbody><tr><td colspan="2">t</td></tr></tbody></table>',
  ],
  ['&lt;script&gt;', '&lt;script&gt;'],
  ['<p>&nbsp; </p>', ''],
  // Pictures are uploaded files: others would tell their site who reads the text.
  ['<img src="https://x.test/1.png">t', 't'],
  ['<img src="data:image/png;base64,AAAA">t', 't'],
  ['<img src="/admin/Index/logout">t', 't'],
  ['<img src="/storage/../admin/Index/logout">t', 't'],
  ['<img src="/storage/%2e%2e/api/x">t', 't'],
  ['<img src="/\\x.test/storage/1.png">t', 't'],
  ['<img src="https://wms.test.evil.test/storage/1.png">t', 't'],
  ['<img src="https://wms.test@evil.test/storage/1.png">t', 't'],
  ['<img src=" /storage/1.png?x=1#y " alt=" a ">', '<img src="/storage/1.png" alt="a">'],
  ['<img src="http://wms.test/storage/1.png">', '<img src="/storage/1.png" alt="">'],
  ['<img src="//wms.test/cloud/1.png">', '<img src="/cloud/1.png" alt="">'],
  ['<img src="https://wms.test/api/x">t', 't'],
  ['<img src="https://files.test/a/1.png?x=1&y">', '<img src="https://files.test/a/1.png?x=1&amp;y" alt="">'],
  [`<img src="/storage/1.png" alt="${'😀'.repeat(300)}">`, `<img src="/storage/1.png" alt="${'😀'.repeat(200)}">`],
  ['<div>'.repeat(3000) + 't', ''],
  ['<p>unclosed', '<p>unclosed</p>'],
  ['\ud800', ''],
] as const

describe.each(moduleEngines)('settings on $name', (engine) => {
  let running: RunningApp
  let token = ''
  const base = defaultSettings({ version: '1.2.3', uploadFolder: '/tmp' })
  beforeAll(async () => {
    running = await runApp(engine, { settings: base })
    token = (await signInAs(running, { captcha: await solveCaptcha(running) })).data.userInfo.token
  })
  afterAll(() => running.dispose())

  const { index, edit, values } = settingsClient(() => ({ running, token }))

  it('can be added to a tab and deleted again, unlike the built-in ones', async () => {
    const add = (payload: object) =>
      ask<{ errors: Record<string, string> } | null>(running, 'POST', '/admin/routine.Config/add', { token, payload })
    const del = (id: number) => ask(running, 'DELETE', `/admin/routine.Config/del?ids[]=${id}`, { token })
    const item = { group: 'basics', name: 'hotline', title: 'Hotline', tip: 'Shown to members', type: 'string' }
    const wrong = await add({ ...item, name: 'Site Name', type: 'radar', rule: ['chinese'], extend: 'onclick=x' })
    expect(Object.keys(wrong.data!.errors).sort()).toEqual(['extend', 'name', 'rule', 'type'])
    expect((await add({ ...item, name: 'site_name' })).data!.errors).toHaveProperty('name')
    for (const name of ['constructor', 'prototype', '__proto__', 'toString', 'hasOwnProperty'])
      expect((await add({ ...item, name })).data!.errors, name).toHaveProperty('name')
    const groups = Object.entries((await index()).configGroup).map(([key, value]) => ({ key, value }))
    for (const name of ['constructor', 'toString', '__proto__'])
      expect((await edit({ config_group: [...groups, { key: name, value: 'x' }] })).code, name).toBe(0)
    const harmful =
      'onclick on-click ON-click onClick on_click style dangerouslySetInnerHTML innerHTML v-html srcdoc href src ' +
      'class formaction is ref key constructor valueOf toString __proto__ params.constructor params.toString x.y ' +
      'style.a'
    for (const name of harmful.split(' '))
      for (const part of ['extend', 'inputExtend'])
        expect((await add({ ...item, [part]: `${name}=1` })).data!.errors, name).toHaveProperty(part)
    for (const value of ['constructor', '__proto__', 'toString'])
      expect((await add({ ...item, type: 'radio', content: `${value}=x` })).data!.errors, value).toHaveProperty(
        'content',
      )
    const placeholder = { inputExtend: 'placeholder=400 …', rule: ['required', 'mobile'] }
    const twice = await Promise.all([add({ ...item, ...placeholder }), add({ ...item, ...placeholder })])
    expect(twice.map(({ code }) => code).sort()).toEqual([0, 1])
    expect((await add({ ...item, name: 'floor', type: 'select', content: 'a=First\nb=Second', value: 'b' })).code).toBe(
      1,
    )
    expect((await add({ ...item, name: 'none', type: 'select' })).data!.errors).toHaveProperty('content')
    const found = async (name: string) => (await index()).list['basics']!.list.find((one) => one.name === name)
    expect(await found('hotline')).toMatchObject({
      type: 'string',
      rule: 'required,mobile',
      allow_del: 1,
      value: '',
      input_extend: { placeholder: '400 …' },
    })
    expect(await found('floor')).toMatchObject({ content: { a: 'First', b: 'Second' }, value: 'b' })
    expect((await edit({ hotline: '12' })).data!.errors['hotline']).toBe('Enter a valid mobile number')
    expect((await edit({ floor: 'c' })).code).toBe(0)
    expect((await edit({ hotline: '13912345678', floor: 'a' })).code).toBe(1)
    expect(await values()).toMatchObject({ hotline: '13912345678', floor: 'a' })
    expect((await createSettingsStore(running.database, base).current()).own).toMatchObject({ floor: 'a' })
    const { id } = partOf<{ readonly id: number }>(await found('hotline'))
    const built = partOf<{ readonly id: number }>(await found('site_name'))
    expect((await del(built.id)).msg).toBe('Built-in settings cannot be deleted.')
    expect([(await del(id)).code, (await del(id)).code]).toEqual([1, 0])
    expect(await found('hotline')).toBeUndefined()
    expect((await edit({ hotline: '13912345678' })).code).toBe(0)
    await del(partOf<{ readonly id: number }>(await found('floor')).id)
  })

  it('have the kinds of fields as well: days, colours, pictures and files, and their rules', async () => {
    const send = (action: string, payload: object) =>
      ask<{ errors: Record<string, string> } | null>(running, 'POST', `/admin/routine.Config/${action}`, {
        token,
        payload,
      })
    const added = ['date', 'time', 'year', 'color', 'icon', 'image', 'images', 'file', 'files']
    for (const type of added) {
      const item = { group: 'basics', name: `own_${type}`, title: type, tip: '', type }
      expect([type, (await send('add', item)).code]).toEqual([type, 1])
    }
    const item = { group: 'basics', name: 'own_account', title: 'x', tip: '', type: 'string', rule: ['account'] }
    expect((await send('add', item)).code).toBe(1)
    expect(await values()).toMatchObject({ own_date: '', own_images: [], own_image: '' })
    const wrong = { own_date: '2026-02-30', own_time: '25:00', own_year: 'x', own_color: 'javascript:x' }
    const refused = (await edit({ ...wrong, own_image: 'javascript:x', own_files: [7], own_account: '1' })).data!.errors
    expect(Object.keys(refused).sort()).toEqual(
      ['account', 'color', 'date', 'files', 'image', 'time', 'year'].map((name) => `own_${name}`),
    )
    const many = Array.from({ length: 21 }, (_one, at) => `/storage/default/20261124/${at}.png`)
    expect((await edit({ own_images: many })).data!.errors['own_images']).toMatch(/20/)
    const right = { own_date: '2026-11-24', own_time: '08:30', own_year: '2026', own_color: '#ff8800' }
    const files = { own_image: many[0], own_images: many.slice(0, 2), own_file: many[2], own_files: [many[3]] }
    expect((await edit({ ...right, ...files, own_account: 'north1' })).code).toBe(1)
    expect(await values()).toMatchObject({ ...right, ...files, own_time: '08:30:00', own_year: expect.anything() })
    expect((await createSettingsStore(running.database, base).current()).own).toMatchObject({
      own_date: '2026-11-24',
      own_images: JSON.stringify(many.slice(0, 2)),
    })
    // A file that a setting shows is not deleted.
    const uses = await findUses(scopeOn(running.database, []), [many[0]!, many[4]!], async (rows) => {
      return (await rows.execute(running.database.query)).rows
    })
    expect([...uses.values()].map(isUsed)).toEqual([true, false])
    await running.database.write((trx) => trx.deleteFrom('config').where('name', 'like', 'own_%').execute())
  })

  it('T01: have every input type of the protocol, and name only records that are there', async () => {
    const send = (action: string, payload: object) =>
      ask<{ errors: Record<string, string> } | null>(running, 'POST', `/admin/routine.Config/${action}`, {
        token,
        payload,
      })
    const options = { content: 'a=Alpha\nb=Beta' }
    const group = { inputExtend: 'remoteUrl=/admin/auth.Group/index\nparams.isTree=true' }
    const extras: Readonly<Record<string, object>> = {
      ...Object.fromEntries(['radio', 'checkbox', 'select', 'selects'].map((type) => [type, options])),
      remoteSelect: group,
      remoteSelects: group,
    }
    const name = (type: string) => `all_${type.toLowerCase()}`
    for (const type of inputs) {
      const item = { group: 'basics', name: name(type), title: type, tip: '', type, ...extras[type] }
      expect([type, await send('add', item)]).toMatchObject([type, { code: 1 }])
    }
    const found = async (type: string) => (await index()).list['basics']!.list.find((one) => one.name === name(type))
    for (const type of inputs) expect(await found(type)).toMatchObject({ type, allow_del: 1 })
    expect(await found('remoteSelect')).toMatchObject({
      input_extend: { remoteUrl: '/admin/auth.Group/index', pk: 'id', field: 'name', params: { isTree: true } },
      relation: { controller: 'auth.Group', show: 'name' },
    })
    const wire = (values: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.entries(values).map(([type, value]) => [name(type), value]))
    // Nothing yet: lists where the protocol has lists, booleans of switches, else texts.
    const lists = ['checkbox', 'selects', 'remoteSelects', 'array', 'city', 'images', 'files']
    for (const type of inputs)
      expect([type, (await found(type))!.value]).toEqual([
        type,
        lists.includes(type) ? [] : type === 'switch' ? false : '',
      ])

    const wrong: Readonly<Record<string, unknown>> = {
      number: '1e3',
      radio: 'c',
      checkbox: ['c'],
      switch: 'maybe',
      array: 'text',
      datetime: '2026-02-30 10:00:00',
      select: 'c',
      selects: ['a', 'c'],
      remoteSelect: '999999',
      remoteSelects: ['1', '999999'],
      city: ['330000', '110100'],
      string: 'two\nlines',
      editor: { html: true },
    }
    const refused = (await edit(wire(wrong))).data!.errors
    expect(Object.keys(refused).sort()).toEqual(Object.keys(wrong).map(name).sort())

    const right: Readonly<Record<string, unknown>> = {
      string: 'one',
      number: '1.5',
      radio: 'a',
      checkbox: ['b'],
      switch: true,
      textarea: 'two\nlines',
      array: [
        { key: '2', value: 'second' },
        { key: '1', value: 'first' },
        { key: '1', value: 'again' },
      ],
      datetime: '2026-11-25 08:30:00',
      year: '2026',
      date: '2026-11-25',
      time: '08:30:00',
      select: 'b',
      selects: ['b', 'a'],
      remoteSelect: '1',
      remoteSelects: ['1'],
      editor: '<p>Hello <strong>you</strong></p>',
      city: ['330000', '330100', '330106'],
      icon: 'fa fa-star',
      color: '#ff8800',
    }
    expect(await edit(wire(right))).toMatchObject({ code: 1 })
    expect(await values()).toMatchObject(wire(right))
    // Clients send all of a tab again as they got it, and empty what they want.
    expect(
      await edit(Object.fromEntries(Object.entries(await values()).filter(([key]) => key.startsWith('all_')))),
    ).toMatchObject({ code: 1 })
    expect(await values()).toMatchObject(wire(right))
    const empty = {
      array: [{ key: '', value: '' }],
      datetime: '',
      selects: [],
      remoteSelect: '0',
      remoteSelects: '',
      city: [],
      editor: '<p><br></p>',
    }
    expect((await edit(wire(empty))).code).toBe(1)
    expect(await values()).toMatchObject(
      wire({ array: [], datetime: '', selects: [], remoteSelect: '', remoteSelects: [], city: [], editor: '' }),
    )
    // Moments are stored as such: another zone shows another time of the same one.
    await edit({ time_zone: 'Asia/Shanghai' })
    await edit(wire({ datetime: '2026-11-25 08:30:00' }))
    await edit({ time_zone: 'Europe/Berlin' })
    expect(await values()).toMatchObject(wire({ datetime: '2026-11-25 01:30:00' }))
    await edit({ time_zone: 'Asia/Shanghai' })

    // Without a list, and with one that does not exist, there is nothing to choose from.
    for (const inputExtend of ['', 'remoteUrl=/admin/nothing.Here/index', 'remoteUrl=https://evil.test/'])
      expect(
        (await send('add', { group: 'basics', name: 'all_none', title: 'x', type: 'remoteSelect', inputExtend })).data!
          .errors,
      ).toHaveProperty('inputExtend')
    await running.database.write((trx) => trx.deleteFrom('config').where('name', 'like', 'all_%').execute())
    await edit({ record_number: 'all' })
    await edit({ record_number: '' })
  })

  it('T56: store rich text without what could run or lead astray', () => {
    const pictures = { site: 'https://wms.test', stores: ['https://files.test'] }
    const clean = (html: string) => cleanHtml(html, pictures)
    for (const [html, cleaned] of richTexts) expect([html, clean(html)]).toEqual([html, cleaned])
    // Cleaned once, it is clean.
    for (const [html] of richTexts) expect(clean(clean(html))).toBe(clean(html))
  })

  it('keep the files that a text shows', async () => {
    for (const [name, title] of [
      ['own_text', 'x'],
      ['own_other', 'y'],
    ]) {
      const payload = { group: 'basics', name, title, type: 'editor', value: '<img src="/storage/a&b.png">' }
      expect(await ask(running, 'POST', '/admin/routine.Config/add', { token, payload })).toMatchObject({ code: 1 })
    }
    // PostgreSQL returns changed rows last.
    const changed = { tip: 'changed' }
    await running.database.write((trx) =>
      trx.updateTable('config').set(changed).where('name', '=', 'own_text').execute(),
    )
    const uses = await findUses(
      scopeOn(running.database, [config]),
      ['/storage/a&b.png', '/storage/b.png'],
      async (rows) => (await rows.execute(running.database.query)).rows,
    )
    const setting = { table: 'system/config', page: 'routine/config', label: 'Site settings' }
    expect([...uses.values()]).toMatchObject([
      {
        references: [
          { ...setting, title: 'x' },
          { ...setting, title: 'y' },
        ],
        more: false,
      },
      { references: [], more: false },
    ])
    await running.database.write((trx) =>
      trx.deleteFrom('config').where('name', 'in', ['own_text', 'own_other']).execute(),
    )
  })

  describeRedefinition(() => ({ running, token, base }))

  it('T10: keep added secrets encrypted, return them to nobody and out of the log', async () => {
    const send = (action: string, payload: object) =>
      ask<{ errors: Record<string, string> } | null>(running, 'POST', `/admin/routine.Config/${action}`, {
        token,
        payload,
      })
    const item = { group: 'basics', name: 'gateway_key', title: 'Gateway', type: 'password', rule: ['required'] }
    expect((await send('add', { ...item, value: 'h1dden' })).data!.errors).toHaveProperty('value')
    expect((await send('add', item)).code).toBe(1)
    expect((await edit({ gateway_key: '' })).data!.errors).toHaveProperty('gateway_key')
    expect((await edit({ gateway_key: 'h1dden' })).code).toBe(1)
    const shown = (await index()).list['basics']!.list.find(({ name }) => name === 'gateway_key')
    expect(shown).toMatchObject({ value: '', rule: '', input_extend: { placeholder: '••••••••' } })
    // An empty input leaves it as it is.
    expect((await edit({ gateway_key: '' })).code).toBe(1)
    expect(readSecret(await createSettingsStore(running.database, base).current(), 'gateway_key')).toBe('h1dden')
    const stored = await running.database.query.selectFrom('config').selectAll().execute()
    const logged = await running.database.query.selectFrom('admin_log').select('data').execute()
    expect(JSON.stringify([stored, logged])).not.toContain('h1dden')
    await running.database.write((trx) => trx.deleteFrom('config').where('name', '=', 'gateway_key').execute())
  })

  it('are in groups that can be moved, renamed, added and deleted', async () => {
    const groups = async (headers = {}) => Object.entries((await index(headers)).configGroup)
    const add = (group: string, name: string) =>
      ask(running, 'POST', '/admin/routine.Config/add', { token, payload: { group, name, title: 'x', type: 'string' } })
    const pair = (key: string, value: string) => ({ key, value })
    const [basics, security, upload, terminal] = (await values())['config_group'] as object[]
    expect((await add('depot', 'depot_code')).code).toBe(0)
    const own = pair('depot', 'Depot')
    expect((await edit({ config_group: [upload, pair('basics', 'Main'), own, security, terminal] })).code).toBe(1)
    expect(await groups()).toEqual([
      ['upload', 'Uploads'],
      ['basics', 'Main'],
      ['depot', 'Depot'],
      ['security', 'Security'],
      ['terminal', 'Terminal'],
    ])
    expect(Object.keys((await index()).list)).toEqual(['upload', 'basics', 'depot', 'security', 'terminal'])
    // What was not renamed stays translated, also when a reader of the other language saves it.
    expect((await groups({ 'think-lang': 'zh-cn' })).slice(0, 2)).toEqual([
      ['upload', '上传'],
      ['basics', 'Main'],
    ])
    expect((await add('depot', 'depot_code')).code).toBe(1)
    expect((await index()).list['depot']!.list.map(({ name }) => name)).toEqual(['depot_code'])
    const problem = async (list: unknown) => (await edit({ config_group: list })).data!.errors['config_group']
    expect(await problem([basics, security, upload, terminal])).toMatch(/Depot.*still has settings/)
    expect(await problem([basics, own])).toMatch(/belongs to the system/)
    expect(await problem([basics, basics, security, upload, terminal, own])).toMatch(/twice/)
    expect(await problem([basics, security, upload, terminal, own, pair('No Name', 'x')])).toMatch(/identifier/)
    expect(await problem([basics, security, upload, terminal, pair('depot', '')])).toMatch(/title/)
    expect(await problem('x')).toBeTruthy()
    const added = partOf<{ readonly id: number }>((await index()).list['depot']!.list[0])
    // A setting whose group is gone, by whatever way, is still shown.
    await running.database.write((trx) =>
      trx.updateTable('config').set({ section: 'lost' }).where('name', '=', 'depot_code').execute(),
    )
    await edit({ record_number: 'x' })
    await edit({ record_number: '' })
    expect((await edit({ config_group: [basics, security, upload, terminal] })).code).toBe(1)
    expect((await groups()).at(-1)).toEqual(['lost', 'lost'])
    await ask(running, 'DELETE', `/admin/routine.Config/del?ids[]=${added.id}`, { token })
    expect(Object.keys(Object.fromEntries(await groups()))).toEqual(['basics', 'security', 'upload', 'terminal'])
  })
})
