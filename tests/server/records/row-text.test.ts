import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredValue } from 'tablewright/protocol'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { encodeRow, type StoredRow } from '../../../runtime/server/core/models/row-shape.ts'
import { encodeRows } from '../../../runtime/server/core/models/row-json.ts'
import { optionShape, rowShape } from '../../../runtime/server/core/models/table-shapes.ts'
import { shop } from '../../support/shop.ts'
import { maker, thing } from './scope.ts'
import { sampleCount } from '../../support/databases.ts'

const category = shop.model('category')
const registry = createRegistry([maker, thing, category])

describe.each([
  ['every kind', rowShape(thing, registry)],
  ['a tree', rowShape(category, registry)],
  ['a select list', optionShape(thing)],
])('%s as text', (_what, shape) => {
  it('is what the row as an object is', () => {
    const names = [
      ...shape.relations.flatMap((one) => [
        one.labelColumn,
        one.idColumn,
        ...(one.deletedColumn === null ? [] : [one.deletedColumn]),
      ]),
      'unused',
      ...shape.columns.map((column) => column.name),
    ]
    const isText = (name: string): boolean =>
      shape.columns.some(
        (column) => column.name === name && ['text', 'textarea', 'date', 'time'].includes(column.field.kind),
      ) || name.endsWith('.label')
    const isJson = (name: string): boolean =>
      shape.columns.some((column) => column.name === name && ['set', 'tags', 'pairs'].includes(column.field.kind))
    const stored = (name: string): fc.Arbitrary<StoredValue> =>
      fc.option<StoredValue>(
        isJson(name)
          ? fc.constantFrom('["a","b"]', '{"k":"v"}', 'damaged')
          : fc.oneof(isText(name) ? fc.string({ unit: 'binary' }) : fc.maxSafeInteger()),
        { nil: null },
      )
    const row = fc
      .tuple(...names.map(stored))
      .map((values) => Object.fromEntries(names.map((name, at) => [name, values[at]!])) as StoredRow)
    fc.assert(
      fc.property(fc.array(row, { maxLength: 3 }), (rows) => {
        expect(
          encodeRows(
            shape,
            names,
            rows.map((one) => names.map((name) => one[name] ?? null)),
          ),
        ).toBe(JSON.stringify(rows.map((one) => encodeRow(shape, one))))
      }),
      { numRuns: sampleCount(500) },
    )
  })
})
