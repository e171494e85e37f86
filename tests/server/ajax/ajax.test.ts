/** The small calls that both dialects make: regions, icons of file types, what tables are made of. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../support/databases.ts'
import { openTestApp, type TestApp } from '../access/access-app.ts'
import type { RegionOption } from '../../../runtime/server/routes/lookups/regions.ts'

describe.each(engines)('small calls on $name', (engine) => {
  let app: TestApp
  let viewer: number
  beforeAll(async () => {
    app = await openTestApp(engine)
    viewer = await app.account('viewer', [await app.group('viewers', ['shop/brand/index'])])
  })
  afterAll(() => app?.dispose())

  describe('regions', () => {
    const ask = async (query: string, area = 'api'): Promise<readonly RegionOption[]> => {
      const url = `/${area}/ajax/area?${query}`
      const { code, data } =
        area === 'api'
          ? await app.running.send<readonly RegionOption[]>('GET', url)
          : await app.get<readonly RegionOption[]>(viewer, `ajax/area?${query}`)
      expect(code).toBe(1)
      return data
    }

    it('are the provinces, the cities of one, and the districts of one of those, with ids as texts', async () => {
      for (const area of ['api', 'admin']) {
        const provinces = await ask('uuid=x', area)
        expect(provinces).toHaveLength(34)
        expect(provinces[0]).toEqual({ value: '110000', label: '北京市' })
        expect(provinces.slice(-3).map(({ label }) => label)).toEqual(['台湾省', '香港特别行政区', '澳门特别行政区'])
        expect(await ask('province=330000&city=', area)).toContainEqual({ value: '330100', label: '杭州市' })
        expect(await ask('province=330000&city=330100', area)).toContainEqual({ value: '330106', label: '西湖区' })
      }
      expect((await app.running.send('GET', '/admin/ajax/area')).code).toBe(302)
    })

    it('lead from every province to its districts, each id once and below its parent', async () => {
      const ids = new Set<string>()
      for (const { value: province } of await ask('')) {
        for (const { value: city } of await ask(`province=${province}`)) {
          expect(city.slice(0, 2)).toBe(province.slice(0, 2))
          const districts = await ask(`province=${province}&city=${city}`)
          expect(districts.length).toBeGreaterThan(0)
          for (const { value } of districts) expect(value.slice(0, 4)).toBe(city.slice(0, 4))
          for (const { value } of [{ value: city }, ...districts]) ids.add(value)
        }
      }
      expect(ids.size).toBe(369 + 3479)
    })

    it('are none where there is no such region, or the city is of another province', async () => {
      for (const query of [
        'province=1',
        'province=330100',
        'city=330100',
        'province=110000&city=330100',
        'province=__proto__',
      ])
        expect(await ask(query)).toEqual([])
    })
  })

  describe('T57: icons of file types', () => {
    const draw = (query: string, area = 'admin') =>
      app.running.send('GET', `/${area}/ajax/buildSuffixSvg?batoken=&server=1&${query}`)

    it('T57: show the suffix in both areas, without a token, as an image that can do nothing', async () => {
      for (const area of ['admin', 'api']) {
        const { headers, text } = await draw(`suffix=pdf&background=${encodeURIComponent('rgb(1,2,3)')}`, area)
        expect(headers).toMatchObject({
          'content-type': 'image/svg+xml; charset=utf-8',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          'x-content-type-options': 'nosniff',
        })
        expect(text).toMatch(/^<svg [^]*fill="rgb\(1,2,3\)"[^]*>PDF<\/text><\/svg>$/)
      }
      const own = async (suffix: string) => /fill="(hsl[^"]+)"/.exec((await draw(`suffix=${suffix}`)).text)![1]
      expect(await own('zip')).toBe(await own('ZIP'))
      expect(await own('zip')).not.toBe(await own('pdf'))
      expect((await draw('suffix=markdown')).text).toContain('>MARK</text>')
      expect((await draw('suffix=')).text).toContain('>FILE</text>')
    })

    it('T57: let no other text into the image', async () => {
      const payloads = [
        '"><script>alert(1)</script>',
        "';alert(1)//",
        '</text><script/>',
        '&lt;x',
        'a b',
        'x/y',
        '\u202Egpj',
        '文件',
        'url(#x)',
        'red',
        '#12',
        '#12345g',
        'rgb(1,2)',
        'rgb(1,2,3)" onload="alert(1)',
        'rgba(1,2,3,1)',
        'hsl(1,2%,3%)',
        'expression(1)',
      ]
      for (const payload of payloads.map(encodeURIComponent)) {
        for (const query of [`suffix=pdf&background=${payload}`, `suffix=${payload}`]) {
          // Letters alone are a suffix like any other.
          if (query === 'suffix=red') continue
          const { code, headers, text } = await draw(query)
          expect([code, headers['content-type']], query).toEqual([0, 'application/json; charset=utf-8'])
          expect(text).not.toContain('<svg')
        }
      }
      expect((await draw('suffix[a]=x')).code).toBe(0)
    })
  })

  describe('tables', () => {
    interface Fields {
      readonly pk: string
      readonly fieldList: Readonly<Record<string, unknown>>
    }

    it('say their key and their columns, from the model', async () => {
      expect((await app.get(1, 'ajax/getTablePk?table=shop_brand')).data).toEqual({ pk: 'id' })
      const { data } = await app.get<Fields>(1, 'ajax/getTableFieldList?table=shop_brand&clean=1')
      expect(data).toMatchObject({ pk: 'id', fieldList: { id: 'ID', name: expect.any(String) as string } })
      const full = await app.get<Fields>(1, 'ajax/getTableFieldList?table=shop_brand&clean=0')
      expect(full.data.fieldList['id']).toMatchObject({
        TABLE_NAME: 'shop_brand',
        COLUMN_NAME: 'id',
        COLUMN_KEY: 'PRI',
        COLUMN_COMMENT: 'ID',
      })
      const { data: accounts } = await app.get<Fields>(1, 'ajax/getTableFieldList?table=admin')
      expect(Object.keys(accounts.fieldList)).toContain('username')
      expect(Object.keys(accounts.fieldList).filter((name) => /password|salt|secret/.test(name))).toEqual([])
    })

    it('T01: are refused alike when they are forbidden and when they do not exist', async () => {
      for (const action of ['getTablePk', 'getTableFieldList']) {
        const answers = await Promise.all(
          ['admin', 'token', 'nothing', 'sqlite_master', 'information_schema.tables', 'shop_brand"', ''].map((table) =>
            app.get(viewer, `ajax/${action}?table=${encodeURIComponent(table)}`),
          ),
        )
        expect(new Set(answers.map(({ code, msg }) => `${code} ${msg}`)).size).toBe(1)
        expect(answers[0]).toMatchObject({ code: 0, data: { reason: 'not_found' } })
        expect((await app.get(viewer, `ajax/${action}?table=shop_brand`)).code).toBe(1)
      }
    })

    it('are listed for whom their lists are, searched, and without those that are left out', async () => {
      const list = async (admin: number, query = '') =>
        (await app.get<{ list: { table: string }[] }>(admin, `ajax/getTableList?${query}`)).data.list.map(
          ({ table }) => table,
        )
      expect(await list(viewer)).toEqual(['shop_brand'])
      expect(await list(1)).toEqual(expect.arrayContaining(['shop_brand', 'shop_product', 'admin']))
      expect(await list(1)).not.toContain('token')
      expect(await list(1, 'quickSearch=shop_br')).toEqual(['shop_brand'])
      expect(await list(1, 'excludeTable[]=shop_brand')).not.toContain('shop_brand')
    })
  })
})
