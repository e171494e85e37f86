/** T09: no name in an address reaches past the list of declared routes, in whichever of its places it stands. */
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestedKey } from '../../../runtime/server/http/address.ts'
import { defineRoute } from '../../../runtime/server/http/route.ts'
import { oneEngine } from '../../support/databases.ts'
import { openTestApp, type TestApp } from './roles.ts'

/** Names as they stand in an address, and as they reach a handler that decodes them. */
const traversals: readonly (readonly [raw: string, decoded: string])[] = [
  ['..', '..'],
  ['.', '.'],
  ['%2e%2e', '..'],
  ['..%2f..%2f..%2fetc%2fpasswd', '../../../etc/passwd'],
  ['..%5c..%5cwindows', '..\\..\\windows'],
  ['%2fetc%2fpasswd', '/etc/passwd'],
  ['....%2f%2f', '....//'],
  ['%252e%252e%252f', '%2e%2e%2f'],
  ['file:%2f%2f%2fetc', 'file:///etc'],
  ['a%00b', 'a\0b'],
  ['index%0aindex', 'index\nindex'],
  ['con%0d', 'con\r'],
  ['%20index', ' index'],
  ['index%20', 'index '],
  ['index;a=b', 'index;a=b'],
  ['index!', 'index!'],
  ['~root', '~root'],
  ['$%7bx%7d', '${x}'],
  ['%3cscript%3e', '<script>'],
  ['9index', '9index'],
  ['_index', '_index'],
  ['-index', '-index'],
  ['.index', '.index'],
  ['i*', 'i*'],
  ["i'", "i'"],
  ['%e6%b5%8b', '测'],
  ['%ef%bc%a1', 'Ａ'],
  ['i%cc%88', 'i\u0308'],
  [`a${'b'.repeat(64)}`, `a${'b'.repeat(64)}`],
  [`a${'b'.repeat(5000)}`, `a${'b'.repeat(5000)}`],
]
const prefixes = ['/admin', '/api', '/index.php/admin', '/index.php/api']

describe.each(oneEngine)('addresses on $name', (engine) => {
  let app: TestApp
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  beforeAll(async () => {
    app = await openTestApp(engine)
    await app.server.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => {
    agent.destroy()
    return app?.dispose()
  })

  it('T09: a name of another shape is no name of a route, and no route can be called so', () => {
    for (const [, name] of traversals) {
      for (const [controller, action] of [
        [name, 'index'],
        ['shop.Unit', name],
      ] as const) {
        expect(requestedKey('admin', controller, action), name).toBeNull()
        expect(
          () =>
            defineRoute({
              area: 'admin',
              controller,
              action,
              method: 'GET',
              login: 'none',
              node: null,
              handler: () => Promise.resolve({ data: null }),
            }),
          name,
        ).toThrow('must be names')
      }
    }
    for (const [controller, action] of [
      ['shop.Unit', 'index'],
      [`a${'b'.repeat(63)}`, 'x'],
      ['a.b_c.D9', 'z_1.html'],
    ] as const)
      expect(requestedKey('admin', controller, action)).not.toBeNull()
  })

  /** Sends the path as it stands: clients tidy addresses before they send them. */
  const send = (method: 'GET' | 'POST', path: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const { port } = app.server.server.address() as AddressInfo
      const asked = request(
        {
          port,
          host: '127.0.0.1',
          method,
          path,
          agent,
          headers: { batoken: app.role('super').token!, 'content-type': 'application/json' },
        },
        async (answer) => {
          resolve({ status: answer.statusCode!, text: Buffer.concat((await answer.toArray()) as Buffer[]).toString() })
        },
      ).on('error', reject)
      asked.end(method === 'POST' ? '{}' : undefined)
    })

  it('T09: in every place of every address it is not found, for super admins, too', async () => {
    for (const prefix of prefixes) {
      for (const [raw] of traversals) {
        for (const path of [
          `${prefix}/${raw}/index`,
          `${prefix}/shop.Unit/${raw}`,
          `${prefix}/${raw}`,
          `${prefix}/${raw}/${raw}`,
          `${prefix}/common/${raw}`,
        ]) {
          for (const method of ['GET', 'POST'] as const) {
            const { status, text } = await send(method, path)
            expect([400, 404], `${method} ${path}`).toContain(status)
            expect(text).not.toMatch(/root:|FST_|node_modules|\/tmp\//)
          }
        }
      }
    }
    expect((await send('GET', '/admin/shop.Unit/index')).status).toBe(200)
  })

  it('T09: the storage address serves no file from outside the storage', async () => {
    for (const [raw] of traversals)
      for (const path of [
        `/storage/${raw}`,
        `/storage/default/${raw}`,
        `/storage/${raw}/x.png`,
        `/static/${raw}`,
        `/static/images/${raw}`,
      ])
        expect([400, 404], path).toContain((await send('GET', path)).status)
  })
})
