/** "How to change it", rows 1 to 3 of CONTRIBUTING.md, done on a copy; the files touched by hand are counted. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildOnce } from '../cli/command-line.ts'
import { launch, openPage, shownForm, shownPage, signIn } from '../support/browser.ts'
import { engines, type Engine, type Place } from '../support/databases.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { serve, type Running, type ServeOptions } from '../support/running.ts'

const dock = {
  $schema: '../dialect/entity.json',
  $id: 'shop/dock',
  type: 'object',
  title: 'Dock',
  'x-label': { 'zh-cn': '月台', en: 'Docks' },
  required: ['name'],
  'x-entity': {
    label: { 'zh-cn': '月台', en: 'Dock' },
    title: 'name',
    key: ['name'],
    created: 'createtime',
    updated: 'updatetime',
    sort: 'weigh',
  },
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 64, 'x-label': { 'zh-cn': '名称', en: 'Name' } },
    warehouse_id: {
      type: 'integer',
      'x-relation': { to: 'shop/warehouse', show: 'name', onDelete: 'restrict' },
      'x-label': { 'zh-cn': '仓库', en: 'Warehouse' },
    },
    height: {
      type: 'string',
      format: 'decimal',
      'x-scale': 2,
      minimum: 0,
      'x-label': { 'zh-cn': '高度', en: 'Height' },
    },
    kind: {
      type: 'integer',
      enum: [1, 2],
      default: 1,
      'x-label': { 'zh-cn': '类型', en: 'Kind' },
      'x-options': {
        inbound: { value: 1, 'x-label': { 'zh-cn': '收货', en: 'Receiving' } },
        outbound: { value: 2, 'x-label': { 'zh-cn': '发货', en: 'Shipping' } },
      },
    },
    opened: { type: 'string', format: 'date', 'x-label': { 'zh-cn': '启用日期', en: 'Opened' } },
    tags: {
      type: 'array',
      maxItems: 5,
      items: { type: 'string', maxLength: 20 },
      'x-label': { 'zh-cn': '标签', en: 'Tags' },
    },
  },
}

/** What the three rows have in common is built once: the copy, and what follows from the changes of the first two. */
let copy: ProjectCopy
const places: Place[] = []
const databases = new Map<Engine, ServeOptions>()

beforeAll(async () => {
  await buildOnce()
  copy = copyProject({ built: true })
  for (const engine of engines) {
    const place = await engine.place()
    places.push(place)
    databases.set(engine, {
      root: copy.root,
      dataFolder: join(copy.root, `data-${engine.name}`),
      databaseUrl: engine === engines[0] ? '' : place.url,
    })
  }
}, 300_000)
afterAll(async () => {
  for (const place of places) await place.remove()
  copy.remove()
})

const generate = () => copy.run('node', 'cli/tablewright.mjs', 'generate')

/** The files changed by hand since the last call. */
const changed = (() => {
  const known = new Set<string>()
  return () => {
    const files = copy.byHand().filter((file) => !known.has(file))
    for (const file of files) known.add(file)
    return files.toSorted()
  }
})()

describe('add a table: one JSON file; add a field of a known kind: the JSON file of the entity', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it.each(engines)('begins with a live database on $name', async (engine) => {
    const server = await serve(databases.get(engine))
    const added = await server.api('/admin/shop.Brand/add', { name: 'Old' })
    await server.stop()
    expect(added).toMatchObject({ code: 1 })
  })

  it('takes one hand-written file each', async () => {
    copy.write('schemas/shop/dock.json', `${JSON.stringify(dock, null, 2)}\n`)
    expect(changed()).toEqual(['schemas/shop/dock.json'])
    copy.edit(
      'schemas/shop/brand.json',
      '"properties": {',
      '"properties": {\n    "country": { "type": "string", "maxLength": 60, "x-label": { "zh-cn": "国家", ' +
        '"en": "Country" } },',
    )
    const made = await generate()
    expect(made.code, made.output).toBe(0)
    expect(changed()).toEqual(['schemas/shop/brand.json'])
  }, 180_000)

  it.each(engines)(
    'stands in menu, list, form, filter, export and the live database on $name',
    async (engine) => {
      const server = await serve({ ...databases.get(engine), env: { TABLEWRIGHT_AUTO_APPLY: '1' } })
      try {
        await useDocks(server, browser)
        await useCountries(server)
      } finally {
        await server.stop()
      }
      expect(changed()).toEqual([])
    },
    300_000,
  )
})

async function useDocks(server: Running, browser: Browser): Promise<void> {
  const index = await server.api<{ menus: { children?: { name: string; title: string }[] }[] }>('/admin/Index/index')
  expect(index.data.menus.flatMap((menu) => menu.children ?? []).find((node) => node.name === 'shop/dock')?.title).toBe(
    'Docks',
  )
  const warehouses = await server.api<{ list: { id: number; name: string }[] }>('/admin/shop.Warehouse/index')
  const warehouse = warehouses.data.list[0]!
  const added = await server.api<{ id: number }>('/admin/shop.Dock/add', {
    name: 'D-01',
    warehouse_id: warehouse.id,
    height: '3.5',
    kind: 2,
    opened: '2026-01-31',
    tags: ['wide'],
  })
  expect(added).toMatchObject({ code: 1 })
  await server.api('/admin/shop.Dock/add', { name: 'D-02' })
  const found = await server.api<{ list: Record<string, unknown>[]; total: number }>(
    '/admin/shop.Dock/index?search[0][field]=kind&search[0][operator]=eq&search[0][val]=2',
  )
  expect(found.data.total).toBe(1)
  expect(found.data.list[0]).toMatchObject({
    name: 'D-01',
    height: '3.50',
    warehouse: { id: warehouse.id, name: warehouse.name },
    kind: 2,
    opened: '2026-01-31',
    tags: ['wide'],
  })
  const exported = await fetch(`${server.address}/admin/shop.Dock/export?format=csv`, {
    headers: { batoken: server.token, 'think-lang': 'en' },
  }).then((answer) => answer.text())
  expect(exported).toContain('Name,Warehouse,Height')
  expect(exported).toContain('D-01')
  await lookAtDocks(server, browser, added.data.id)
}

async function lookAtDocks(server: Running, browser: Browser, id: number): Promise<void> {
  const { page, errors } = await openPage(browser, { language: 'en', dark: false, width: 1280 })
  await signIn(page, server.address)
  await page.goto(`${server.address}/#/admin/shop/dock`)
  await shownPage(page).getByRole('rowheader', { name: 'D-01' }).waitFor()
  expect(await shownPage(page).getByRole('columnheader').allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining('Height')]),
  )
  await page.goto(`${server.address}/#/admin/shop/dock?edit=${id}`)
  const name = shownForm(page).getByLabel(/^Name/)
  await name.waitFor()
  expect(await name.inputValue()).toBe('D-01')
  expect(errors).toEqual([])
  await page.context().close()
}

async function useCountries(server: Running): Promise<void> {
  const added = await server.api<{ id: number }>('/admin/shop.Brand/add', { name: 'New', country: 'Denmark' })
  const row = await server.api<{ row: Record<string, unknown> }>(`/admin/shop.Brand/edit?id=${added.data.id}`)
  expect(row.data.row).toMatchObject({ name: 'New', country: 'Denmark' })
  const old = await server.api<{ list: Record<string, unknown>[] }>('/admin/shop.Brand/index?quickSearch=Old')
  expect(old.data.list).toMatchObject([{ name: 'Old', country: '' }])
}

describe('add a cell: one file, one line, its name in the schema', () => {
  it('is a compile error until all three agree; then everything is typed, the table added above as well', async () => {
    copy.edit(
      'schemas/shop/product.json',
      '"format": "decimal",\n      "x-scale": 4,',
      '"format": "decimal",\n      "x-cell": "price-tag",\n      "x-scale": 4,',
    )
    const made = await generate()
    // Types are written, and the schema names what is missing.
    expect(made.code, made.output).toBe(1)
    expect(made.output).toContain('TW2102')
    copy.write(
      'runtime/modules/shop/web/cells/PriceTag.tsx',
      [
        "import type { CellProps } from 'tablewright/web'",
        '',
        'export function PriceTag({ value }: CellProps) {',
        '  return <strong>{String(value)}</strong>',
        '}',
        '',
      ].join('\n'),
    )
    const line = (name: string) =>
      `cells: { '${name}': () => import('./cells/PriceTag.tsx').then((file) => file.PriceTag) }`
    const index = 'runtime/modules/shop/web/index.ts'
    // The compiler runs once for both mistakes, so the second is in a copy of the file.
    const misspelt = 'runtime/modules/shop/web/misspelt.ts'
    copy.write(misspelt, copy.read(index).replace('cells: {}', line('price-tga')))
    const found = (await copy.typecheck()).split('\n')
    expect(found.filter((text) => text.startsWith(index)).join()).toContain('price-tag')
    expect(found.filter((text) => text.startsWith(misspelt)).join()).toContain('price-tga')
    rmSync(join(copy.root, misspelt))
    copy.edit(index, 'cells: {}', line('price-tag'))
    expect(await copy.typecheck()).toBe('')
    expect(changed()).toEqual([
      'runtime/modules/shop/web/cells/PriceTag.tsx',
      'runtime/modules/shop/web/index.ts',
      'schemas/shop/product.json',
    ])
  }, 180_000)
})

it('has a PostgreSQL server to prove it on', () => {
  expect(inject('postgres')).toMatch(/^postgres/)
})
