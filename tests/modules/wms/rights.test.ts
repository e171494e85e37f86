/** T20 and T24 for the warehouse: every role asks every route of its tables and actions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wms } from '../../../generated/wms/index.ts'
import { modules } from '../../../runtime/main.server.ts'
import { allModels, effectsOf, loadModules } from '../../../runtime/server/modules.ts'
import { engines } from '../../support/databases.ts'
import { askMachineCells, askRecordCells, askTableCells, expectRulesMatchRoutes } from '../../server/safety/matrix.ts'
import { openHouse, type House } from '../../server/safety/roles.ts'

describe.each(engines)('the rights of the warehouse on $name', (engine) => {
  let house: House
  beforeAll(async () => {
    const effects = effectsOf(modules, allModels(await loadModules(modules)))
    house = await openHouse(engine, {}, [], (database) => database, { manifests: [wms], effects })
  })
  afterAll(() => house?.dispose())

  it('T20: every role gets the answer its rights and policies say, at every table route', async () => {
    const { wrong, cells } = await askTableCells(house)
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(1000)
  }, 120_000)

  it('T20: every role gets the answer its rights and policies say, at every action of a document', async () => {
    expect(await askMachineCells(house)).toEqual([])
  }, 120_000)

  it('T20: a document and its history are shown to those who may list it and reach it', async () => {
    expect(await askRecordCells(house)).toEqual([])
  }, 120_000)

  it('S14: every node a route asks for exists among the rules, and every rule of an action is asked for by a route', () =>
    expectRulesMatchRoutes(house))

  it('T24: refuses strangers and admins without the right at every route, whatever the method', async () => {
    const open: string[] = []
    const guarded = house.routes.filter((route) => route.login === 'admin' && route.controller.startsWith('wms.'))
    expect(guarded.length).toBeGreaterThan(50)
    for (const { area, controller, action } of guarded) {
      for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'] as const) {
        for (const role of [house.role('stranger'), house.role('none')]) {
          const url = `/${area}/${controller}/${action}`
          const { status, code, text } = await house.send(role, method, url, method === 'POST' ? { payload: {} } : {})
          const isRefused = code === 302 || code === 401 || status === 204 || status === 400 || status === 404
          if (!isRefused) open.push(`${role.name} ${method} ${url}: ${status} ${text.slice(0, 80)}`)
        }
      }
    }
    expect(open).toEqual([])
  }, 120_000)
})
