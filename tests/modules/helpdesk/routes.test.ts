/** Routes that a module declares: admission, input, right, limit, transaction, log entry and description. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestOf } from 'tablewright/protocol'
import type { ModuleRoute, Scope } from 'tablewright/server'
import { system } from '#generated/system/index.ts'
import { checkModuleRoute } from '../../../runtime/server/routes/module-routes/declaration.ts'
import { inputReader } from '../../../runtime/server/routes/module-routes/input.ts'
import { limitKey } from '../../../runtime/server/operation/limits/limit-key.ts'
import { ReadCounter } from '../../../runtime/server/operation/limits/read-counter.ts'
import { createModuleRoutes } from '../../../runtime/server/routes/module-routes/routes.ts'
import { deriveRules } from '../../../runtime/server/identity/permissions/derived-rules.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { importCsv } from '../../server/records/undo-walk.ts'
import { moduleEngines } from '../../support/databases.ts'
import { helpdesk, loadByTopic, manifest } from './server.ts'
import { partOf } from '../../support/part-of.ts'
import { useShiftedClock } from '../../support/shifted-clock.ts'

const routes = helpdesk.routes!

describe.each(moduleEngines)('routes of a module (T22, T24, T35) on $name', (engine) => {
  let app: TestApp
  let root = 0
  const shift = useShiftedClock()
  beforeAll(async () => {
    app = await openTestApp(engine, { servers: [helpdesk], validators: async () => null }, [manifest, system])
    root = await app.account('root', [await app.group('root', '*')])
  })
  afterAll(() => app.dispose())
  beforeEach(async () => {
    const rows = [
      ['printer', 0],
      ['printer', 1],
      ['network', 0],
      ['legal', 0],
    ].map(([topic, closed]) => ({ subject: 'x', topic: topic!, closed: closed!, createtime: 1, version: 1 }))
    await app.database.write(async (trx) => {
      await trx.deleteFrom('helpdesk_ticket').execute()
      await trx.insertInto('helpdesk_ticket').values(rows).execute()
      await trx.deleteFrom('throttle').execute()
    })
  })

  const logged = async () =>
    (await app.database.query.selectFrom('admin_log').select('title').orderBy('id').execute()).map(
      (row) => row['title'],
    )
  const close = (topic: unknown, key = '') =>
    app.running.send('POST', '/admin/helpdesk.Ticket/closeTopic', {
      token: tokens.get(root)!,
      headers: { 'x-tablewright': '1', 'think-lang': 'en', ...(key && { 'idempotency-key': key }) },
      payload: { topic },
    })
  const tokens = new Map<number, string>()
  beforeAll(async () => void tokens.set(root, await app.token(root)))

  it('answer those who have the right, which the tree of permissions names', async () => {
    const rule = await app.row('admin_rule', await app.rule('helpdesk/load/index'))
    expect(rule).toMatchObject({ type: 'button', pid: await app.rule('helpdesk/load') })
    const menu = await app.get<{ menus: { name: string; children: { name: string; title: string }[] }[] }>(
      root,
      'Index/index',
    )
    const folder = menu.data.menus.find(({ name }) => name === 'helpdesk')
    const pages = folder?.children.filter(({ name }) => name === 'helpdesk/ticket' || name === 'helpdesk/load')
    expect(pages).toMatchObject([{ name: 'helpdesk/ticket' }, { name: 'helpdesk/load', title: 'Work load' }])
    const reader = await app.account('reader', [await app.group('readers', ['helpdesk/load/index'])])
    const other = await app.account('other', [await app.group('others', ['helpdesk/ticket/index'])])
    expect(await app.get(reader, 'helpdesk.Ticket/load?least=2')).toMatchObject({
      code: 1,
      data: [{ topic: 'printer', count: 2 }],
    })
    expect(await app.get(other, 'helpdesk.Ticket/load?least=2')).toMatchObject({
      code: 401,
      data: { node: 'helpdesk/load/index', title: 'Work load: load' },
    })
    expect((await app.running.send('GET', '/admin/helpdesk.Ticket/load?least=2')).code).toBe(302)
    expect((await app.post(root, 'helpdesk.Ticket/load', { least: 2 })).status).toBe(404)
  })

  it('read what the schema declares from the text of a query', async () => {
    const { data } = await app.get(root, 'helpdesk.Ticket/load?least=1&open=1&topics[]=legal&topics[]=printer')
    expect(data).toEqual([
      { topic: 'legal', count: 1 },
      { topic: 'printer', count: 1 },
    ])
    expect(await app.get(root, 'helpdesk.Ticket/load?leest=1')).toMatchObject({
      code: 0,
      msg: 'Unknown parameter “leest”. Did you mean “least”?',
    })
  })

  it('read a dozen figures at once without a warning of Node', async () => {
    const warnings: Error[] = []
    const collect = (warning: Error): void => void warnings.push(warning)
    process.on('warning', collect)
    try {
      expect((await app.get(root, 'helpdesk.Ticket/figures')).data).toEqual(Array.from({ length: 12 }, () => 4))
      // Warnings are emitted after the code that caused them.
      await new Promise((resolve) => setImmediate(resolve))
    } finally {
      process.off('warning', collect)
    }
    expect(warnings).toEqual([])
  })

  it('are sent as they are declared, lists and switches too', async () => {
    const { path, query } = requestOf(loadByTopic, { least: 1, open: true, topics: ['legal', 'printer'] })
    expect((await app.get(root, `${path.replace('/admin/', '')}?${query}`)).data).toEqual([
      { topic: 'legal', count: 1 },
      { topic: 'printer', count: 1 },
    ])
  })

  it.each([
    ['', 'least', 'Enter a value'],
    ['least=many', 'least', 'Enter a number'],
    ['least=1.5', 'least', 'Enter a whole number'],
    ['least=0', 'least', 'Enter 1 or more'],
    ['least=1&open=perhaps', 'open', ''],
    ['least=1&topics=a', 'topics', ''],
    ['least=1&topics[]=a&topics[]=b&topics[]=c&topics[]=d', 'topics', ''],
  ])('refuse the query "%s", naming %s', async (query, field) => {
    const answer = await app.get<{ errors: Record<string, string> }>(root, `helpdesk.Ticket/load?${query}`)
    expect(answer).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect(Object.keys(answer.data.errors)).toEqual([field])
  })

  it('hand over only what the schema declares', async () => {
    const read = inputReader({
      type: 'object',
      properties: { one: { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } } },
    })
    const scope = { language: 'en' } as Scope
    expect(await read(scope, { one: { name: 'a', admin: true }, super: true })).toEqual({ one: { name: 'a' } })
  })

  it.each([
    [{ type: 'string', maxLenght: 9 }, 'maxLenght'],
    [{ type: 'integer', maxLength: 9 }, 'maxLength'],
    [{ type: 'text' }, 'text'],
    [{ type: 'string', maxLength: 9, pattern: '(' }, 'Invalid regular expression'],
    [{ type: 'array', maxItems: 9, items: { type: 'boolean', minimum: 1 } }, 'minimum'],
  ])('are refused before the server listens with the input %j', (property, message) => {
    const schema = partOf<Parameters<typeof inputReader>[0]>({ type: 'object', properties: { one: property } })
    expect(() => inputReader(schema)).toThrow(message)
  })

  it('write in one transaction with their log entry, once for each key', async () => {
    const before = await logged()
    const first = await close('printer', 'k1')
    expect(first).toMatchObject({ code: 1, data: { closed: 1 } })
    expect((await close('printer', 'k1')).data).toEqual({ closed: 1 })
    expect(await close('network', 'k1')).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect((await close('printer')).data).toEqual({ closed: 0 })
    const added = (await logged()).slice(before.length)
    // The ticket that was closed, then the request; the second request closed none.
    expect(added).toEqual(['edit', 'Close a topic', 'Close a topic'].map((text) => expect.stringContaining(text)))
  })

  it('take everything back when the handler refuses', async () => {
    const before = await logged()
    expect(await close('legal')).toMatchObject({ code: 0, msg: 'Legal tickets are closed one by one.' })
    const open = await app.database.query.selectFrom('helpdesk_ticket').selectAll().where('closed', '=', 0).execute()
    expect(open).toHaveLength(3)
    expect(await logged()).toEqual(before)
    expect(await close(7)).toMatchObject({
      code: 0,
      data: { reason: 'invalid', errors: { topic: expect.any(String) } },
    })
  })

  it('T35: count requests that read in memory, by account and minute, and store nothing', async () => {
    const figures = () => app.get(root, 'helpdesk.Ticket/figures')
    const codes = []
    for (let call = 0; call < 31; call++) codes.push((await figures()).code)
    expect(codes.lastIndexOf(1)).toBeLessThan(30)
    expect(codes.at(-1)).toBe(0)
    expect(await app.database.query.selectFrom('throttle').selectAll().execute()).toEqual([])
    const counter = new ReadCounter()
    const key = limitKey('route', { route: 'api/t.T/t' }, { network: '203.0.113.9' })
    expect([counter.count(key, 2), counter.count(key, 2)]).toEqual([0, 0])
    expect(counter.count(key, 2)).toBe(60)
    shift(-3_600_000)
    expect(counter.count(key, 2)).toBe(0)
    shift(61_000)
    expect(counter.count(key, 2)).toBe(0)
    shift(3_539_000)
  })

  it('limit the requests of an account, whatever they answer', async () => {
    for (let time = 0; time < 5; time++) expect((await close(7)).data).toMatchObject({ reason: 'invalid' })
    const refused = await close('printer')
    expect(refused).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.get(root, 'helpdesk.Ticket/load?least=1')).code).toBe(1)
  })

  it('answer visitors where no sign-in is required, so many a minute', async () => {
    const submit = (subject: string) =>
      app.running.send('POST', '/api/helpdesk.Desk/submit', { payload: { subject, topic: 'legal', closed: 1 } })
    const { data } = await submit('My screen is dark')
    expect(await app.row('helpdesk_ticket', Number(data['id']))).toMatchObject({ topic: 'web', closed: 0 })
    for (const code of [1, 1, 0]) expect((await submit('Again')).code).toBe(code)
  })

  it('leave imports to the hooks of the module: topics are found, trials left out, and all can be undone', async () => {
    await app.database.write((trx) => trx.deleteFrom('helpdesk_ticket').execute())
    const csv = 'subject,topic\nMy screen is dark,\ntest,\nNo paper,printer\n'
    const { data } = await importCsv(app, root, 'helpdesk.Ticket', csv)
    expect(data).toMatchObject({
      created: 2,
      errors: [{ line: 3, field: 'subject', value: 'test', message: 'Subject: Leave out tickets that were a trial' }],
    })
    const topics = () => app.database.query.selectFrom('helpdesk_ticket').select('topic').orderBy('id').execute()
    expect(await topics()).toEqual([{ topic: 'hardware' }, { topic: 'printer' }])
    const entries = app.database.query.selectFrom('admin_log').select('id')
    const { id } = await entries.orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect((await app.post(root, 'ajax/undo', { entry: id })).data).toMatchObject({ done: 2, kept: 0 })
    expect(await topics()).toEqual([])
  })

  it('are described in the OpenAPI document, to those who have its permission', async () => {
    const nodes = ['routine/config/index', 'routine/config/edit']
    const clerk = await app.account('clerk-a', [await app.group('no-openapi', nodes)])
    expect((await app.get(clerk, 'Index/openapi')).code).toBe(401)
    const reader = await app.account('clerk-b', [await app.group('openapi', ['routine/config/openapi'])])
    expect((await app.get(reader, 'Index/openapi')).code).toBe(1)
    expect((await app.running.send('GET', '/admin/Index/openapi')).code).toBe(302)
    const { data } = await app.get<{ paths: Record<string, object> }>(root, 'Index/openapi')
    expect(data.paths['/admin/helpdesk.Ticket/load']).toMatchObject({
      get: {
        operationId: 'helpdesk_Ticket_load',
        description: 'Requires the right helpdesk/load/index.',
        parameters: [
          { name: 'open', in: 'query', required: false, schema: { type: 'boolean' } },
          { name: 'least', required: true },
          { name: 'topics[]', schema: { type: 'array', maxItems: 3 } },
        ],
      },
    })
    expect(JSON.stringify(data.paths['/admin/helpdesk.Ticket/load'])).toContain(JSON.stringify(loadByTopic.answer))
    expect(data.paths['/api/helpdesk.Desk/submit']).toMatchObject({
      post: { security: [], requestBody: { required: true } },
    })
  })
})

describe('a page of a module', () => {
  const page = { label: { 'zh-cn': '页', en: 'Page' }, icon: 'chart' }
  const rulesWith = (name: string) => deriveRules([{ manifest, models: [], pages: [{ ...page, name }] }])

  it('belongs to the folder of its module, which nobody else can add to', () => {
    expect([...rulesWith('helpdesk/own').keys()]).toEqual(['helpdesk', 'helpdesk/own'])
    expect(() => rulesWith('wms/own')).toThrow('must begin with helpdesk/')
  })

  it('is required for a right', () => {
    const rights = [{ node: 'helpdesk/none/index', label: page.label }]
    expect(() => deriveRules([{ manifest, models: [], rights }])).toThrow('belongs to no page')
  })
})

describe('a route of a module (T24)', () => {
  const [load] = routes
  it.each([
    ['path', 'wms.Product/load'],
    ['path', 'helpdesk.Ticket'],
    ['path', undefined],
    ['method', undefined],
    ['right', undefined],
    ['right', 'wms/product/index'],
    ['label', undefined],
    ['input', undefined],
    ['maxPerMinute', undefined],
    ['maxPerMinute', 0],
  ])('is not registered with %s %j', (name, value) => {
    const route = { ...load!, [name]: value } as ModuleRoute
    return expect(createModuleRoutes([{ module: 'helpdesk', routes: [route] }])).rejects.toThrow(
      'of the module helpdesk',
    )
  })

  it('needs a limit where no sign-in is required', () => {
    const open = { ...load!, login: 'none', right: null } as ModuleRoute
    expect(() => checkModuleRoute('helpdesk', open)).toThrow('needs a limit')
    expect(() => checkModuleRoute('helpdesk', { ...open, maxPerMinute: 1 } as ModuleRoute)).not.toThrow()
  })
})
