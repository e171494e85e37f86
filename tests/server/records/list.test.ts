import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create } from '../../../runtime/server/records/create.ts'
import { read } from '../../../runtime/server/records/read.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'
import { ids, index, maker, query, refusal, scopeOn, thing } from './scope.ts'

const branch = tableModel('t/branch', { title: 'region', fields: [field('region', 'region', { maxLength: 6 })] })

describe.each(engines)('the list on $name', (engine) => {
  let database: TestDatabase
  let scope: Scope
  const names = ['Bolt M8', 'bolt m6', '螺丝 100%', 'a_b', 'a\\b', 'Ωmega', '']
  beforeAll(async () => {
    database = await engine.open([maker, thing, branch])
    scope = scopeOn(database, [maker, thing, branch])
    for (const name of ['Acme', 'Bell', 'Gone']) await create(scope, maker, { name, secret: 'canary' })
    await create(scope, thing, {
      name: names[0],
      code: '85123A',
      price: '12.50',
      count: 5,
      seen: '2025-01-31 23:00:00',
      status: 10,
      maker_id: 1,
      tags: ['red', 'blue'],
      sizes: [1, 2],
      list: 'a,bb,c',
      secret: 'canary',
    })
    await create(scope, thing, {
      name: names[1],
      code: '85123a',
      price: '-3.05',
      count: -5,
      seen: '2025-02-01 00:00:00',
      status: 20,
      maker_id: 2,
      tags: ['red'],
      sizes: [3],
      day: '2025-01-31',
    })
    await create(scope, thing, { name: names[2], code: 'x', price: '0.07', count: 50, flavour: 'sour', maker_id: 3 })
    for (const name of names.slice(3, 6)) await create(scope, thing, { name, status: '' })
    await database.write((trx) =>
      trx.updateTable('t_maker').set({ deletetime: 5 }).where('name', '=', 'Gone').execute(),
    )
  })
  afterAll(() => database?.dispose())

  it('answers a page with its total, newest first as the table wants it', async () => {
    const data = await index(scope, thing, 'limit=2')
    expect(data).toMatchObject({ total: 6, remark: '' })
    expect(data).not.toHaveProperty('more')
    expect(data.list.map((row) => row['id'])).toEqual([6, 5])
    expect(await ids(scope, thing, 'limit=2&page=3')).toEqual([2, 1])
  })

  it('puts the options first that the typed text names exactly', async () => {
    // "x" is in several names and is the code of one record, which is not among the newest.
    for (const name of ['xx', 'box', 'fox']) await create(scope, thing, { name })
    const options = async (raw: string) =>
      (await index(scope, thing, `select=true&limit=2&${raw}`)).list.map((row) => row['name'])
    // It comes in addition, so that the next page begins where this one ends.
    expect(await options('quickSearch=x')).toEqual([names[2], 'fox', 'box'])
    expect(await options('quickSearch=x&page=2')).toEqual(['xx', names[2]])
    expect(await options('quickSearch=box')).toEqual(['box'])
    expect(await options('quickSearch=x&search[0][field]=price&search[0][operator]=gt&search[0][val]=1')).toEqual([])
    const gone = (await index(scope, thing, 'quickSearch=fox')).list.map((row) => Number(row['id']))
    await database.write((trx) => trx.deleteFrom('t_thing').where('name', 'in', ['xx', 'box', 'fox']).execute())
    expect(gone).toHaveLength(1)
  })

  it.each([
    ['Asia/Beirut', '2024-03-31', '2024-03-30T22:00:00Z', 23],
    ['Asia/Beirut', '2024-10-26', '2024-10-25T21:00:00Z', 25],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', 0],
  ])('finds the moments of a day in %s on %s', async (timeZone, day, from, hours) => {
    const start = Date.parse(from) / 1000
    const moments = [start - 1, start, start + hours * 1800, start + hours * 3600 - 1, start + hours * 3600]
    const site = { ...scope, settings: { ...scope.settings, timeZone } }
    for (const seen of moments) await create(site, thing, { name: 'moment', seen })
    const counted = async (values: string, operator = 'RANGE') =>
      (
        await index(
          site,
          thing,
          `quickSearch=moment&limit=100&search[0][field]=seen&search[0][operator]=${operator}&${values}`,
        )
      ).list.length
    const inside = moments.filter((seen) => seen >= start && seen < start + hours * 3600).length
    for (const values of [
      `search[0][val]=${day},${day}`,
      `search[0][val]=${day} 00:00:00,${day} 23:59:59`,
      `search[0][val][0]=${day}&search[0][val][1]=${day}`,
    ])
      expect(await counted(encodeURI(values)), values).toBe(inside)
    expect(await counted(encodeURI(`search[0][val]=${day},${day}`), 'NOT%20RANGE')).toBe(moments.length - inside)
    await database.write((trx) => trx.deleteFrom('t_thing').where('name', '=', 'moment').execute())
  })

  it('sends values as the wire has them, with relations as nested objects and nothing private', async () => {
    const {
      list: [row],
    } = await index(scope, thing, 'initValue=1')
    expect(row).toMatchObject({
      id: 1,
      price: '12.50',
      maker_id: 1,
      maker: { id: 1, name: 'Acme' },
      tags: ['red', 'blue'],
      facts: {},
      note: '',
      status: 10,
      version: 1,
      total: '0.000',
      weigh: 1,
    })
    expect(JSON.stringify(row)).not.toContain('canary')
    expect(Object.keys(row!)).not.toContain('deletetime')
    expect((await index(scope, thing, 'initValue=3')).list[0]!['maker']).toEqual({ id: 3, name: 'Gone', deleted: true })
    expect((await index(scope, thing, 'initValue=4')).list[0]!['maker']).toBeNull()
    expect((await read(scope, thing, '1')).row).toEqual(row)
  })

  it.each<[string, number[]]>([
    ['search[0][field]=code&search[0][operator]=eq&search[0][val]=85123A', [1]],
    ['search[0][field]=code&search[0][operator]=eq&search[0][val]=%E2%80%8B85123A%C2%A0', [1]],
    ['search[0][field]=code&search[0][operator]=LIKE&search[0][val]=+85123A%E2%80%8B', [1, 2]],
    ['search[0][field]=code&search[0][operator]=IN&search[0][val]=+85123A,%C2%A0', [1]],
    ['initKey=code&initValue=85123A+', [1]],
    ['quickSearch=%C2%A085123A%E2%80%8B', [1, 2]],
    ['search[0][field]=code&search[0][operator]=eq&search[0][val]=', [4, 5, 6]],
    ['search[0][field]=code&search[0][operator]=ne&search[0][val]=85123A', [2, 3, 4, 5, 6]],
    ['search[0][field]=status&search[0][operator]=%3D&search[0][val]=20', [2]],
    ['search[0][field]=price&search[0][operator]=gt&search[0][val]=0.065', [1, 3]],
    ['search[0][field]=price&search[0][operator]=lt&search[0][val]=-3.049', [2]],
    ['search[0][field]=price&search[0][operator]=eq&search[0][val]=12.505', []],
    ['search[0][field]=price&search[0][operator]=LIKE&search[0][val]=-3.05', [2]],
    ['search[0][field]=price&search[0][operator]=LIKE&search[0][val]=0.0', [3]],
    ['search[0][field]=price&search[0][operator]=RANGE&search[0][val]=0,12.5', [1, 3]],
    ['search[0][field]=price&search[0][operator]=RANGE&search[0][val]=,0', [2]],
    ['search[0][field]=price&search[0][operator]=NOT RANGE&search[0][val]=0,1', [1, 2]],
    ['search[0][field]=price&search[0][operator]=NOT RANGE&search[0][val]=1,', [2, 3]],
    ['search[0][field]=price&search[0][operator]=RANGE&search[0][val]=,', [1, 2, 3, 4, 5, 6]],
    ['search[0][field]=count&search[0][operator]=LIKE&search[0][val]=5', [1, 2, 3]],
    ['search[0][field]=count&search[0][operator]=IN&search[0][val]=5,50,999', [1, 3]],
    ['search[0][field]=count&search[0][operator]=IN&search[0][val][]=5&search[0][val][]=-5', [1, 2]],
    ['search[0][field]=count&search[0][operator]=NOT IN&search[0][val]=5,50', [2]],
    ['search[0][field]=count&search[0][operator]=NULL&search[0][val]=true', [4, 5, 6]],
    ['search[0][field]=count&search[0][operator]=NOT NULL&search[0][val]=true', [1, 2, 3]],
    ['search[0][field]=name&search[0][operator]=LIKE&search[0][val]=BOLT', [1, 2]],
    ['search[0][field]=name&search[0][operator]=LIKE&search[0][val]=%25', [3]],
    ['search[0][field]=name&search[0][operator]=LIKE&search[0][val]=_', [4]],
    ['search[0][field]=name&search[0][operator]=LIKE&search[0][val]=%5C', [5]],
    ['search[0][field]=name&search[0][operator]=LIKE&search[0][val]=ω', []],
    ['search[0][field]=name&search[0][operator]=NOT LIKE&search[0][val]=bolt', [3, 4, 5, 6]],
    ['search[0][field]=note&search[0][operator]=NOT LIKE&search[0][val]=bolt', [1, 2, 3, 4, 5, 6]],
    ['search[0][field]=list&search[0][operator]=FIND_IN_SET&search[0][val]=bb', [1]],
    ['search[0][field]=list&search[0][operator]=FIND_IN_SET&search[0][val]=b', []],
    ['search[0][field]=list&search[0][operator]=FIND_IN_SET&search[0][val][]=a&search[0][val][]=c', [1]],
    ['search[0][field]=list&search[0][operator]=FIND_IN_SET&search[0][val]=a,bb', []],
    ['search[0][field]=tags&search[0][operator]=FIND_IN_SET&search[0][val]=red', [1, 2]],
    ['search[0][field]=tags&search[0][operator]=FIND_IN_SET&search[0][val][]=red&search[0][val][]=blue', [1]],
    ['search[0][field]=tags&search[0][operator]=IN&search[0][val]=blue,green', [1]],
    ['search[0][field]=tags&search[0][operator]=NOT IN&search[0][val]=blue', [2, 3, 4, 5, 6]],
    ['search[0][field]=tags&search[0][operator]=eq&search[0][val]=red,blue', [1]],
    ['search[0][field]=sizes&search[0][operator]=FIND_IN_SET&search[0][val]=3', [2]],
    ['search[0][field]=flavour&search[0][operator]=ne&search[0][val]=sour', [1, 2, 4, 5, 6]],
    ['search[0][field]=maker_id&search[0][operator]=eq&search[0][val]=0', [4, 5, 6]],
    ['search[0][field]=maker_id&search[0][operator]=ne&search[0][val]=1', [2, 3]],
    ['search[0][field]=maker.name&search[0][operator]=LIKE&search[0][val]=e', [1, 2, 3]],
    ['search[0][field]=maker.id&search[0][operator]=eq&search[0][val]=2', [2]],
    [
      'search[0][field]=seen&search[0][operator]=RANGE&search[0][render]=datetime&search[0][val]=2025-01-01,2025-01-31',
      [1],
    ],
    [
      'search[0][field]=seen&search[0][operator]=RANGE&search[0][render]=datetime&search[0][val]=2025-01-01 ' +
        '00:00:00,2025-02-01 00:00:00',
      [1, 2],
    ],
    [
      'search[0][field]=seen&search[0][operator]=NOT RANGE&search[0][render]=datetime&search[0][val]=2025-01-01,' +
        '2025-01-31',
      [2],
    ],
    [
      'search[0][field]=seen&search[0][operator]=RANGE&search[0][render]=datetime&search[0][val]=2025-01-01',
      [1, 2, 3, 4, 5, 6],
    ],
    ['search[0][field]=seen&search[0][operator]=eq&search[0][render]=datetime&search[0][val]=2025-02-01 00:00:00', [2]],
    ['search[0][field]=day&search[0][operator]=RANGE&search[0][val]=2025-01-31,', [2]],
    ['search[0][field]=name&search[0][operator]=eq', [1, 2, 3, 4, 5, 6]],
    ['quickSearch=BOLT', [1, 2]],
    ['quickSearch=%25', [3]],
    ['quickSearch=85123a', [1, 2]],
    ['initKey=code&initValue=x', [3]],
    ['initKey=thing.id&initValue[]=1&initValue[]=2', [1, 2]],
    ['initKey=count&initOperator=gt&initValue=4', [1, 3]],
    ['initKey=code&initValue=', [1, 2, 3, 4, 5, 6]],
    ['parentRowId=1', [1, 2, 3, 4, 5, 6]],
  ])('finds by %s', async (raw, expected) => {
    expect(await ids(scope, thing, `order=id,asc&${raw}`)).toEqual(expected)
  })

  it('orders with no value first going up and last going down, ties by id in the same direction', async () => {
    expect(await ids(scope, thing, 'order=count,asc')).toEqual([4, 5, 6, 2, 1, 3])
    expect(await ids(scope, thing, 'order=count,desc')).toEqual([3, 1, 2, 6, 5, 4])
    expect(await ids(scope, thing, 'order=maker.name,asc')).toEqual([4, 5, 6, 1, 2, 3])
    expect(await ids(scope, thing, 'order=maker.name,desc&limit=2')).toEqual([3, 2])
  })

  it.each([
    'count&search[0][operator]=eq&search[0][val]=1e3',
    'count&search[0][operator]=gt&search[0][val]=',
    'price&search[0][operator]=gt&search[0][val]=0x10',
    'status&search[0][operator]=eq&search[0][val]=on',
    'seen&search[0][operator]=RANGE&search[0][val]=2025-02-30,',
    'count&search[0][operator]=RANGE&search[0][val]=1,2,3',
    'count&search[0][operator]=eq&search[0][val][]=1&search[0][val][]=2',
    'count&search[0][operator]=eq&search[0][val]=9007199254740993',
    'tags&search[0][operator]=gt&search[0][val]=a',
    'facts&search[0][operator]=IN&search[0][val]=a',
  ])('refuses a value that does not fit, naming the field: %s', async (raw) => {
    const name = raw.slice(0, raw.indexOf('&'))
    const refused = await refusal(index(scope, thing, `search[0][field]=${raw}`))
    expect(refused.code).toBe('bad_query')
    expect(Object.keys(refused.details.errors!)).toEqual([name])
  })

  it('refuses hidden and absent fields in the same words at every entry', async () => {
    const entries = (name: string) => [
      `search[0][field]=${name}&search[0][operator]=eq&search[0][val]=x`,
      `order=${name},asc`,
      `initKey=${name}&initValue=1`,
      `initKey=${name}`,
      `select=true&order=${name}`,
      `isTree=0&search[0][field]=${name}&search[0][operator]=NULL&search[0][val]=1`,
    ]
    const answers = new Set<string>()
    for (const name of [
      'secret',
      'nothing',
      'deletetime',
      'maker.secret',
      'maker.nothing',
      'maker.version',
      'a.b.c',
      '__proto__',
      'constructor',
      't.secret',
      'thing.secret',
      'maker_id.secret',
    ]) {
      for (const raw of entries(name)) {
        const refused = await refusal(() => index(scope, thing, raw))
        answers.add(
          JSON.stringify([refused.code, refused.details, refused.messageIn('en'), refused.messageIn('zh-cn')]),
        )
      }
    }
    expect(answers.size).toBe(1)
  })

  it('offers a select list with its total', async () => {
    const data = await index(scope, thing, 'select=true&quickSearch=bolt')
    expect(data.total).toBe(2)
    expect(data.list[0]).toEqual({ id: 2, name: 'bolt m6', code: '85123a' })
  })

  it('does not show deleted rows', async () => {
    const { id } = await create(scope, thing, { name: 'soon gone' })
    await remove(scope, thing, [String(id)])
    expect(await ids(scope, thing, 'quickSearch=soon')).toEqual([])
    expect((await refusal(read(scope, thing, id))).code).toBe('not_found')
    expect((await refusal(read(scope, thing, '1e3'))).code).toBe('not_found')
  })

  it('stops counting at ten thousand unless the exact figure is asked for', async () => {
    await database.write(async (trx) => {
      for (let part = 0; part < 101; part++)
        await trx
          .insertInto('t_maker')
          .values(Array.from({ length: 100 }, (_, at) => ({ name: `m${part}-${at}` })))
          .execute()
    })
    expect(await index(scope, maker, 'limit=1')).toMatchObject({ total: 10_000, more: true })
    expect(await index(scope, maker, 'limit=1&exact=1')).toMatchObject({ total: 10_102 })
    expect(await index(scope, maker, 'quickSearch=m0-')).toMatchObject({ total: 100 })
    // Options are counted up to 2,000, further once a client has come half-way there.
    for (const part of ['select=true', 'select=true&quickSearch=m', 'select=true&limit=100&page=10'])
      expect(await index(scope, maker, part)).toMatchObject({ total: 2000, more: true })
    expect(await index(scope, maker, 'select=true&quickSearch=m1-')).toMatchObject({ total: 100 })
    expect(await index(scope, maker, 'select=true&quickSearch=m1-')).not.toHaveProperty('more')
    expect(await index(scope, maker, 'select=true&limit=100&page=11')).toMatchObject({ total: 10_000, more: true })
    expect(query('exact=1').exact).toBe(true)
  })

  it('finds everything in a region by the range of its codes', async () => {
    const codes = ['330106', '330100', '330000', '331000', '110101', '']
    for (const region of codes) await create(scope, branch, { region })
    for (const region of ['33010', '3301066', '030106', '3301O6', 330_106])
      expect(await refusal(create(scope, branch, { region }))).toMatchObject({ code: 'invalid' })
    const inRange = (val: string) =>
      ids(scope, branch, `order=id,asc&search[0][field]=region&search[0][operator]=RANGE&search[0][val]=${val}`)
    expect(await inRange('330000,339999')).toEqual([1, 2, 3, 4])
    expect(await inRange('330100,330199')).toEqual([1, 2])
    expect(await inRange('330106,330106')).toEqual([1])
  })
})
