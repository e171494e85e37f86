/**
 * The endpoint index of the protocol, as far as it is built: each address is there, by its method only, and asks for
 * the
 * login it declares.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneEngine } from '../../../support/databases.ts'
import { addAdmin, signInAs } from '../../../server/session/endpoint.ts'
import { openWireServer, type WireServer, type Wire } from './wire.ts'

type Method = 'GET' | 'POST' | 'DELETE'
/** `node`: a right is asked for; `login`: a login only; `open`: neither. */
type Need = 'node' | 'login' | 'open'

const crud = (
  controller: string,
  more: readonly (readonly [Method, string])[] = [],
): readonly (readonly [Method, string, Need])[] =>
  ([['GET', 'index'], ['POST', 'add'], ['GET', 'edit'], ['POST', 'edit'], ['DELETE', 'del'], ...more] as const).map(
    ([method, action]) => [method, `/admin/${controller}/${action}`, 'node'],
  )

const endpoints: readonly (readonly [Method, string, Need])[] = [
  ['GET', '/admin/Index/index', 'login'],
  ['GET', '/admin/Dashboard/index', 'node'],
  ['POST', '/admin/ajax/upload', 'login'],
  ...crud('auth.Admin'),
  ...crud('auth.Group'),
  ...crud('auth.Rule', [['POST', 'sortable']]),
  ['GET', '/admin/auth.AdminLog/index', 'node'],
  ['DELETE', '/admin/auth.AdminLog/del', 'node'],
  ['GET', '/admin/routine.Config/index', 'node'],
  ['POST', '/admin/routine.Config/edit', 'node'],
  ['GET', '/admin/routine.AdminInfo/index', 'login'],
  ['POST', '/admin/routine.AdminInfo/edit', 'login'],
  ['POST', '/admin/routine.AdminInfo/password', 'login'],
  ['GET', '/admin/notification.Index/push', 'login'],
  ['GET', '/admin/notification.Index/index', 'login'],
  ['POST', '/admin/notification.Index/read', 'login'],
  ['POST', '/admin/notification.Index/readall', 'login'],
  ['GET', '/api/common/clickCaptcha', 'open'],
  ['POST', '/api/common/checkClickCaptcha', 'open'],
  ['POST', '/api/common/refreshToken', 'open'],
  ['GET', '/api/index/index', 'open'],
  ...crud('wms.Unit', [
    ['POST', 'sortable'],
    ['POST', 'import'],
  ]),
]

describe.each(oneEngine)('the endpoints on $name', (engine) => {
  let server: WireServer
  let root: Wire
  let poor: Wire
  beforeAll(async () => {
    server = await openWireServer(engine)
    root = await server.client('D2')
    await addAdmin(server.running, 'poor')
    poor = Object.assign(server.anonymous('D2'), {
      token: (await signInAs(server.running, { username: 'poor' })).data.userInfo.token,
    })
  })
  afterAll(() => server.running.dispose())

  const ask = (wire: Wire, method: Method, path: string) =>
    method === 'GET' ? wire.get(path) : method === 'POST' ? wire.post(path, {}) : wire.del(path)

  it.each(endpoints.map(([method, path, need]) => ({ method, path, need })))(
    '$method $path needs: $need',
    async ({ method, path, need }) => {
      const [anonymous, lacking] = [await ask(server.anonymous('D2'), method, path), await ask(poor, method, path)]
      expect(anonymous.status).toBe(200)
      if (need === 'open') expect([0, 1]).toContain(anonymous.code)
      else expect(anonymous).toMatchObject({ code: 302, data: { routePath: '/admin/login', type: 'need login' } })
      if (need === 'node') expect(lacking.code).toBe(401)
      else expect([0, 1]).toContain(lacking.code)
      expect([0, 1]).toContain((await ask(root, method, path)).code)
    },
  )

  it('signing in and out are open', async () => {
    const anonymous = server.anonymous('D2')
    expect((await anonymous.get('/admin/Index/login')).code).toBe(1)
    expect((await anonymous.post('/admin/Index/login', {})).code).toBe(0)
    expect((await anonymous.post('/admin/Index/logout', {})).code).toBe(1)
  })

  it('the cache is cleared for super admins only, and only what there is to clear', async () => {
    for (const type of ['tp', 'all'])
      expect(await root.post('/admin/ajax/clearCache', { type })).toMatchObject({
        status: 200,
        code: 1,
        msg: 'Cache cleared',
      })
    expect(await root.post('/admin/ajax/clearCache', { type: 'storage' })).toMatchObject({
      status: 200,
      code: 0,
      msg: expect.stringContaining('tp or all') as string,
    })
    expect(await poor.post('/admin/ajax/clearCache', { type: 'tp' })).toMatchObject({ status: 200, code: 401 })
    expect((await server.anonymous('D2').post('/admin/ajax/clearCache', { type: 'tp' })).code).toBe(302)
  })

  it('answer by their own methods only', async () => {
    const methods = new Map<string, Method[]>()
    for (const [method, path] of endpoints) methods.set(path, [...(methods.get(path) ?? []), method])
    for (const [path, allowed] of methods) {
      for (const method of (['GET', 'POST', 'DELETE'] as const).filter((one) => !allowed.includes(one)))
        expect((await ask(root, method, path)).status, `${method} ${path}`).toBe(404)
    }
  })

  it('an unknown endpoint is HTTP 404 with a message where old clients read it', async () => {
    const answer = await server.running.app.inject({
      method: 'GET',
      url: '/admin/no.Such/index',
      headers: { accept: 'application/json' },
    })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 404, message: expect.stringMatching(/./) as string })
  })
})
