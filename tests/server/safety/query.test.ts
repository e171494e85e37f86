/**
 * T01, T11: at every door of every table a field that is hidden and one that is not there are refused in the same
 * bytes, before any of them reaches the database.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { operators, type TableModel } from 'tablewright/protocol'
import { engines } from '../../support/databases.ts'
import { openTestApp, type TestApp, type Role } from './roles.ts'
import { secretLink, secret } from './secrets.ts'

const absent = ['nothing', '__proto__', 'id.name', "name' or 1=1 --"]

/** Every way a list, a choice or an export can be asked about a field. */
function questions(model: TableModel, name: string): readonly string[] {
  const field = encodeURIComponent(name)
  const doors = [
    'index?',
    'index?select=1&',
    ...(model.tree ? ['index?isTree=0&'] : []),
    ...(model.actions.includes('export') ? ['export?'] : []),
  ]
  const searches = operators.map(
    (operator) => `search[0][field]=${field}&search[0][operator]=${encodeURIComponent(operator)}&search[0][val]=1`,
  )
  const others = ['asc', 'desc']
    .map((direction) => `order=${field},${direction}`)
    .concat(`initKey=${field}&initValue=1`, `initKey=${field}&initValue[]=1&initValue[]=2&initOperator=ne`)
  return doors.flatMap((door) =>
    [...searches, ...others].map((question) => `/admin/${model.controller}/${door}${question}`),
  )
}

describe.each(engines)('hidden fields on $name', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(engine, {}, [secret, secretLink])
    await app.database.write((trx) =>
      trx
        .insertInto('t_secret')
        .values(
          Array.from({ length: 40 }, (_one, at) => ({
            name: `n${at}`,
            pin: `pin-${at}`,
            hash: `h${at}`,
            version: 1,
            weigh: at,
          })),
        )
        .execute(),
    )
  })
  afterAll(() => app?.dispose())

  const told = async (role: Role, url: string): Promise<string> => {
    const { status, text, headers } = await app.send(role, 'GET', url)
    const [type, length] = [String(headers['content-type']), String(headers['content-length'])]
    return `${status} ${type} ${length} ${text.replace(/"time":\d+/, '')}`
  }

  it('T01: of every table are refused like absent ones, by every operator at every entrance', async () => {
    const said = new Map<string, string>()
    let asked = 0
    // None of these questions reaches the database: the tables of this test show that for the second engine as well.
    const tables = app.database.adapter.embedded ? app.models : [secret, secretLink]
    for (const model of tables.filter((table) => table.actions.includes('index'))) {
      // BuildAdmin's clients search deleted data as far as it is shown to them (tests/modules/member/wire.test.ts).
      const isShown = (name: string): boolean => model.controller === 'security.DataRecycleLog' && name === 'data'
      const hidden = model.fields.filter((field) => field.private && !isShown(field.name)).map((field) => field.name)
      for (const role of [app.role('super'), app.role('reader')]) {
        if (!role.super && !role.holds(`${model.page}/index`.toLowerCase())) continue
        for (const name of [...hidden, ...absent]) {
          const all = questions(model, name).slice(0, role.super ? undefined : operators.length + 4)
          // One table is asked everything, the others a part each: which part, changes from name to name.
          const part = model === secret ? all : all.filter((_url, index) => (index + asked) % 4 === 0)
          for (const url of part) {
            said.set(await told(role, url), url)
            asked++
          }
        }
      }
    }
    expect(asked).toBeGreaterThan(app.database.adapter.embedded ? 1500 : 200)
    expect([...said]).toEqual([
      [expect.stringContaining('"reason":"bad_query"') as string, expect.any(String) as string],
    ])
  }, 120_000)

  it('T01: naming a field beside a record changes nothing in the answer', async () => {
    const { id } = await app.database.query.selectFrom('t_secret').select('id').orderBy('id').executeTakeFirstOrThrow()
    const plain = await told(app.role('super'), `/admin/t.secret/edit?id=${String(id)}`)
    expect(plain).toContain('"name":"n0"')
    for (const more of ['field=pin', 'fields[]=pin', 'field=*', 'select=pin', 'with=pin', 'columns=name,pin'])
      expect(await told(app.role('super'), `/admin/t.secret/edit?id=${String(id)}&${more}`)).toBe(plain)
  })

  it('T01: what is shown is answered at the same entrances', async () => {
    // Operators that compare sizes refuse words, and "ne" refuses a list of values.
    const asked = questions(secret, 'name').filter(
      (url) => !/\[operator\]=(e?gt|e?lt|.*RANGE)&|initOperator=ne/.test(url),
    )
    expect(asked.length).toBeGreaterThan(20)
    for (const url of asked) {
      const { status, text } = await app.send(app.role('super'), 'GET', url)
      expect([status, text.startsWith('{"code":1') || url.includes('/export?')], url).toEqual([200, true])
      expect(text).not.toContain('bad_query')
    }
  })

  it('T11: quick search finds nothing by them and counts nothing', async () => {
    for (const door of ['index?', 'index?select=1&', 'index?exact=1&']) {
      for (const text of ['pin-1', 'pin', 'h1', '-']) {
        const { data } = await app.send(app.role('super'), 'GET', `/admin/t.secret/${door}quickSearch=${text}`)
        expect(data, `${door}${text}`).toMatchObject({ list: [], total: 0 })
      }
    }
    expect((await app.send(app.role('super'), 'GET', '/admin/t.secret/index?quickSearch=n39')).data['total']).toBe(1)
  })

  it('T11: no attempt reveals which of them exists, and neither reaches the database', async () => {
    const root = app.role('super')
    const rows = vi.spyOn(app.database, 'rows')
    const page = vi.spyOn(app.database, 'page')
    const urls = (name: string): readonly string[] => [
      `order=${name},asc`,
      ...[...'abcdefgh'].map((val) => `search[0][field]=${name}&search[0][operator]=LIKE&search[0][val]=${val}`),
    ]
    const bytes = new Set<string>()
    for (const name of ['pin', 'nil'])
      for (const url of urls(name)) bytes.add(await told(root, `/admin/t.secret/index?${url}`))
    expect(bytes.size).toBe(1)
    // The time they take is measured in tests/bench; it cannot differ by a statement that none of them runs.
    expect([rows.mock.calls, page.mock.calls]).toEqual([[], []])
    await told(root, '/admin/t.secret/index?order=name,asc')
    expect(page).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  })
})
