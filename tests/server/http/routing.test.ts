/** Which address reaches what, and that nothing answers undeclared. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../../runtime/server/app.ts'
import { defineRoute, methodsOf, routeTable, type Route } from '../../../runtime/server/http/route.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { engines } from '../../support/databases.ts'
import { models, nobody, runApp, type RunningApp } from './running-app.ts'
import { partOf } from '../../support/part-of.ts'

const echo: Route = {
  area: 'admin',
  controller: 'test.EchoBox',
  action: 'sayIt',
  method: 'GET',
  login: 'none',
  node: null,
  handler: async (scope) => ({ data: { said: scope.query.get('word') ?? null, language: scope.language } }),
}

describe.each(engines)('addresses (T09, T24) on $name', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine, { routes: [echo] })
  })
  afterAll(() => running.dispose())

  it.each([
    '/admin/test.EchoBox/sayIt',
    '/admin/test.echobox/sayit',
    '/admin/TEST.ECHO_BOX/SAYIT',
    '/admin/test.echo_box/sayIt',
    '/index.php/admin/test.EchoBox/sayIt',
    '/admin/test.EchoBox/sayIt.html',
    '/index.php/admin/test.echo_box/sayit.HTML',
    '/admin/test%2eEchoBox/sayIt',
    '/admin/test.EchoBox/say%49t',
    '/admin/test.EchoBox/sayIt?',
    '/admin/test.EchoBox/sayIt?server=1&uuid=1-2-3',
  ])('%s reaches the route', async (url) => {
    expect(await running.send('GET', url)).toMatchObject({ status: 200, code: 1 })
  })

  it.each([
    '/admin/test.EchoBox/sayIt/',
    '/admin//test.EchoBox/sayIt',
    '//admin/test.EchoBox/sayIt',
    '/admin/test.EchoBox//sayIt',
    '/admin/te_st.EchoBox/sayIt',
    '/ADMIN/test.EchoBox/sayIt',
    '/admin/test.EchoBox/say_it',
    '/admin/test.EchoBox/other',
    '/admin/test/EchoBox/sayIt',
    '/api/test.EchoBox/sayIt',
    '/index.php/test.EchoBox/sayIt',
    '/admin/test.EchoBox%2fsayIt',
    '/admin/..%2f..%2fetc%2fpasswd/sayIt',
    '/admin/%2e%2e/sayIt',
    '/admin/test.EchoBox/%00',
    '/admin/test.EchoBox/sayIt%00',
    '/admin/__proto__/constructor',
    '/admin/constructor/toString',
    '/admin/9test/index',
    '/admin/test.EchoBox/say It',
    `/admin/${'a'.repeat(65)}/index`,
    `/admin/${'a'.repeat(5000)}/index`,
    '/admin/测试/index',
    '/admin',
    '/api',
    '/admin/',
    '/user/login',
    '/wp-login.php',
    '/index.php',
    '/.env',
    '/admin/test.EchoBox/sayIt;x=1',
    '/admin/test.EchoBox/sayIt.php',
    '/admin/test.EchoBox/.html',
  ])('%s is not found', async (url) => {
    const { status, code, msg, text } = await running.send('GET', url)
    expect({ status, code, msg }).toEqual({ status: 404, code: 404, msg: '请求的地址不存在。' })
    expect(JSON.parse(text)).toHaveProperty('message', msg)
  })

  it.each(['POST', 'DELETE', 'PUT', 'PATCH', 'HEAD'] as const)(
    '%s does not reach a route declared for GET',
    async (method) => {
      expect((await running.send(method, '/admin/test.EchoBox/sayIt')).status).toBe(404)
    },
  )

  it.each(['/admin/test.EchoBox/say%It', '/%E0%A4%A', '/admin/%ff/index'])(
    '%s is refused as a malformed address',
    async (url) => {
      const answer = await running.send('GET', url)
      expect([400, 404]).toContain(answer.status)
      expect(answer.headers['content-security-policy']).toBeTruthy()
      expect(answer.text).not.toContain('FST_')
    },
  )

  it.each(['word=%00', 'word=%ED%A0%80', 'word=%zz', `word=${'x'.repeat(9000)}`, 'search[0]x=1'])(
    'refuses the query %s',
    async (query) => {
      expect(await running.send('GET', `/admin/test.EchoBox/sayIt?${query}`)).toMatchObject({
        status: 200,
        code: 0,
        data: { reason: 'bad_query' },
      })
    },
  )

  it.each([
    ['', {}, 'zh-cn'],
    ['?lang=en', {}, 'en'],
    ['?lang=en', { 'think-lang': 'zh-cn' }, 'en'],
    ['', { 'think-lang': 'en' }, 'en'],
    ['', { 'think-lang': 'zh-cn', 'accept-language': 'en' }, 'zh-cn'],
    ['', { 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
    ['', { 'accept-language': 'fr-FR' }, 'zh-cn'],
    ['?lang=xx', { 'think-lang': '../../en' }, 'zh-cn'],
  ])('the language of %j with %j is %s', async (query, headers, language) => {
    expect((await running.send('GET', `/admin/test.EchoBox/sayIt${query}`, { headers })).data).toMatchObject({
      language,
    })
  })
})

describe('declarations (T24)', () => {
  const without = (...keys: (keyof Route)[]): Route =>
    partOf<Route>(Object.fromEntries(Object.entries(echo).filter(([key]) => !keys.includes(key as keyof Route))))

  it.each(['area', 'controller', 'action', 'method', 'login', 'node', 'handler'] as const)(
    'a route without %s is refused',
    (key) => {
      expect(() => defineRoute(without(key))).toThrow(/^route /)
    },
  )

  it('a node needs a login', () => {
    expect(() => defineRoute({ ...echo, node: 'test/echoBox/sayIt' })).toThrow('needs a login')
  })

  it('a server with an undeclared route does not start', async () => {
    await expect(runApp(engines[0]!, { routes: [without('node')] })).rejects.toThrow('permission node')
  })

  it('two routes for one address are refused', () => {
    expect(() => routeTable([echo, { ...echo, controller: 'TEST.echo_box' }])).toThrow('two routes')
  })

  it('every route declares who may call it', async () => {
    const list = await models()
    const routes = allRoutes({ registry: createRegistry(list) }, nobody)
    const open = routes
      .filter((route) => route.login === 'none')
      .map((route) => `${methodsOf(route).join(',')} ${route.area}/${route.controller}/${route.action}`)
    expect(open.sort()).toEqual([
      // Their address carries a ticket, which they check themselves.
      'GET admin/Terminal/index',
      // Icons drawn from their address alone.
      'GET admin/ajax/buildSuffixSvg',
      'GET admin/ajax/terminal',
      'GET api/ajax/area',
      'GET api/ajax/buildSuffixSvg',
      'GET api/common/clickCaptcha',
      'GET api/index/index',
      'GET,POST admin/Index/login',
      'GET,POST api/user/checkIn',
      'POST admin/Index/logout',
      'POST admin/Index/resetPassword',
      'POST admin/Index/sendRecoveryCode',
      'POST api/common/checkClickCaptcha',
      'POST api/common/refreshToken',
    ])
    const loginOnly = routes
      .filter((route) => route.login === 'admin' && route.node === null)
      .map((route) => `${route.controller}/${route.action}`)
    expect(loginOnly.sort()).toEqual([
      'Cos/abort',
      'Cos/begin',
      'Cos/callback',
      'Cos/refreshToken',
      'Cos/slices',
      'Index/code',
      'Index/index',
      'Index/why',
      'Live/record',
      'Live/ticket',
      'Live/topic',
      'ajax/area',
      'ajax/changeTerminalConfig',
      'ajax/clearCache',
      'ajax/getDatabaseConnectionList',
      'ajax/getTableFieldList',
      'ajax/getTableList',
      'ajax/getTablePk',
      'ajax/terminalTicket',
      'ajax/undo',
      'ajax/undoable',
      'ajax/upload',
      'notification.Index/index',
      'notification.Index/push',
      'notification.Index/read',
      'notification.Index/readall',
      'routine.AdminInfo/confirmFactor',
      'routine.AdminInfo/disableFactor',
      'routine.AdminInfo/edit',
      'routine.AdminInfo/endSession',
      'routine.AdminInfo/enrolFactor',
      'routine.AdminInfo/factor',
      'routine.AdminInfo/index',
      'routine.AdminInfo/noticeMail',
      'routine.AdminInfo/password',
      'routine.AdminInfo/recoveryCodes',
      'routine.AdminInfo/saveNoticeMail',
      'routine.AdminInfo/sessions',
    ])
    for (const route of routes) expect(defineRoute(route)).toBe(route)
  })
})
