/** A further kind of document as two JSON files: lines, states, posting and taking back, without a line of code. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { copyProject, type ProjectCopy } from '../../../support/project-copy.ts'
import { project, serve, type Running } from '../../../support/running.ts'

const label = (en: string) => ({ 'zh-cn': en, en })
const reference = (to: string, name: string) => ({
  type: 'integer',
  'x-relation': { to, show: 'name', onDelete: 'restrict' },
  'x-label': label(name),
})

/** Goods that were found: what is booked goes onto the shelf at the price of the product. */
const finding = {
  $schema: '../dialect/entity.json',
  $id: 'wms/finding',
  type: 'object',
  title: 'Finding',
  'x-label': label('Findings'),
  required: ['items'],
  'x-entity': {
    label: label('Finding'),
    title: 'finding_no',
    created: 'createtime',
    updated: 'updatetime',
    softDelete: 'deletetime',
    owner: 'admin_id',
    number: { field: 'finding_no', pattern: 'FD{yyyyMMdd}{seq:6}' },
  },
  properties: {
    finding_no: { type: 'string', maxLength: 32, readOnly: true, 'x-label': label('Number') },
    state: {
      type: 'integer',
      enum: [0, 1],
      default: 0,
      readOnly: true,
      'x-label': label('State'),
      'x-options': { open: { value: 0, 'x-label': label('Open') }, booked: { value: 1, 'x-label': label('Booked') } },
    },
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      'x-relation': { to: 'wms/finding_line', owned: true },
      'x-label': label('Lines'),
    },
  },
  'x-machine': {
    field: 'state',
    initial: 'open',
    editable: 'open',
    deletable: 'open',
    actions: {
      book: {
        'x-label': label('Book'),
        from: 'open',
        to: 'booked',
        undo: 'unbook',
        effects: [{ post: 'found' }],
        guard: { rule: 'items.exists(line, line.quantity > 0)', message: label('Nothing was found.') },
      },
      unbook: {
        'x-label': label('Take back'),
        from: 'booked',
        to: 'open',
        effects: [{ reverse: 'found' }],
        input: [{ reason: { type: 'string', minLength: 1, maxLength: 100, 'x-label': label('Reason') } }],
      },
    },
  },
  'x-posting': {
    found: {
      ledger: 'wms/inventory_history',
      each: 'items',
      kind: 'return_in',
      entries: [
        {
          leg: 'in',
          product_id: 'product_id',
          warehouse_shelf_id: 'warehouse_shelf_id',
          quantity: 'quantity',
          price: 'product_id.price',
        },
      ],
    },
  },
  'x-actions': ['index', 'add', 'edit', 'del'],
}

const findingLine = {
  $schema: '../dialect/entity.json',
  $id: 'wms/finding_line',
  type: 'object',
  title: 'Finding line',
  'x-label': label('Finding lines'),
  required: ['product_id', 'warehouse_shelf_id', 'quantity'],
  'x-entity': { label: label('Finding line'), title: 'note' },
  properties: {
    product_id: reference('wms/product', 'Product'),
    warehouse_shelf_id: reference('wms/warehouse_shelf', 'Shelf'),
    quantity: { type: 'string', format: 'decimal', 'x-scale': 3, minimum: 0, 'x-label': label('Quantity') },
    note: { type: 'string', maxLength: 100, 'x-label': label('Note') },
  },
}

const files = { 'schemas/wms/finding.json': finding, 'schemas/wms/finding_line.json': findingLine }

describe('a document declared in JSON only', () => {
  let copy: ProjectCopy
  beforeAll(() => {
    copy = copyProject({ built: true, from: project })
    for (const [path, schema] of Object.entries(files)) copy.write(path, `${JSON.stringify(schema, null, 2)}\n`)
  }, 120_000)
  afterAll(() => copy?.remove())

  it('takes two hand-written files, and the generator accepts them', async () => {
    const { code, output } = await copy.run('node', 'cli/tablewright.mjs', 'generate')
    expect(code, output).toBe(0)
    expect([...copy.byHand()].sort()).toEqual(Object.keys(files))
    // Builds the server alone; the client, which takes longest, is not asked for.
    const { output: planned } = await copy.run('node', 'cli/tablewright.mjs', 'plan')
    expect(planned).toContain('wms_finding_line')
  }, 180_000)

  it.each(engines)(
    'is numbered, booked and taken back on $name; stock, layers and history follow',
    async (engine) => {
      const place = await engine.place()
      const server = await serve({ root: copy.root, databaseUrl: place.url, demo: false, built: true })
      try {
        await useFindings(server)
      } finally {
        await server.stop()
        await place.remove()
      }
    },
    300_000,
  )
})

async function useFindings(server: Running): Promise<void> {
  const call = (path: string, body: object) => server.api<Record<string, unknown>>(`/admin/wms.${path}`, body)
  const add = async (controller: string, body: object): Promise<number> =>
    Number((await call(`${controller}/add`, body)).data['id'])
  const rows = async (controller: string): Promise<readonly Record<string, unknown>[]> =>
    [...(await server.api<{ list: Record<string, unknown>[] }>(`/admin/wms.${controller}/index`)).data.list].sort(
      (one, other) => Number(one['id']) - Number(other['id']),
    )
  const pick = async (controller: string, ...names: readonly string[]) =>
    (await rows(controller)).map((row) => names.map((name) => row[name]))
  const warehouse = await add('Warehouse', { name: 'Main' })
  const area = await add('WarehouseArea', { warehouse_id: warehouse, serial_no: '1', name: 'Area' })
  const shelf = await add('WarehouseShelf', {
    warehouse_id: warehouse,
    warehouse_area_id: area,
    serial_no: 'A',
    name: 'A',
  })
  const product = await add('Product', { product_no: 'P1', name: 'Bolt', price: '12.50', effective_day: 30 })

  const empty = await add('Finding', { items: [{ product_id: product, warehouse_shelf_id: shelf, quantity: '0' }] })
  expect(await call('Finding/book', { id: empty })).toMatchObject({
    code: 0,
    msg: 'Nothing was found.',
    data: { reason: 'bad_state' },
  })
  const id = await add('Finding', {
    items: [
      { product_id: product, warehouse_shelf_id: shelf, quantity: '3' },
      { product_id: product, warehouse_shelf_id: shelf, quantity: '1.5', note: 'behind the shelf' },
    ],
  })
  expect(await call('Finding/book', { id })).toMatchObject({ code: 1, data: { id, version: 2 } })
  expect(await call('Finding/book', { id })).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
  expect(
    await pick(
      'InventoryHistory',
      'form_type',
      'product_name',
      'warehouse_shelf',
      'quantity',
      'before_quantity',
      'after_quantity',
      'total_price',
      'order_kind',
      'order_id',
      'posting_seq',
    ),
  ).toEqual([
    [30, 'Bolt', 'Main/Area/A', '3.000', '0.000', '3.000', '37.50', 'wms/finding', id, 1],
    [30, 'Bolt', 'Main/Area/A', '1.500', '3.000', '4.500', '18.75', 'wms/finding', id, 1],
  ])
  expect((await rows('InventoryHistory'))[0]!['order_no']).toMatch(/^FD\d{8}000002$/)
  expect([
    await pick('Stock', 'quantity'),
    await pick('Product', 'total_stock_num'),
    await pick('StockLayer', 'remaining'),
  ]).toEqual([[['4.500']], [['4.500']], [['4.500']]])
  expect(await call('Finding/edit', { id, items: [] })).toMatchObject({ code: 0, data: { reason: 'bad_state' } })

  expect(await call('Finding/unbook', { id })).toMatchObject({ code: 0, data: { reason: 'invalid' } })
  expect(await call('Finding/unbook', { id, reason: 'counted twice' })).toMatchObject({ code: 1 })
  expect((await pick('InventoryHistory', 'quantity', 'after_quantity', 'total_price', 'posting_seq')).slice(2)).toEqual(
    [
      ['-3.000', '1.500', '-37.50', 2],
      ['-1.500', '0.000', '-18.75', 2],
    ],
  )
  expect([await pick('Stock', 'quantity'), await pick('Product', 'total_stock_num')]).toEqual([
    [['0.000']],
    [['0.000']],
  ])
  expect((await pick('StockLayer', 'remaining')).flat().filter((left) => left !== '0.000')).toEqual([])
}
