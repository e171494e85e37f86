/** "How to change it", rows 1 to 3 of CONTRIBUTING.md, done on a copy; the files touched by hand are counted. */
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildOnce } from './cli/command-line.ts'
import { launch, openPage, shownForm, shownPage, signIn } from './support/browser.ts'
import { engines, type Place } from './support/databases.ts'
import { copyProject, type ProjectCopy } from './support/project-copy.ts'
import { serve, type Running } from './support/running.ts'

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

beforeAll(buildOnce, 300_000)

const generate = (copy: ProjectCopy) => copy.run('node', 'cli/tablewright.mjs', 'generate')

describe('add a table: one JSON file', () => {
  let copy: ProjectCopy
  let browser: Browser
  beforeAll(async () => {
    copy = copyProject({ built: true })
    copy.write('schemas/shop/dock.json', `${JSON.stringify(dock, null, 2)}\n`)
    browser = await launch()
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    copy.remove()
  })

  it('takes one hand-written file, and everything stays typed', async () => {
    const made = await generate(copy)
    expect(made.code, made.output).toBe(0)
    expect(copy.byHand()).toEqual(['schemas/shop/dock.json'])
    expect(await copy.typecheck()).toBe('')
  }, 180_000)

  it.each(engines)(
    'stands in menu, list, form, filter, export and database on $name',
    async (engine) => {
      const place = await engine.place()
      const server = await serve({ root: copy.root, databaseUrl: engine === engines[0] ? '' : place.url })
      try {
        await useDocks(server, browser)
      } finally {
        await server.stop()
        await place.remove()
      }
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

describe("add a field of a known kind: the entity's json", () => {
  let copy: ProjectCopy
  let place: Place
  beforeAll(async () => {
    copy = copyProject({ built: true })
    place = await engines[1]!.place()
  }, 60_000)
  afterAll(async () => {
    copy.remove()
    await place.remove()
  })

  it.each(engines)(
    'reaches the live database and the wire on $name',
    async (engine) => {
      const folder = { dataFolder: join(copy.root, 'data'), databaseUrl: engine === engines[0] ? '' : place.url }
      const before = await serve({ root: copy.root, ...folder, demo: false })
      await before.api('/admin/shop.Brand/add', { name: 'Old' })
      await before.stop()
      if (!copy.read('schemas/shop/brand.json').includes('"country"')) {
        copy.edit(
          'schemas/shop/brand.json',
          '"properties": {',
          '"properties": {\n    "country": { "type": "string", "maxLength": 60, "x-label": { "zh-cn": "国家", ' +
            '"en": "Country" } },',
        )
      }
      const after = await serve({ root: copy.root, ...folder, demo: false, env: { TABLEWRIGHT_AUTO_APPLY: '1' } })
      const added = await after.api<{ id: number }>('/admin/shop.Brand/add', { name: 'New', country: 'Denmark' })
      const row = await after.api<{ row: Record<string, unknown> }>(`/admin/shop.Brand/edit?id=${added.data.id}`)
      await after.stop()
      expect(row.data.row).toMatchObject({ name: 'New', country: 'Denmark' })
      expect(copy.byHand()).toEqual(['schemas/shop/brand.json'])
    },
    300_000,
  )
})

describe('add a cell: one file, one line, its name in the schema', () => {
  let copy: ProjectCopy
  beforeAll(() => {
    copy = copyProject({ built: true })
  }, 60_000)
  afterAll(() => copy.remove())

  it('is a compile error until all three agree', async () => {
    copy.edit(
      'schemas/shop/product.json',
      '"format": "decimal",\n      "x-scale": 4,',
      '"format": "decimal",\n      "x-cell": "price-tag",\n      "x-scale": 4,',
    )
    const made = await generate(copy)
    expect(made.code, made.output).toBe(0)
    expect(await copy.typecheck()).toContain('price-tag')
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
    copy.edit('runtime/modules/shop/web/index.ts', 'cells: {}', line('price-tga'))
    expect(await copy.typecheck()).toContain('price-tga')
    copy.edit('runtime/modules/shop/web/index.ts', 'price-tga', 'price-tag')
    expect(await copy.typecheck()).toBe('')
    expect(copy.byHand().toSorted()).toEqual([
      'runtime/modules/shop/web/cells/PriceTag.tsx',
      'runtime/modules/shop/web/index.ts',
      'schemas/shop/product.json',
    ])
  }, 180_000)
})

it('has a PostgreSQL server to prove it on', () => {
  expect(inject('postgres')).toMatch(/^postgres/)
})
