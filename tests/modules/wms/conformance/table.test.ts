/** The table controller as both dialects' clients use it: add, edit, partial edits, echoes, deletion, drag, upload. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moduleEngines } from '../../../support/databases.ts'
import { compatVersions, headersOf, openWireServer, type CompatVersion, type WireServer, type Wire } from './wire.ts'

interface Rows {
  readonly list: readonly Record<string, unknown>[]
  readonly total: number
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(moduleEngines)('tables on $name', (engine) => {
  let server: WireServer
  beforeAll(async () => {
    server = await openWireServer(engine)
  })
  afterAll(() => server.running.dispose())

  describe.each(compatVersions)('used by %s', (compat) => {
    let wire: Wire
    beforeAll(async () => {
      wire = await server.client(compat)
    })
    const unit = '/admin/wms.Unit'
    const add = async (name: string): Promise<number> => {
      const answer = await wire.post<{ id: number }>(`${unit}/add`, { name, remark: null, id: null })
      expect(answer).toMatchObject({ status: 200, code: 1, msg: expect.stringMatching(/./) as string })
      return answer.data.id
    }
    const rowOf = async (id: number): Promise<Record<string, unknown>> =>
      (await wire.get<{ row: Record<string, unknown> }>(`${unit}/edit`, { id })).data.row
    const names = async (params: object = {}): Promise<unknown[]> =>
      (await wire.get<Rows>(`${unit}/index`, { limit: 100, ...params })).data.list.map((row) => row['name'])
    const clear = async (): Promise<void> => {
      const ids = (await wire.get<Rows>(`${unit}/index`, { limit: 100 })).data.list.map((row) => row['id'])
      if (ids.length > 0) await wire.del(`${unit}/del`, { ids })
    }

    it('a switch posts its field alone', async () => {
      const id = await add(`switch ${compat}`)
      await wire.post(`${unit}/edit`, { id, remark: 'kept' })
      for (const status of ['0', '1', 0, 1]) {
        expect(await wire.post(`${unit}/edit`, { id, status })).toMatchObject({ code: 1 })
        expect(await rowOf(id)).toMatchObject({ name: `switch ${compat}`, remark: 'kept', status: Number(status) })
      }
      expect(await wire.post(`${unit}/edit`, { id: String(id), status: '0' })).toMatchObject({ code: 1 })
    })

    it('accepts the whole row back, with members that cannot be written', async () => {
      const id = await add(`echo ${compat}`)
      const before = await rowOf(id)
      expect(
        await wire.post(`${unit}/edit`, {
          ...before,
          createtime: 1,
          version: before['version'],
          nonsense: { a: 1 },
          group_name_arr: ['x'],
        }),
      ).toMatchObject({ code: 1 })
      expect(await rowOf(id)).toEqual(
        expect.objectContaining({ name: before['name'], createtime: before['createtime'] }),
      )
      expect(await wire.post(`${unit}/edit`, { id })).toMatchObject({ code: 1 })
    })

    it('reads ids to delete from the query', async () => {
      const ids = [await add(`one ${compat}`), await add(`two ${compat}`), await add(`three ${compat}`)]
      expect(await wire.del(`${unit}/del`, { ids: ids.slice(0, 2) })).toMatchObject({ status: 200, code: 1 })
      expect(await wire.get(`${unit}/edit`, { id: ids[0] })).toMatchObject({ status: 200, code: 0 })
      expect((await rowOf(ids[2]!))['name']).toBe(`three ${compat}`)
      expect(await wire.del(`${unit}/del`)).toMatchObject({ status: 200, code: 0 })
      expect((await wire.post(`${unit}/del`, { ids })).status).toBe(404)
    })

    it('a drag puts the row where it was dropped', async () => {
      await clear()
      const ids = new Map<string, number>()
      for (const name of ['a', 'b', 'c', 'd']) ids.set(name, await add(name))
      expect(await names()).toEqual(['d', 'c', 'b', 'a'])
      expect(await drag(wire, compat, ids.get('a')!, ids.get('c')!, 'up')).toMatchObject({ code: 1 })
      // Older clients exchange the two, newer ones insert.
      expect(await names()).toEqual(compat === 'D1' ? ['d', 'a', 'b', 'c'] : ['d', 'a', 'c', 'b'])
    })

    it('a drag onto itself, onto nothing or in another order is refused', async () => {
      await clear()
      const [one, two] = [await add('one'), await add('two')]
      expect(await drag(wire, compat, one, 999_999, 'down')).toMatchObject({ status: 200, code: 0 })
      expect(await wire.post(`${unit}/sortable`, {})).toMatchObject({ status: 200, code: 0 })
      if (compat === 'D2') {
        expect(await drag(wire, compat, one, one, 'down')).toMatchObject({ code: 0 })
        expect(
          await wire.post(`${unit}/sortable`, { move: one, target: two, order: 'name,asc', direction: 'up' }),
        ).toMatchObject({ code: 0 })
        expect(await wire.post(`${unit}/sortable`, { move: one, target: two })).toMatchObject({ code: 0 })
      }
    })

    it('an upload answers what the widgets read', async () => {
      const boundary = 'conformance'
      const part = (head: string, body: Buffer | string): Buffer =>
        Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')])
      const payload = Buffer.concat([
        part('Content-Disposition: form-data; name="extra"', 'ignored'),
        part('Content-Disposition: form-data; name="file"; filename="dot.png"\r\nContent-Type: image/png', pixel),
        Buffer.from(`--${boundary}--\r\n`),
      ])
      const answer = (
        await server.running.app.inject({
          method: 'POST',
          url: '/admin/ajax/upload?uuid=u-1',
          headers: { ...headersOf(wire), 'content-type': `multipart/form-data; boundary=${boundary}` },
          payload,
        })
      ).json<{ code: number; data: { file: Record<string, unknown> } }>()
      expect(answer.code).toBe(1)
      expect(answer.data.file).toMatchObject({
        topic: 'default',
        name: 'dot.png',
        mimetype: 'image/png',
        storage: 'local',
        suffix: 'png',
        width: 1,
        height: 1,
        sha1: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
        url: expect.stringMatching(/^\/storage\/default\/.+\.png$/) as string,
      })
      expect(answer.data.file).toHaveProperty('full_url')
      for (const absent of ['create_time', 'quote']) expect(answer.data.file).not.toHaveProperty(absent)
      expect(
        (await server.running.app.inject({ method: 'GET', url: String(answer.data.file['url']) })).statusCode,
      ).toBe(200)
    })
  })
})

function drag(wire: Wire, compat: CompatVersion, moved: number, target: number, direction: 'up' | 'down') {
  return wire.post(
    '/admin/wms.Unit/sortable',
    compat === 'D1' ? { id: moved, targetId: target } : { move: moved, target, direction },
  )
}
