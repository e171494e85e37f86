/** T20 and T24 for the warehouse: every role asks every route of its tables and actions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wms } from '#generated/wms/index.ts'
import { server } from '../../../runtime/main.server.ts'
import { allModels, effectsOf, loadModules } from '../../../runtime/server/modules.ts'
import { oneEngine } from '../../support/databases.ts'
import { askMachineCells, askRecordCells, askTableCells, expectRulesMatchRoutes } from '../../server/safety/matrix.ts'
import { openTestApp, type TestApp } from '../../server/safety/roles.ts'

describe.each(oneEngine)('the rights of the warehouse on $name', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const effects = effectsOf(server.modules, allModels(await loadModules(server.modules)))
    app = await openTestApp(engine, {}, [], (database) => database, { manifests: [wms], effects })
  })
  afterAll(() => app?.dispose())

  it('T20: every role gets the answer of its rights and policies at every table route', async () => {
    const { wrong, cells } = await askTableCells(app)
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(1000)
  }, 120_000)

  it('T20: every role gets the answer of its rights and policies at every document action', async () => {
    expect(await askMachineCells(app)).toEqual([])
  }, 120_000)

  it('T20: a document and its history are shown to accounts that may list and reach it', async () => {
    expect(await askRecordCells(app)).toEqual([])
  }, 120_000)

  it('S14: every node that a route requires exists as a rule, and every rule of an action is required by a route', () =>
    expectRulesMatchRoutes(app))

  it('T24: refuses strangers and admins without the right at every route, whatever the method', async () => {
    const open: string[] = []
    const guarded = app.routes.filter((route) => route.login === 'admin' && route.controller.startsWith('wms.'))
    expect(guarded.length).toBeGreaterThan(50)
    for (const { area, controller, action } of guarded) {
      for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'] as const) {
        for (const role of [app.role('stranger'), app.role('none')]) {
          const url = `/${area}/${controller}/${action}`
          const { status, code, text } = await app.send(role, method, url, method === 'POST' ? { payload: {} } : {})
          const isRefused = code === 302 || code === 401 || status === 204 || status === 400 || status === 404
          if (!isRefused) open.push(`${role.name} ${method} ${url}: ${status} ${text.slice(0, 80)}`)
        }
      }
    }
    expect(open).toEqual([])
  }, 120_000)
})
