import { describe, expect, test } from 'vitest'
import type { DemoRecord, DemoValue } from 'tablewright/server'
import { readDocument } from '../../../generator/read.ts'
import { demoRecords } from '../../../runtime/modules/wms/server/demo/demo.ts'
import { checkDigit } from '../../../runtime/modules/wms/server/demo/ean13.ts'

const seed = 20
const small = demoRecords(0.05, seed)
const large = demoRecords(1, seed)
const english = demoRecords(1, seed, 'en')

const of = (records: readonly DemoRecord[], entity: string): DemoRecord[] =>
  records.filter((record) => record.table === `wms/${entity}`)
const valuesOf = (records: readonly DemoRecord[], entity: string, field: string): DemoValue[] =>
  of(records, entity).map((record) => record.values[field] as DemoValue)
const refOf = (value: DemoValue | undefined): string =>
  value !== null && typeof value === 'object' && 'ref' in value ? value.ref : ''
const isDistinct = (list: readonly unknown[]): boolean => new Set(list).size === list.length
const counts = (records: readonly DemoRecord[]): Record<string, number> => {
  const result: Record<string, number> = {}
  for (const { table } of records) result[table.slice(4)] = (result[table.slice(4)] ?? 0) + 1
  return result
}

describe('the demo warehouse', () => {
  test('is the same for the same seed and another for another', () => {
    expect(demoRecords(0.05, seed)).toEqual(small)
    expect(demoRecords(0.05, seed + 1)).not.toEqual(small)
  })

  test('keeps the places whole and scales what grows with trade', () => {
    const app = { unit: 14, category: 60, carrier: 8, warehouse: 3, warehouse_area: 18 }
    expect(counts(small)).toEqual({ ...app, brand: 4, supplier: 3, customer: 20, warehouse_shelf: 27, product: 100 })
    expect(counts(large)).toEqual({
      ...app,
      brand: 80,
      supplier: 60,
      customer: 400,
      warehouse_shelf: 540,
      product: 2000,
    })
    expect(counts(demoRecords(0, seed))).toEqual({
      ...app,
      brand: 1,
      supplier: 1,
      customer: 1,
      warehouse_shelf: 1,
      product: 1,
    })
  })

  test('has categories in three levels and one unit counted in thousandths', () => {
    const parents = new Map(of(small, 'category').map((record) => [record.key, refOf(record.values['pid'])]))
    const levelOf = (key: string): number => (parents.get(key) ? levelOf(parents.get(key) as string) + 1 : 1)
    const levels = [...parents.keys()].map(levelOf)
    expect([1, 2, 3].map((level) => levels.filter((found) => found === level).length)).toEqual([6, 18, 36])
    expect(valuesOf(small, 'unit', 'decimals').filter((decimals) => decimals === 3)).toHaveLength(1)
    expect(valuesOf(small, 'warehouse', 'warehouse_type')).toEqual([10, 20, 30])
  })
})

describe.each([
  ['small', small],
  ['full', large],
  ['English', english],
])('every record of the %s demo', (_size, records) => {
  const byKey = new Map(records.map((record) => [record.key, record]))

  test('has a key of its own and refers only to records before it', () => {
    const seen = new Set<string>()
    for (const { key, values } of records) {
      const missing = Object.values(values)
        .map(refOf)
        .filter((ref) => ref !== '' && !seen.has(ref))
      expect([key, missing, seen.has(key)]).toEqual([key, [], false])
      seen.add(key)
    }
  })

  test('names only fields its schema has, with texts that fit', () => {
    for (const entity of Object.keys(counts(records))) {
      const { properties } = readDocument('.', `wms/${entity}.json`)!.value as unknown as {
        properties: Record<string, { maxLength?: number }>
      }
      for (const { key, values } of of(records, entity)) {
        expect([...Object.keys(properties), 'weigh'], key).toEqual(expect.arrayContaining(Object.keys(values)))
        for (const [field, value] of Object.entries(values)) {
          if (typeof value === 'string')
            expect(value.length, `${key} ${field}`).toBeLessThanOrEqual(properties[field]?.maxLength ?? 32)
        }
      }
    }
  })

  test('stays within the unique rules', () => {
    expect(isDistinct(valuesOf(records, 'product', 'product_no'))).toBe(true)
    expect(isDistinct(valuesOf(records, 'product', 'bar_code'))).toBe(true)
    expect(isDistinct(valuesOf(records, 'warehouse', 'serial_no'))).toBe(true)
    const serials = (entity: string, parent: string): string[] =>
      of(records, entity).map(({ values }) => `${refOf(values[parent])} ${String(values['serial_no'])}`)
    expect(isDistinct(serials('warehouse_area', 'warehouse_id'))).toBe(true)
    expect(isDistinct(serials('warehouse_shelf', 'warehouse_area_id'))).toBe(true)
    for (const entity of ['brand', 'unit', 'supplier', 'customer', 'carrier', 'warehouse']) {
      expect(isDistinct(valuesOf(records, entity, 'name')), entity).toBe(true)
    }
  })

  test('generates no mobile number twice and none that is assigned', () => {
    const mobiles = ['supplier', 'customer', 'carrier', 'warehouse'].flatMap((entity) =>
      valuesOf(records, entity, 'mobile'),
    )
    expect(isDistinct(mobiles)).toBe(true)
    for (const mobile of mobiles) expect(mobile).toMatch(/^13[0-9]0000\d{4}$/)
  })

  test('numbers products in order and gives them valid in-store barcodes', () => {
    of(records, 'product').forEach(({ values }, place) => {
      expect(values['product_no']).toBe(`P${String(place + 1).padStart(6, '0')}`)
      const code = String(values['bar_code'])
      expect(code).toMatch(/^2\d{12}$/)
      expect(code.slice(12)).toBe(String(checkDigit(code.slice(0, 12))))
    })
  })

  test('puts products into one chain of shelf, area and warehouse, in the cold only what expires', () => {
    for (const { key, values } of of(records, 'product')) {
      const shelf = byKey.get(refOf(values['warehouse_shelf_id'])) as DemoRecord
      const area = byKey.get(refOf(values['warehouse_area_id'])) as DemoRecord
      expect(shelf.values['warehouse_area_id'], key).toEqual({ ref: area.key })
      expect([shelf.values['warehouse_id'], area.values['warehouse_id']], key).toEqual([
        values['warehouse_id'],
        values['warehouse_id'],
      ])
      const warehouse = byKey.get(refOf(values['warehouse_id'])) as DemoRecord
      expect([10, 20], key).toContain(warehouse.values['warehouse_type'])
      if (warehouse.values['warehouse_type'] === 20) expect(values['effective_day'], key).not.toBeNull()
    }
  })

  test('gives 35 of 100 products a shelf life of 7 to 720 days', () => {
    const days = valuesOf(records, 'product', 'effective_day').filter((value) => value !== null)
    expect(days).toHaveLength(of(records, 'product').length * 0.35)
    expect(days.every((value) => Number(value) >= 7 && Number(value) <= 720)).toBe(true)
  })

  test('writes prices with four digits and quantities with three', () => {
    for (const price of valuesOf(records, 'product', 'price')) expect(price).toMatch(/^[1-9]\d*\.\d{4}$/)
    for (const quantity of valuesOf(records, 'product', 'safety_stock_num')) expect(quantity).toMatch(/^\d+\.\d{3}$/)
  })

  test('draws pictures without words', () => {
    const pictures = [...valuesOf(records, 'product', 'images').flat(), ...valuesOf(records, 'brand', 'image')]
    for (const picture of pictures)
      expect((picture as { svg: string }).svg).toMatch(/^<svg xmlns="[^"]+" width="\d+" (?!.*<text).*<\/svg>$/)
  })
})

test('the English demo is the same in other words', () => {
  const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u
  const texts = english.flatMap(({ key, values }) =>
    Object.entries(values).flatMap(([field, value]) =>
      typeof value === 'string' ? [`${key} ${field}: ${value}`] : [],
    ),
  )
  expect(texts.filter((text) => chinese.test(text.slice(text.indexOf(': '))))).toEqual([])
  const figures = (records: readonly DemoRecord[]) =>
    records.map(({ key, values }) => [
      key,
      ...Object.values(values).filter((value) => typeof value !== 'string' || /^[\d.]+$/.test(value)),
    ])
  expect(figures(english)).toEqual(figures(large))
  expect(valuesOf(english, 'product', 'name').slice(0, 2)).toEqual(['Muyu shampoo, smoothing', 'Muyu toothpaste, mint'])
})

test('the standard checksum of a known barcode comes out', () => {
  expect(checkDigit('400638133393')).toBe(1)
})
