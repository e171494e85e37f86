/** T75: whichever statement of whichever route fails, the answer tells nothing of it, and nothing is half done. */
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Tables } from '../../../../runtime/server/db/index.ts'
import { methodsOf, type Route } from '../../../../runtime/server/http/route.ts'
import { engines, type TestDatabase } from '../../../support/databases.ts'
import { openTestApp, type TestApp } from '../roles.ts'

const canary = 'select "password" from "admin" where 1 = 1; at /srv/tablewright/app/db.ts:12:7'

/** A database whose n-th statement fails; 0 = none. */
function failing(database: TestDatabase): Database & { failAt(nth: number): void; readonly failed: boolean } {
  let left = 0
  let failed = false
  const hit = (): void => {
    if (left === 0 || --left > 0) return
    failed = true
    throw Object.assign(new Error(canary), {
      stack: `Error: ${canary}\n    at run (/srv/tablewright/app/db.ts:12:7)`,
      detail: canary,
      table: 'admin',
      query: canary,
    })
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      hit()
      return Promise.resolve(result)
    },
  }
  const count = <T>(work: () => Promise<T>): Promise<T> => {
    hit()
    return work()
  }
  return {
    adapter: database.adapter,
    place: database.place,
    query: (database.query as Kysely<Tables>).withPlugin(plugin),
    write: (work) => database.write((trx) => work((trx as Kysely<Tables>).withPlugin(plugin))),
    writeUnchecked: (work) => database.writeUnchecked((trx) => work((trx as Kysely<Tables>).withPlugin(plugin))),
    writeApart: (trx, work) => database.writeApart(trx, (apart) => work((apart as Kysely<Tables>).withPlugin(plugin))),
    afterCommit: (work) => database.afterCommit(work),
    page: async (request) => count(() => database.page(request)),
    rows: async (statement, weight, limits) => count(() => database.rows(statement, weight, limits)),
    exportRows: (request) => database.exportRows(request),
    version: () => database.version(),
    commitVersion: () => database.commitVersion(),
    modelVersion: database.modelVersion,
    refreshStorage: () => database.refreshStorage(),
    checkModel: () => database.checkModel(),
    search: database.search,
    topics: database.topics,
    backup: () => database.backup(),
    runAlone: (statement) => database.runAlone(statement),
    optimize: (table) => database.optimize(table),
    close: () => database.close(),
    failAt(nth) {
      left = nth
      failed = false
    },
    get failed() {
      return failed
    },
  }
}

describe.each(engines)('failures on $name', (engine) => {
  let app: TestApp
  let store: ReturnType<typeof failing>
  beforeAll(async () => {
    app = await openTestApp(engine, {}, [], (database) => (store = failing(database)))
  })
  afterAll(() => app?.dispose())

  /** Requests that get as far as they can. */
  const requests = async (
    route: Route,
  ): Promise<readonly { method: 'GET' | 'POST' | 'DELETE'; url: string; payload?: object }[]> => {
    const url = `/${route.area}/${route.controller}/${route.action}`
    const model = app.models.find((one) => one.controller === route.controller && one.storage === 'table')
    const ids =
      model && model.module !== 'system' ? [await app.insert(model, 101), await app.insert(model, 101)] : [1, 2]
    return methodsOf(route).map((method) => ({
      method,
      url: method === 'GET' ? `${url}?id=${ids[0]}&limit=2` : method === 'DELETE' ? `${url}?ids[]=${ids[0]}` : url,
      ...(method === 'POST' && {
        payload: {
          id: ids[0],
          targetId: ids[1],
          name: `named ${Math.random()}`,
          product_no: `p${Math.random()}`,
          serial_no: `s${Math.random()}`,
          warehouse_id: ids[0],
          username: 'reader',
          password: 'Wrong-2026',
        },
      }),
    }))
  }

  it('T75: bodies contain no stack, statement or path; the next request is served', async () => {
    const bodies: string[] = []
    const statuses = new Set<number>()
    for (const route of app.routes.filter(({ action }) => action !== 'logout' && action !== 'endSession')) {
      for (const { method, url, payload } of await requests(route)) {
        for (let nth = 1; nth <= 25; nth++) {
          store.failAt(nth)
          // A file that breaks off has no answer any more: its connection is cut.
          const answer = await app
            .send(app.role('super'), method, url, payload ? { payload } : {})
            .catch(() => ({ status: 500, headers: {}, text: '' }))
          const { failed } = store
          store.failAt(0)
          if (!failed) break
          statuses.add(answer.status)
          bodies.push(`${method} ${url} ${nth}: ${JSON.stringify(answer.headers)} ${answer.text}`)
        }
      }
    }
    expect(bodies.length).toBeGreaterThan(300)
    expect(bodies.filter((body) => /select|password"|srv|\.ts:|stack|detail|where 1/i.test(body))).toEqual([])
    // What is done beside an answer (how long a table is, when a session was seen) may fail without it.
    expect([...statuses].filter((status) => ![500, 200].includes(status))).toEqual([])
    expect(statuses).toContain(500)
    expect((await app.send(app.role('super'), 'GET', '/admin/shop.Unit/index')).code).toBe(1)
  }, 120_000)

  it('T75: a write that failed anywhere left nothing behind', async () => {
    const count = async (table: string): Promise<number> =>
      Number(
        (
          await app.database.query
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const before = [await count('shop_unit'), await count('admin_log')]
    for (let nth = 1; nth <= 25; nth++) {
      store.failAt(nth)
      const answer = await app.send(app.role('super'), 'POST', '/admin/shop.Unit/add', {
        payload: { name: 'half done' },
      })
      const { failed } = store
      store.failAt(0)
      if (!failed) {
        expect(answer.code).toBe(1)
        break
      }
      expect(answer.status).toBe(500)
      expect([await count('shop_unit'), await count('admin_log')]).toEqual(before)
    }
    expect([await count('shop_unit'), await count('admin_log')]).toEqual(before.map((one) => one + 1))
  })
})
