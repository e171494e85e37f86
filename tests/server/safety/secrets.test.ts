/** T10, T13: what is private never leaves: not in lists, records, exports, select lists, refusals, or the admin log. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnType, type TableModel } from 'tablewright/protocol'
import { methodsOf } from '../../../runtime/server/http/route.ts'
import { oneEngine } from '../../support/databases.ts'
import { openTestApp, type TestApp, type Role } from './roles.ts'
import { secretLink, secret } from './secrets.ts'

const planted = 'canary-planted'
const typed = 'canary-typed'

describe.each(oneEngine)('secrets on $name', (engine) => {
  let app: TestApp
  const heard: string[] = []
  const ids = new Map<string, number>()
  beforeAll(async () => {
    app = await openTestApp(engine, {}, [secret, secretLink])
    for (const model of app.models.filter((one) => one.storage === 'table')) ids.set(model.id, await plant(model))
    await app.database.write((trx) =>
      trx
        .insertInto('t_secret_link')
        .values({ name: 'refers', secret_id: ids.get('t/secret')!, version: 1 })
        .execute(),
    )
  })
  afterAll(() => app?.dispose())

  const secretsOf = (model: TableModel) => model.fields.filter((one) => one.private && columnType(one) !== 'integer')

  /** A record whose every private column holds a canary. */
  async function plant(model: TableModel): Promise<number> {
    const id = await app.insert(model, app.role('writer').id)
    const values = Object.fromEntries(
      secretsOf(model).map((one) => [one.name, columnType(one) === 'json' ? JSON.stringify([planted]) : planted]),
    )
    if (Object.keys(values).length > 0)
      await app.database.write((trx) => trx.updateTable(model.table).set(values).where('id', '=', id).execute())
    return id
  }

  async function hear(role: Role, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object): Promise<void> {
    const answer = await app.send(role, method, url, payload ? { payload } : {})
    heard.push(
      `${method} ${url.replaceAll(typed, '').replaceAll(planted, '')} ${JSON.stringify(answer.headers)} ${answer.text}`,
    )
  }

  it('T10: stay where they are while everything that answers is asked for everything', async () => {
    let turn = 0
    for (const route of app.routes) {
      const url = `/${route.area}/${route.controller}/${route.action}`
      if (url === '/admin/Index/logout' || url.endsWith('/endSession')) continue
      const model = app.models.find((one) => one.controller === route.controller)
      const id = ids.get(model?.id ?? '') ?? 1
      const names = [...new Set([...(model ? secretsOf(model).map((one) => one.name) : []), 'password', 'pin'])]
      const others = ['writer', 'none', 'stranger']
      for (const role of [app.role('super'), app.role(others[turn++ % others.length]!)]) {
        if (methodsOf(route).includes('GET')) {
          for (const query of [
            `id=${id}`,
            `id=${id}&select=1`,
            'isTree=0&limit=100',
            `quickSearch=${planted}`,
            ...names.flatMap((name) => [
              `order=${name},asc`,
              `search[0][field]=${name}&search[0][operator]=LIKE&search[0][val]=canary`,
              `initKey=${name}&initValue=${planted}`,
            ]),
          ])
            await hear(role, 'GET', `${url}?${query}`)
        }
        const secrets = Object.fromEntries((model ? secretsOf(model) : []).map((one) => [one.name, typed]))
        if (methodsOf(route).includes('POST'))
          for (const body of [
            { id, ...secrets },
            { id, version: 99, name: 'x', ...secrets },
            { ...secrets, name: `n ${heard.length}` },
            { id, targetId: 5, ...secrets },
          ])
            await hear(role, 'POST', url, body)
        if (methodsOf(route).includes('DELETE'))
          await hear(role, 'DELETE', `${url}?ids[]=${ids.get('t/secret')}&token=${typed}`)
      }
    }
    expect(heard.length).toBeGreaterThan(1500)
    expect(heard.filter((one) => one.includes(planted) || one.includes(typed)).map((one) => one.slice(0, 200))).toEqual(
      [],
    )
    const quick = await app.send(app.role('super'), 'GET', `/admin/t.secret/index?quickSearch=${planted}`)
    expect(quick.data['total']).toBe(0)
  }, 240_000)

  it('T13: are replaced in the log before it is written', async () => {
    const writer = app.role('writer')
    expect(
      (
        await app.send(writer, 'POST', `/admin/t.secret/add?api_key=${typed}`, {
          payload: { name: 'kept name', pin: `${typed}-pin`, hash: typed, tags: [typed], nested: { pin: typed } },
        })
      ).code,
    ).toBe(1)
    const rows = await app.database.query.selectFrom('admin_log').selectAll().execute()
    // The hash of an entry is private as well, so something was planted there.
    const text = JSON.stringify(rows.map((row) => ({ ...row, hash: null })))
    expect(rows.length).toBeGreaterThan(0)
    expect(text).toContain('kept name')
    expect(text).not.toContain(typed)
    expect(text).not.toContain(planted)
  })

  it('T13: the log shows each account its own entries, and super admins all', async () => {
    const [writer, reader, root] = [app.role('writer'), app.role('reader'), app.role('super')]
    await app.send(root, 'POST', '/admin/t.secret/add', { payload: { name: 'by root' } })
    const grant = await app.database.query
      .selectFrom('admin_rule')
      .select('id')
      .where('name', '=', 'auth/adminLog/index')
      .executeTakeFirstOrThrow()
    expect(Number(grant['id'])).toBeGreaterThan(0)
    const mine = await app.send(reader, 'GET', '/admin/auth.AdminLog/index?limit=100')
    expect((mine.data['list'] as { admin_id: number }[]).every((row) => row.admin_id === reader.id)).toBe(true)
    expect(mine.data['total']).toBe(
      Number(
        (
          await app.database.query
            .selectFrom('admin_log')
            .select((of) => of.fn.countAll<number>().as('n'))
            .where('admin_id', '=', reader.id!)
            .executeTakeFirstOrThrow()
        ).n,
      ),
    )
    const theirs = await app.send(
      reader,
      'GET',
      `/admin/auth.AdminLog/index?search[0][field]=admin_id&search[0][operator]=eq&search[0][val]=${root.id}`,
    )
    expect(theirs.data).toMatchObject({ list: [], total: 0 })
    expect((await app.send(writer, 'GET', '/admin/auth.AdminLog/index')).code).toBe(401)
    const everything = await app.send(root, 'GET', '/admin/auth.AdminLog/index?limit=100')
    expect(
      new Set((everything.data['list'] as { admin_id: number }[]).map((row) => row.admin_id)).size,
    ).toBeGreaterThan(1)
  })
})
