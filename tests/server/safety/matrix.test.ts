/** T20: who gets what at the routes of tables, and T24: what a route must declare. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineRoute, type Route } from '../../../runtime/server/http/route.ts'
import { oneEngine } from '../../support/databases.ts'
import { askImportCells, askMachineCells, askRecordCells, askTableCells, expectRulesMatchRoutes } from './matrix.ts'
import { openTestApp, type TestApp } from './roles.ts'

describe.each(oneEngine)('the role matrix of tables on $name', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(engine)
  })
  afterAll(() => app?.dispose())

  it('T20: answers as expected in every cell', async () => {
    const { wrong, cells } = await askTableCells(app)
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(1000)
  }, 120_000)

  it('T20: opens the routes of a watched import to those who may import', async () => {
    expect(await askImportCells(app)).toEqual([])
  }, 120_000)

  it('T20: answers as expected in every cell of the actions of machines', async () => {
    expect(await askMachineCells(app)).toEqual([])
  }, 120_000)

  it('T20: shows a record with states and its history only to accounts that may list and reach it', async () => {
    expect(await askRecordCells(app)).toEqual([])
  }, 120_000)

  it('S14: every node that a route requires exists as a rule, and every rule of an action is required by a route', () =>
    expectRulesMatchRoutes(app))

  it('names the missing permission and who can grant it, in both languages', async () => {
    const reader = app.role('reader')
    const product = app.models.find((model) => model.id === 'shop/product')!
    const english = await app.send(reader, 'POST', `/admin/${product.controller}/add`, { payload: {} })
    expect(english).toMatchObject({
      status: 200,
      code: 401,
      data: {
        node: 'shop/product/add',
        title: `${product.label.en}: add`,
        ask: expect.arrayContaining(['The super']) as string[],
      },
    })
    expect((english.data['ask'] as string[]).length).toBeLessThanOrEqual(3)
    expect(english.data['ask']).not.toContain('The reader')
    expect(english.data['ask']).not.toContain('The closed')
    expect(english.msg).toContain(`${product.label.en}: add`)
    const chinese = await app.send(reader, 'POST', `/admin/${product.controller}/add`, {
      payload: {},
      headers: { 'think-lang': 'zh-cn' },
    })
    expect(chinese.data['title']).toBe(`${product.label['zh-cn']}-添加`)
    expect(chinese.msg).toMatch(/没有“.+-添加”权限.*The super/)
    expect(JSON.stringify(english.data)).not.toMatch(/password|token|argon/)
  })
})

describe('T24: a declaration of a route', () => {
  const whole: Route = {
    area: 'admin',
    controller: 'x.Y',
    action: 'z',
    method: 'GET',
    login: 'admin',
    node: 'x/y/z',
    handler: () => Promise.resolve({ data: null }),
  }
  it.each(['area', 'controller', 'action', 'method', 'login', 'node', 'handler'] as const)(
    'without %s does not register',
    (part) => {
      const { [part]: _left, ...rest } = whole
      expect(defineRoute(whole)).toBe(whole)
      expect(() => defineRoute(rest as Route)).toThrow('route ')
    },
  )
})
