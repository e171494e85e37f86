/** Which columns stay where there is little room. */
import { describe, expect, it } from 'vitest'
import { adminLog } from '#generated/system/admin_log/table.ts'
import { noColumnPreferences } from '../../../runtime/web/records/list/columns/preferences.ts'
import {
  actionsWidth,
  areActionsIcons,
  cardTitle,
  columnWidths,
  elasticColumn,
  fitsRow,
  isWideInCard,
  shownColumns,
  tableWidth,
} from '../../../runtime/web/records/list/columns/columns.ts'
import { splitActions } from '../../../runtime/web/records/actions/available-actions.ts'
import type { MachineActionModel, TableModel } from '../../../runtime/protocol/index.ts'
import { field, reference, tableModel } from '../../support/models.ts'
import { shop } from '../../support/shop.ts'
import { order } from '../machine/order.ts'

const brand = shop.model('brand')
const stock = tableModel('t/stock', {
  actions: ['index'],
  fields: [reference('product_id', shop.model('product')), field('quantity', 'decimal', { scale: 3 })],
  list: { columns: ['product_id', 'quantity'], sort: { field: 'id', direction: 'desc' } },
})

const shown = (model: TableModel, width: number, chosen = {}) =>
  shownColumns(model, { ...noColumnPreferences, columns: chosen }, 'en', width).map((field) => field.name)

const sizes = (model: TableModel, width: number, chosen = {}): Readonly<Record<string, number>> =>
  Object.fromEntries(columnWidths(model, listed(model), 'en', width, chosen))

const listed = (model: TableModel) => model.fields.filter(({ name }) => model.list.columns.includes(name))

describe('where there is little room', () => {
  it('a log keeps the time of its entries and gives up what matters less', () => {
    expect(shown(adminLog, 960)).toContain('create_time')
    expect(shown(adminLog, 960)).not.toContain('useragent')
    expect(shown(adminLog, 300)).toContain('create_time')
  })

  it('a table of things that change gives up its times first', () => {
    const timed: TableModel = {
      ...brand,
      list: { ...brand.list, columns: ['name', 'image', 'introduce', 'createtime'] },
    }
    expect(shown(timed, 2000)).toContain('createtime')
    expect(shown(timed, 500)).not.toContain('createtime')
    expect(shown(timed, 500)).toContain('name')
  })

  it('on a phone a card shows what matters most, whatever its width in a table, and is headed by the name', () => {
    const wide = { column: { width: 300, priority: 1 } } as const
    const many = tableModel('t/many', {
      title: 'name',
      fields: [
        ...Array.from({ length: 9 }, (_one, at) => field(`text_${at}`, 'text', wide)),
        field('name', 'text', { column: { priority: 3 } }),
        field('extra', 'text', { column: { priority: 3 } }),
      ],
      list: {
        columns: [...Array.from({ length: 9 }, (_one, at) => `text_${at}`), 'name', 'extra'],
        sort: { field: 'id', direction: 'desc' },
      },
    })
    const names = shown(many, 366)
    expect(names).toHaveLength(7)
    expect(names).toContain('name')
    expect(names).not.toContain('extra')
    expect(shown(many, 366, { extra: true })).toContain('extra')
    expect(cardTitle(many, many.fields)?.name).toBe('name')
    expect(cardTitle(stock, stock.fields.slice(1))?.name).toBe('product_id')
  })

  it('the next step is an icon where its words would take the room of what matters', () => {
    const wide: TableModel = {
      ...order,
      fields: order.fields.map((one) => ({ ...one, column: { width: 300, priority: 1 } })),
      list: { ...order.list, columns: order.fields.map(({ name }) => name) },
    }
    expect(areActionsIcons(wide, 'en', 9000)).toBe(false)
    expect(areActionsIcons(wide, 'en', 700)).toBe(true)
    expect(actionsWidth(wide, 'en', 700)).toBeLessThan(actionsWidth(wide, 'en', 9000))
  })

  it('a time takes two thirds of a card, where a third would cut it off; a number does not', () => {
    const isWide = (one: ReturnType<typeof field>) => isWideInCard(one, 'en')
    expect(isWide(field('create_time', 'datetime'))).toBe(true)
    expect(isWide(field('email', 'email'))).toBe(true)
    expect(isWide(field('mobile', 'mobile'))).toBe(true)
    expect(isWide(field('quantity', 'decimal'))).toBe(false)
    const named = (...names: string[]) =>
      field('type', 'enum', {
        options: names.map((name, value) => ({ name, value, tone: 'none', label: { 'zh-cn': name, en: name } })),
      })
    expect([isWide(named('Sales', 'Return')), isWide(named('Sales outbound', 'Return'))]).toEqual([false, true])
  })

  it('words are cut off less where width is left, figures and columns of a chosen width stay as they are', () => {
    const [moved, note] = [reference('shelf_id', shop.model('product')), field('note', 'text')]
    const wide = tableModel('t/moves', {
      title: 'name',
      fields: [field('name', 'text'), moved, note, field('quantity', 'decimal', { scale: 3 })],
      list: { columns: ['name', 'shelf_id', 'note', 'quantity'], sort: { field: 'id', direction: 'desc' } },
    })
    expect(sizes(wide, 300)).toMatchObject({ shelf_id: 134, note: 140, quantity: 110 })
    expect(sizes(wide, 2000)).toMatchObject({ shelf_id: 200, note: 210, quantity: 110 })
    expect(sizes(wide, 2000, { shelf_id: 90 })).toMatchObject({ shelf_id: 90, note: 210 })
  })

  it('options and references give up width before a table scrolls sideways, headings and figures never', () => {
    const place = reference('shelf_id', shop.model('product'), 'restrict', { column: { width: 200 } })
    const states = ['Not moved', 'Partially moved'].map((name, value) => ({
      name,
      value,
      tone: 'none' as const,
      label: { 'zh-cn': '未移库', en: name },
    }))
    const moves = tableModel('t/moves', {
      title: 'name',
      number: { field: 'no', pattern: 'M{seq:6}' },
      fields: [
        field('no', 'text', { column: { width: 160 } }),
        field('name', 'text'),
        { ...place, relation: { ...place.relation!, fullTitle: { paths: [], separator: ' / ' } } },
        field('quantity', 'decimal', { scale: 3 }),
        field('state', 'enum', { options: states }),
      ],
      list: { columns: ['no', 'name', 'shelf_id', 'quantity', 'state'], sort: { field: 'id', direction: 'desc' } },
    })
    const [roomy, tight, none] = [sizes(moves, 900), sizes(moves, 720), sizes(moves, 300)]
    expect([roomy['no'], tight['no'], none['no'], roomy['quantity'], none['quantity']]).toEqual([
      160, 160, 160, 110, 110,
    ])
    for (const name of ['shelf_id', 'state']) {
      expect(tight[name]).toBeLessThan(roomy[name]!)
      expect(none[name]).toBeLessThan(tight[name]!)
    }
    // The option takes two lines; neither of its words is cut.
    expect(none['state']).toBeGreaterThan('Partially'.length * 7 + 16)
    expect(none['shelf_id']).toBe(124)
    const least = tableWidth(moves, listed(moves), 'en', 300)
    expect(least).toBeGreaterThanOrEqual(Object.values(none).reduce((sum, one) => sum + one, 0))
    expect(least).toBeLessThan(720)
  })

  it('what a person asked for stays', () => {
    expect(shown(adminLog, 300, { useragent: true })).toContain('useragent')
    expect(shown(adminLog, 2000, { create_time: false })).not.toContain('create_time')
  })

  it('a table that is only looked at has no column of actions, and gives the rest to words, not to figures', () => {
    expect([actionsWidth(stock, 'en', 1000), actionsWidth(brand, 'en', 1000)]).toEqual([0, 84])
    expect([
      elasticColumn(
        stock,
        stock.fields.filter(({ name }) => stock.list.columns.includes(name)),
      )?.name,
      elasticColumn(brand, brand.fields)?.name,
    ]).toEqual(['product_id', 'name'])
    // The number of a document, copied into a table that has none of its own.
    const copied = [field('order_no', 'text', { column: { pin: 'left', width: 170 } }), field('product_name', 'text')]
    expect(elasticColumn(tableModel('t/moves', { title: 'quantity', fields: copied }), copied)?.name).toBe(
      'product_name',
    )
  })

  it('a column that shows two states is as wide as its heading, which names both', () => {
    const state = (name: string, label: string) =>
      field(name, 'integer', { column: { width: 40 }, label: { 'zh-cn': label, en: label } })
    const states = [state('audit_status', '审核状态'), state('move_status', '移库状态')]
    const model = tableModel('t/moves', {
      fields: states,
      machine: { ...order.machine!, fields: states.map(({ name }) => name) },
      list: { columns: states.map(({ name }) => name), sort: { field: 'id', direction: 'desc' } },
    })
    const width = (fields: typeof states) => columnWidths(model, fields, 'zh-cn', 1).get('audit_status')!
    // A slash and the space before it stand on the same line.
    expect(width(states.slice(0, 1))).toBeGreaterThanOrEqual(width(states) + 8)
  })

  it('an action with a long name is in the menu of a row instead of widening the column of all rows', () => {
    const named = (name: string): MachineActionModel => ({
      ...order.machine!.actions[0]!,
      tone: 'primary',
      label: { 'zh-cn': '补单', en: name },
    })
    const [short, long] = [named('Audit'), named('Create remainder order')]
    const withActions = (...actions: MachineActionModel[]): TableModel => ({
      ...order,
      machine: { ...order.machine!, actions },
    })
    expect(actionsWidth(withActions(short, long), 'en', 1440)).toBe(actionsWidth(withActions(short), 'en', 1440))
    const { shown: buttons, rest } = splitActions(
      [long, short].map((action) => ({ action, reason: null, isWrongState: false })),
      1,
      ({ action }) => fitsRow(action, 'en'),
    )
    expect([buttons, rest.map(({ action }) => action)]).toEqual([[], [long, short]])
    expect(fitsRow(long, 'zh-cn')).toBe(true)
  })
})
