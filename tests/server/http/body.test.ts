/** Bodies at the edge: what is read, what is refused, and with which status. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readBody } from '../../../runtime/server/http/body/body.ts'
import type { Route } from '../../../runtime/server/http/route.ts'
import { engines } from '../../support/databases.ts'
import { runApp, type RunningApp } from './running-app.ts'

const mirror: Route = {
  area: 'admin',
  controller: 'Mirror',
  action: 'index',
  method: ['POST', 'DELETE'],
  login: 'admin',
  node: null,
  handler: async ({ body }) => ({ data: body }),
}
const guestMirror: Route = { ...mirror, controller: 'GuestMirror', login: 'none' }
/** `{"a":[{},{},…]}` with so many empty objects; with the outer object and the list two values more. */
const objects = (count: number): string => `{"a":[${Array.from({ length: count }, () => '{}').join()}]}`
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

describe.each(engines)('bodies (T08, T72) on $name', (engine) => {
  let running: RunningApp
  let token = ''
  beforeAll(async () => {
    running = await runApp(engine, { routes: [mirror, guestMirror] })
    token = await running.signIn()
  })
  afterAll(() => running.dispose())

  const post = (payload: string | Buffer, type: string | null = 'application/json') =>
    running.send('POST', '/admin/Mirror/index', {
      payload,
      token,
      headers: type === null ? {} : { 'content-type': type },
    })

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('reads %s', async (type) => {
    expect(await post('{"a":[1,"二",null]}', type)).toMatchObject({
      status: 200,
      code: 1,
      data: { a: [1, '二', null] },
    })
  })

  it('reads nothing as an empty object', async () => {
    expect((await post('')).data).toEqual({})
    expect((await running.send('POST', '/admin/Mirror/index', { token })).data).toEqual({})
    expect((await running.send('DELETE', '/admin/Mirror/index?ids[]=1', { token })).data).toEqual({})
  })

  it.each([
    ['text/plain', '{"a":1}'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['application/jsonp', '{"a":1}'],
    ['application/vnd.api+json', '{"a":1}'],
    ['text/json', '{"a":1}'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/json/x', '{"a":1}'],
    ['', '{"a":1}'],
    [' ', '{"a":1}'],
  ])('refuses the content type %j', async (type, payload) => {
    expect(await post(payload, type)).toMatchObject({ status: 400, code: 400 })
  })

  it.each([
    ['no JSON', '{a:1}'],
    ['a cut text', '{"a":"x'],
    ['a list', '[1]'],
    ['a number', '1'],
    ['null', 'null'],
    ['a text', '"x"'],
    ['two values', '{}{}'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['a nested __proto__', '{"a":[{"__proto__":1}]}'],
    ['an escaped __proto__', '{"\\u005f_proto__":1}'],
    ['constructor', '{"constructor":{"prototype":{}}}'],
    ['what makes a text of an object', '{"version":{"toString":1}}'],
    ['what makes a number of an object', '{"a":[{"valueOf":null}]}'],
    ['U+0000', '{"a":"x\\u0000"}'],
    ['a lone surrogate', '{"a":"\\ud800"}'],
    ['U+0000 in a key', '{"x\\u0000":1}'],
    ['depth 33', nested(33)],
    ['depth 100 000', nested(100_000)],
    ['brackets', '['.repeat(520_000)],
    ['50 001 objects', objects(49_999)],
    ['350 000 objects', objects(349_000)],
    ['50 001 keys', `{${Array.from({ length: 50_000 }, (_, at) => `"${at}":0`).join()}}`],
  ])('refuses %s', async (_what, payload) => {
    const answer = await post(payload)
    expect(answer).toMatchObject({ status: 400, code: 400, msg: '请求内容无法识别。' })
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })

  it('refuses bytes that are no UTF-8', async () => {
    expect((await post(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]))).status).toBe(400)
  })

  it('reads depth 32', async () => {
    expect((await post(nested(32))).status).toBe(200)
  })

  it('refuses more than 1 MB with 413', async () => {
    const answer = await post(JSON.stringify({ a: 'x'.repeat(1_048_576) }))
    expect(answer).toMatchObject({ status: 413, code: 413 })
  })

  it('reads almost 1 MB', async () => {
    expect((await post(JSON.stringify({ a: 'x'.repeat(1_000_000) }))).status).toBe(200)
  })

  it('reads 50 000 values, and texts full of brackets, commas and quotes', async () => {
    expect((await post(objects(49_998))).status).toBe(200)
    expect((await post(JSON.stringify({ a: '\\"[{,'.repeat(100_000) }))).status).toBe(200)
  })

  it('judges the structure before anything is built (T77)', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    for (const payload of [objects(349_000), '['.repeat(520_000), nested(33)]) {
      parse.mockClear()
      expect((await post(payload)).status).toBe(400)
      expect(parse.mock.calls.map(([text]) => text)).not.toContain(payload)
    }
    parse.mockRestore()
  })

  it('reads 16 kB from guests, and 413 above (T77)', async () => {
    const guest = async (length: number): Promise<number> => {
      const payload = JSON.stringify({ a: 'x'.repeat(length - 8) })
      const headers = { 'content-type': 'application/json' }
      return (await running.send('POST', '/admin/GuestMirror/index', { payload, headers })).status
    }
    expect([await guest(16_384), await guest(16_385), await guest(1_000_000)]).toEqual([200, 413, 413])
  })

  it('does not unpack compressed bodies', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const payload = gzipSync(JSON.stringify({ a: 1 }))
    expect((await running.send('POST', '/admin/Mirror/index', { payload, token, headers })).status).toBe(400)
  })

  it.each(['/nowhere', '/admin/Nothing/add', '/admin/Mirror/index'])(
    'answers %s without reading the body of a stranger (T77)',
    async (url) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await running.send('POST', url, { payload: '{', headers })
      expect([404, 302]).toContain(answer.code)
    },
  )
})

describe('readBody', () => {
  it('keeps the prototype of objects untouched', () => {
    expect(() => readBody(Buffer.from('{"a":{"__proto__":{"polluted":1}}}'))).toThrow()
    expect(Object.getPrototypeOf(readBody(Buffer.from('{"a":1}')))).toBe(Object.prototype)
  })
})
