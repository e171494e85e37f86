/** Clients that say `x-tablewright: 1` may send names that mean something only; others keep the tolerance. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moduleEngines } from '../../support/databases.ts'
import { openWarehouseApp, type WarehouseApp } from './warehouse-app.ts'

describe.each(moduleEngines)('names of requests on $name', (engine) => {
  let app: WarehouseApp
  let token = ''
  let product = 0
  let order = 0
  beforeAll(async () => {
    app = await openWarehouseApp(engine)
    token = await app.running.signIn()
    product = await app.product({ name: 'Rice' })
    order = await app.add('Warehousing', {
      type: 30,
      product_detail: [{ product_id: product, warehouse_shelf_id: app.places.a, plan_quantity: 1 }],
    })
  })
  afterAll(() => app?.dispose())

  const ours = { 'think-lang': 'en', 'x-tablewright': '1' }
  const get = (path: string, headers: Record<string, string> = ours) =>
    app.running.send<Record<string, unknown>>('GET', `/admin/${path}`, { token, headers })
  const post = (path: string, payload: object, headers: Record<string, string> = ours) =>
    app.running.send<Record<string, unknown>>('POST', `/admin/${path}`, { token, headers, payload })
  const errorsOf = ({ data }: { readonly data: Record<string, unknown> }) => data['errors'] as Record<string, string>

  it.each([
    ['wms.Product/index?pgae=2', 'pgae', 'Unknown parameter “pgae”. Did you mean “page”?'],
    ['wms.Product/index?quicksearch=x', 'quicksearch', 'Unknown parameter “quicksearch”. Did you mean “quickSearch”?'],
    ['wms.Product/index?status=1', 'status', 'Unknown parameter “status”.'],
    ['wms.Product/index?order%20by=id', 'order by', 'Unknown parameter “order by”.'],
    [
      'wms.Product/index?search[0][field]=name&search[0][operater]=eq&search[0][val]=x',
      'search.0.operater',
      'Unknown parameter “search.0.operater”. Did you mean “operator”?',
    ],
    ['wms.Product/edit?id=1&di=2', 'di', 'Unknown parameter “di”. Did you mean “id”?'],
    ['wms.Product/export?fromat=csv', 'fromat', 'Unknown parameter “fromat”. Did you mean “format”?'],
    ['wms.Warehousing/history?id=1&entyr=2', 'entyr', 'Unknown parameter “entyr”. Did you mean “entry”?'],
    ['notification.Index/index?unraed=1', 'unraed', 'Unknown parameter “unraed”. Did you mean “unread”?'],
    ['Index/index?x=1', 'x', 'Unknown parameter “x”.'],
  ])('%s is refused, naming the parameter', async (path, name, msg) => {
    const answer = await get(path)
    expect(answer).toMatchObject({ status: 200, code: 0, msg, data: { reason: 'bad_query' } })
    expect(errorsOf(answer)).toEqual({ [name]: msg })
    expect(await get(path, { 'think-lang': 'en' })).not.toMatchObject({ msg })
  })

  it('a field that a list does not show is refused in the same words, whether it exists or not', async () => {
    const list = (query: string) => get(`wms.Product/index?${query}`)
    const filter = (name: string) => list(`search[0][field]=${name}&search[0][operator]=eq&search[0][val]=1`)
    expect(await filter('nmae')).toMatchObject({
      code: 0,
      msg: 'This list has no field “nmae”. Did you mean “name”?',
      data: { reason: 'bad_query' },
    })
    for (const name of ['deletetime', 'nothing'])
      expect(await filter(name)).toMatchObject({ msg: `This list has no field “${name}”.` })
    expect((await list('order=pirce,desc')).msg).toBe('This list has no field “pirce”. Did you mean “price”?')
    expect((await list('initKey=idd&initValue=1')).msg).toBe('This list has no field “idd”. Did you mean “id”?')
    expect(await list(`initKey=product.id&initValue=${product}`)).toMatchObject({ code: 1 })
  })

  it.each([
    ['wms.Unit/add', { name: 'x', decimal: 0 }, 'decimal', 'decimals'],
    ['wms.Unit/edit', { id: 1, nmae: 'x' }, 'nmae', 'name'],
    ['wms.Warehousing/audit', { id: 1, verison: 2 }, 'verison', 'version'],
    ['wms.Product/restore', { ids: [1], idss: [2] }, 'idss', 'ids'],
    ['wms.Category/sortable', { move: 1, taget: 2, direction: 'up' }, 'taget', 'target'],
    ['notification.Index/readall', { untill: 3 }, 'untill', 'until'],
    ['auth.Admin/add', { username: 'a', pasword: 'b' }, 'pasword', 'password'],
  ])('%s with %j is refused and changes nothing', async (path, body, name, nearest) => {
    const before = await app.rows('wms_unit')
    const answer = await post(path, body)
    const msg = `Unknown input “${name}”. Did you mean “${nearest}”?`
    expect(answer).toMatchObject({ code: 0, msg, data: { reason: 'invalid' } })
    expect(errorsOf(answer)).toEqual({ [name]: msg })
    expect(await app.rows('wms_unit')).toEqual(before)
  })

  it('names the place of an unknown name in a line, and many of them at once', async () => {
    const line = { product_id: product, warehouse_shelf_id: app.places.a, plan_quantty: 1 }
    const answer = await post('wms.Warehousing/add', { type: 30, product_detail: [line], typo: 1 })
    expect(Object.keys(errorsOf(answer))).toEqual(['product_detail.0.plan_quantty', 'typo'])
    expect(answer.msg).toBe('Unknown input “product_detail.0.plan_quantty”. Did you mean “plan_quantity”?')
  })

  it('takes rows as they were sent, and what clients of BuildAdmin send along', async () => {
    const { row } = (await get(`wms.Warehousing/edit?id=${order}&uuid=1-2&_=3`)).data as { row: object }
    expect(await post('wms.Warehousing/edit', { ...row, uuid: 'x', _: 1 })).toMatchObject({ code: 1 })
    for (const controller of ['wms.Product', 'wms.Warehouse', 'auth.Group', 'auth.Rule', 'auth.Admin']) {
      const { list } = (await get(`${controller}/index`)).data as { list: { id: number }[] }
      const id = controller === 'wms.Product' ? product : list[0]!.id
      const read = (await get(`${controller}/edit?id=${id}`)).data as { row: object }
      const rows = [list.find((row) => row.id === id), read.row]
      for (const echo of rows)
        expect((await post(`${controller}/edit`, echo ?? {})).msg, controller).not.toMatch(/Unknown input/)
    }
  })

  it('leaves the tolerance to other clients', async () => {
    const theirs = { 'think-lang': 'en' }
    expect(await get('wms.Product/index?pgae=2&server=1', theirs)).toMatchObject({ code: 1 })
    expect(await post('wms.Unit/edit', { id: app.places.unit, colour: 'red' }, theirs)).toMatchObject({ code: 1 })
  })
})
