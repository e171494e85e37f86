/** The table controller over HTTP, once around: what each action answers, and in which shape. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../support/databases.ts'
import type { Route } from '../../../runtime/server/http/route.ts'
import { endlessRead } from '../../support/endless-read.ts'
import { runApp, type RunningApp } from './running-app.ts'

interface List {
  list: Record<string, unknown>[]
  total: number
  remark: string
}

describe.each(engines)('a table over HTTP on $name', (engine) => {
  let running: RunningApp
  let token = ''
  let reportReading = (): void => {}
  let reportEnd = (_kind: string | undefined): void => {}
  const reading = new Promise<void>((resolve) => {
    reportReading = resolve
  })
  const ended = new Promise<string | undefined>((resolve) => {
    reportEnd = resolve
  })
  const endless: Route = {
    area: 'admin',
    controller: 'Endless',
    action: 'index',
    method: 'GET',
    login: 'admin',
    node: null,
    handler: async ({ database, signal = null }) => {
      const read = database.rows(endlessRead(database), 'heavy', { account: 1, signal, deadlineMs: 60_000 })
      read.catch((error: unknown) => reportEnd(database.adapter.problemOf(error)?.kind))
      reportReading()
      return { data: await read }
    },
  }
  beforeAll(async () => {
    running = await runApp(engine, { validators: () => Promise.resolve(null), routes: [endless] })
    token = await running.signIn()
  })
  afterAll(() => running.dispose())

  const call = <Data = Record<string, unknown>>(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    running.send<Data>(method, `/admin/shop.Unit/${path}`, {
      token,
      headers: { 'think-lang': 'en' },
      ...(payload && { payload }),
    })
  const add = async (name: string): Promise<number> => (await call<{ id: number }>('POST', 'add', { name })).data.id

  it('adds, lists, reads, edits and deletes', async () => {
    const id = await add('Box')
    expect(id).toBeGreaterThan(0)
    const { data } = await call<List>('GET', 'index')
    expect(data).toMatchObject({ total: 1, remark: '' })
    expect(data.list[0]).toMatchObject({ id, name: 'Box' })
    expect((await call<{ row: object }>('GET', `edit?id=${id}`)).data.row).toMatchObject({
      id,
      name: 'Box',
      version: 1,
    })
    expect(await call('POST', 'edit', { id, name: 'Crate' })).toMatchObject({ code: 1, msg: 'Saved' })
    expect(await call('DELETE', `del?ids[]=${id}`)).toMatchObject({ code: 1 })
    expect((await call<List>('GET', 'index')).data.total).toBe(0)
  })

  it('T81 ends the read of a client that has closed its connection', async () => {
    const address = await running.app.listen({ port: 0, host: '127.0.0.1' })
    const client = new AbortController()
    const answer = fetch(`${address}/admin/Endless/index`, { headers: { batoken: token }, signal: client.signal })
    await reading
    client.abort()
    await expect(answer).rejects.toThrow()
    expect(await ended).toBe('cancelled')
    expect((await call('GET', 'index')).code).toBe(1)
  })

  it('answers to the controller in any spelling', async () => {
    for (const url of ['/admin/shop.unit/index', '/admin/SHOP.Unit/INDEX', '/index.php/admin/shop.unit/index.html'])
      expect((await running.send('GET', url, { token })).code).toBe(1)
  })

  it.each([
    'page=0',
    'limit=0',
    'limit=1e3',
    'order=password,asc',
    'search[0][field]=nothing&search[0][operator]=eq&search[0][val]=1',
    'search[0][field]=name&search[0][operator]=MATCH&search[0][val]=1',
  ])('refuses index?%s', async (query) => {
    expect(await call('GET', `index?${query}`)).toMatchObject({ status: 200, code: 0, data: { reason: 'bad_query' } })
  })

  it.each(['edit', 'edit?id=', 'edit?id=999999', 'edit?id=x', 'edit?id[]=1', 'edit?id=1%20or%201=1'])(
    'does not find %s',
    async (path) => {
      expect(await call('GET', path)).toMatchObject({ status: 200, code: 0, data: { reason: 'not_found' } })
    },
  )

  it('names the field that is wrong', async () => {
    const answer = await call<{ reason: string; errors: Record<string, string> }>('POST', 'add', { name: '' })
    expect(answer).toMatchObject({
      status: 200,
      code: 0,
      data: { reason: 'invalid', errors: { name: expect.any(String) as string } },
    })
  })

  it('answers a stale save with the current record', async () => {
    const id = await add('Sack')
    await call('POST', 'edit', { id, version: 1, name: 'Sack 2' })
    expect(await call('POST', 'edit', { id, version: 1, name: 'Sack 3' })).toMatchObject({
      code: 0,
      data: { reason: 'conflict', row: { id, name: 'Sack 2', version: 2 } },
    })
  })

  it.each(['del', 'del?ids=', 'del?ids[]=', 'del?ids[]=999999'])('deletes nothing with %s', async (path) => {
    expect(await call('DELETE', path)).toMatchObject({ status: 200, code: 0 })
  })

  it('deletes the records of a list, and says how many it may name', async () => {
    const ids = [await add('One'), await add('Two'), await add('Three')]
    expect(await call('DELETE', `del?ids=${ids[0]},${ids[1]}`)).toMatchObject({ code: 1, data: { count: 2 } })
    expect(await call('DELETE', `del?ids=${ids[2]}%2C${ids[2]}`)).toMatchObject({ code: 1, data: { count: 1 } })
    const many = (count: number, digits: number) =>
      Array.from({ length: count }, (_id, at) => String(10 ** (digits - 1) + at))
    for (const [first, next] of [
      ['ids[]=', '&ids[]='],
      ['ids%5B%5D=', '&ids%5B%5D='],
      ['ids=', ','],
    ] as const) {
      const del = (list: readonly string[]) => call('DELETE', `del?${first}${list.join(next)}`)
      // As many as are allowed fit into an address, whatever their ids.
      expect((await del(many(300, 16))).data).toMatchObject({ reason: 'not_found' })
      for (const [count, digits] of [
        [301, 2],
        [600, 6],
        [650, 7],
      ] as const) {
        const answer = await del(many(count, digits))
        expect(answer).toMatchObject({ status: 200, code: 0, data: { reason: 'invalid' } })
        expect(answer.msg).toBe('Select at most 300 records at a time.')
      }
    }
    const long = await call('GET', `index?quickSearch=${'x'.repeat(9000)}`)
    expect([long.code, long.msg]).toEqual([0, 'The filters are longer than 8192 characters. Leave some of them out.'])
  })

  it('sorts by the body of either client version', async () => {
    const [first, second] = [await add('First'), await add('Second')]
    expect((await call('POST', 'sortable', { id: first, targetId: second })).code).toBe(1)
    expect(
      (await call('POST', 'sortable', { move: first, target: second, order: 'weigh,desc', direction: 'down' })).code,
    ).toBe(1)
    expect(await call('POST', 'sortable', { move: first, target: first, direction: 'up' })).toMatchObject({
      status: 200,
      code: 0,
    })
  })
  it('exports what a list query finds as a file', async () => {
    await add('Barrel, "big"')
    const answer = await call('GET', 'export?quickSearch=Barrel&page=9&limit=1')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''Units.csv",
      'cache-control': 'no-store',
    })
    expect(answer.text.split('\r\n').filter((line) => line.includes('"Barrel, ""big"""'))).toHaveLength(1)
    const zh = await running.send('GET', '/admin/shop.Unit/export', { token })
    expect(zh.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''(%[0-9A-F]{2})+\.csv$/)
  })

  it.each([
    'export?format=exe',
    'export?order=password,asc',
    'export?search[0][field]=x&search[0][operator]=eq&search[0][val]=1',
  ])('refuses %s', async (path) => {
    expect(await call('GET', path)).toMatchObject({ status: 200, code: 0, data: { reason: 'bad_query' } })
  })
  it('imports a CSV file: a trial first, then in earnest, and hands the refused rows back', async () => {
    const send = (fields: Record<string, string>, csv: string) => {
      const boundary = 'xxxx'
      const parts = Object.entries(fields).map(
        ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      const file =
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; ` +
        `filename="units.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--${boundary}--\r\n`
      return running.send<{ created: number; refused: number; dry_run: boolean; refused_file: string }>(
        'POST',
        '/admin/shop.Unit/import',
        {
          token,
          headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'think-lang': 'en' },
          payload: parts.join('') + file,
        },
      )
    }
    const csv = 'title,note\r\nDrum,round\r\n,nameless\r\n桶,圆\r\n'
    const map = JSON.stringify({ name: 'title', remark: 'note' })
    const trial = await send({ map, dry_run: '1' }, csv)
    expect(trial).toMatchObject({ status: 200, code: 1, data: { created: 2, refused: 1, dry_run: true } })
    expect((await call<List>('GET', 'index?quickSearch=Drum')).data.total).toBe(0)
    const meant = await send({ map }, csv)
    expect(meant).toMatchObject({ code: 1, data: { created: 2, refused: 1, dry_run: false } })
    expect(meant.data.refused_file).toContain(',nameless,')
    expect((await call<List>('GET', `index?quickSearch=${encodeURIComponent('桶')}`)).data.list[0]).toMatchObject({
      name: '桶',
      remark: '圆',
    })
    expect(await send({ map: '[1]' }, csv)).toMatchObject({
      status: 200,
      code: 0,
      data: { reason: 'invalid', errors: { map: expect.any(String) as string } },
    })
    expect(await send({ map: '{"nothing":"title"}' }, csv)).toMatchObject({
      status: 200,
      code: 0,
      data: { reason: 'invalid' },
    })
    expect(await send({}, '')).toMatchObject({ status: 200, code: 0, data: { reason: 'invalid' } })
  })

  it('imports nothing without a file', async () => {
    expect(await call('POST', 'import', {})).toMatchObject({ status: 200, code: 0, data: { reason: 'invalid' } })
  })
})
