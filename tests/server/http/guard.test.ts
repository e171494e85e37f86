/** No route that needs a login or a right answers without, and every one carries the headers of safety. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../../runtime/server/app.ts'
import { methodsOf } from '../../../runtime/server/http/route.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { engines } from '../../support/databases.ts'
import { models, nobody, runApp, type RunningApp } from './running-app.ts'

describe('the guard', () => {
  let running: RunningApp
  const asked: string[] = []
  beforeAll(async () => {
    running = await runApp(engines[0]!, {
      access: {
        can: (_actor, node) => {
          asked.push(node)
          return false
        },
      },
    })
  })
  afterAll(() => running.dispose())

  const guarded = async () =>
    allRoutes({ registry: createRegistry(await models()) }, nobody).filter((route) => route.login === 'admin')

  it('sends strangers to the sign-in page, whatever the route', async () => {
    for (const route of await guarded()) {
      for (const method of methodsOf(route)) {
        const answer = await running.send(method, `/${route.area}/${route.controller}/${route.action}`, {
          headers: { 'think-lang': 'en' },
        })
        expect(answer.headers).toMatchObject({
          'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'") as string,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        })
        expect({ route: route.action, ...answer }).toMatchObject({
          status: 200,
          code: 302,
          msg: 'Sign in first.',
          data: { routePath: '/admin/login', type: 'need login' },
        })
      }
    }
  })

  it('asks for the declared node and refuses with 401 inside HTTP 200', async () => {
    const token = await running.signIn()
    for (const route of (await guarded()).filter((one) => one.node !== null)) {
      for (const method of methodsOf(route)) {
        asked.length = 0
        expect(
          await running.send(method, `/${route.area}/${route.controller}/${route.action}`, { token }),
        ).toMatchObject({ status: 200, code: 401, data: { node: route.node } })
        expect(asked).toEqual([route.node])
      }
    }
  })

  it('reveals nothing about tables without routes', async () => {
    const token = await running.signIn()
    for (const url of [
      '/admin/system.Session/index',
      '/admin/system.Token/index',
      '/admin/system.Throttle/index',
      '/admin/shop.Nothing/index',
    ]) {
      expect((await running.send('GET', url, { token })).status).toBe(404)
    }
  })
})
