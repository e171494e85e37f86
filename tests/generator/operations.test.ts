/** Operations on schemas: each changes only what it says, and its inverse gives the bytes before it. */
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyOperation, applyOperations, touchedNodes } from '../../generator/edit/apply-operations.ts'
import { changeDocuments, type Documents } from '../../generator/edit/document-editor.ts'
import { OperationError, readOperation, type Operation } from '../../generator/edit/operation.ts'
import { isObject, member, objectOf, textsOf, type Json, type JsonObject } from '../../generator/source/json.ts'
import { sampleCount } from '../support/databases.ts'
import { filesBelow } from './folders.ts'

const all = new Map(
  Object.entries(filesBelow(join(import.meta.dirname, '../../schemas'))).filter(
    ([path]) => path.endsWith('.json') && !path.startsWith('dialect/'),
  ),
)
const entities = [...all].flatMap(([path, text]) =>
  /^[a-z]+\/[a-z_]+\.json$/.test(path) && text.includes('"properties"') ? [path.replace('.json', '')] : [],
)
const valueOf = (documents: Documents, path: string): JsonObject => objectOf(JSON.parse(documents.get(path) ?? '{}'))

describe('an operation on schemas', () => {
  const carrier = 'wms/carrier'
  const after = (...operations: readonly Operation[]) => applyOperations(all, operations).documents
  const carrierAfter = (...operations: readonly Operation[]) => valueOf(after(...operations), `${carrier}.json`)

  it('and its inverse give the same bytes in every document (DI1)', () => {
    let applied = 0
    const names = new Set<string>()
    fc.assert(
      fc.property(
        fc.constantFrom(...entities),
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 }),
        (entity, numbers) => {
          const module = entity.split('/')[0]!
          const documents = new Map([...all].filter(([path]) => path.startsWith(`${module}/`)))
          let current: Documents = documents
          const inverses = []
          for (const [kind, place, detail] of numbers) {
            const operation = randomOperation(current, entity, kind, place, detail)
            if (!current.has(`${entity}.json`)) break
            try {
              const result = applyOperation(current, operation)
              expect(differing(changeDocuments(result.documents, result.inverse).documents, current)).toEqual([])
              for (const path of differing(result.documents, current)) JSON.parse(result.documents.get(path) ?? '0')
              inverses.unshift(...result.inverse)
              current = result.documents
              applied++
              names.add(operation.op)
            } catch (error) {
              if (!(error instanceof OperationError)) throw error
            }
          }
          expect(differing(changeDocuments(current, inverses).documents, documents)).toEqual([])
        },
      ),
      { numRuns: sampleCount(2500) },
    )
    expect(applied).toBeGreaterThan(sampleCount(2500))
    expect([...names].sort()).toEqual([...new Set(kinds)].sort())
  })

  it('changes one place of one document, in the way it is written (DB5)', () => {
    const lines = [
      '{',
      '\t"$id": "shop/a",',
      '\t"odd" :  true,',
      '\t"properties": {',
      '\t\t"a": { "maxLength": 9 }',
      '\t}',
      '}',
      '',
    ]
    const odd = new Map([['shop/a.json', lines.join('\r\n')]])
    const { documents } = applyOperation(odd, {
      op: 'addField',
      entity: 'shop/a',
      field: 'b',
      schema: { maxLength: 5 },
    })
    expect(documents.get('shop/a.json')).toBe(
      odd.get('shop/a.json')!.replace('9 }', '9 },\r\n\t\t"b": { "maxLength": 5 }'),
    )
  })

  it('renames a field wherever it is named, and keeps its former name', () => {
    const document = carrierAfter({ op: 'renameField', entity: carrier, field: 'name', name: 'title' })
    expect(member(document['properties'], 'title')).toMatchObject({ 'x-renamedFrom': 'name' })
    expect(document).toMatchObject({
      required: ['title'],
      'x-entity': { title: 'title', key: ['title'] },
      'x-index': { name: { on: ['title'] } },
    })
    expect(JSON.stringify(document['x-views'])).not.toContain('"name"')
    // A relation of another entity shows the renamed field, and rules name it.
    const product = after({ op: 'renameField', entity: 'wms/product', field: 'name', name: 'product_name' })
    expect([...product].filter(([path, text]) => text !== all.get(path)).map(([path]) => path)).toContain(
      'wms/product.json',
    )
  })

  it('renames back to the former text', () => {
    const documents = after(
      { op: 'renameField', entity: carrier, field: 'name', name: 'title' },
      { op: 'renameField', entity: carrier, field: 'title', name: 'name' },
    )
    const { properties } = valueOf(documents, `${carrier}.json`)
    expect(member(properties, 'name')).toMatchObject({ 'x-renamedFrom': 'title' })
  })

  it('renames an entity with everything that refers to it', () => {
    const documents = after({ op: 'renameEntity', entity: carrier, name: 'haulier' })
    expect(documents.has('wms/carrier.json')).toBe(false)
    expect(valueOf(documents, 'wms/haulier.json')).toMatchObject({ $id: 'wms/haulier', 'x-renamedFrom': carrier })
    const rest = [...documents].filter(([path, text]) => path !== 'wms/haulier.json' && text.includes('"wms/carrier"'))
    expect(rest.map(([path]) => path)).toEqual([])
  })

  it('removes a field from list, form, search and indexes', () => {
    const document = carrierAfter({ op: 'removeField', entity: carrier, field: 'mobile' })
    expect(JSON.stringify(document)).not.toContain('"mobile"')
    expect(JSON.stringify(document['x-views'])).toContain('["contact_person"]')
  })

  it('changes only the description of a field with options, and the options stay (DB1)', () => {
    const entity = 'wms/warehousing'
    const before = all.get(`${entity}.json`)!
    const text = after({
      op: 'setFacet',
      entity,
      path: ['properties', 'audit_status', 'x-help'],
      value: { 'zh-cn': '说明', en: 'Help' },
    }).get(`${entity}.json`)!
    const lines = before.split('\n')
    expect(text.split('\n').filter((line) => !lines.includes(line)).length).toBeLessThanOrEqual(3)
  })

  it('removes an option into another one, and adds it again with no record lost (DB2)', () => {
    const id = 'shop/paint'
    const document: JsonObject = {
      $id: id,
      properties: {
        colour: {
          enum: [1, 2],
          default: 2,
          'x-options': {
            red: { value: 1, 'x-label': { 'zh-cn': '红', en: 'Red' } },
            blue: { value: 2, 'x-label': { 'zh-cn': '蓝', en: 'Blue' } },
          },
        },
      },
    }
    const start = applyOperation(new Map(), { op: 'addEntity', entity: id, document })
    const field = { entity: id, field: 'colour' }
    const merged = applyOperation(start.documents, { op: 'removeOption', ...field, option: 'blue', into: 'red' })
    expect(valueOf(merged.documents, `${id}.json`)['properties']).toEqual({
      colour: {
        enum: [1],
        default: 1,
        'x-options': { red: { value: 1, 'x-label': { 'zh-cn': '红', en: 'Red' }, 'x-replaces': [2] } },
      },
    })
    // Undone before it is applied, the document is as it was: value 2 is blue again.
    expect(changeDocuments(merged.documents, merged.inverse).documents).toEqual(start.documents)
    const blue = { value: 3, 'x-label': { 'zh-cn': '蓝', en: 'Blue' } }
    const again = applyOperation(merged.documents, { op: 'addOption', ...field, name: 'blue', option: blue })
    expect(member(valueOf(again.documents, `${id}.json`)['properties'], 'colour')).toMatchObject({ enum: [1, 3] })
    // A new option cannot take a value that is in use.
    const duplicate: Operation = { op: 'addOption', ...field, name: 'red2', option: { ...blue, value: 1 } }
    expect(() => applyOperation(merged.documents, duplicate)).toThrow(OperationError)
  })

  it('changes the kind of a field and keeps its other keywords', () => {
    const schema = { type: 'integer', minimum: 0 }
    const document = carrierAfter({ op: 'changeKind', entity: carrier, field: 'level', schema })
    expect(member(document['properties'], 'level')).toEqual({
      minimum: 0,
      'x-label': { 'zh-cn': '等级', en: 'Level' },
      'x-help': member(member(valueOf(all, `${carrier}.json`)['properties'], 'level'), 'x-help'),
      type: 'integer',
    })
  })

  it.each<readonly [string, unknown]>([
    ['an unknown operation', { op: 'eval', entity: carrier }],
    ['no operation', null],
    ['another member', { op: 'removeEntity', entity: carrier, path: '/etc/passwd' }],
    ['a path out of the schemas', { op: 'removeEntity', entity: '../../package' }],
    ['an absolute path', { op: 'addEntity', entity: '/etc/x', document: { $id: '/etc/x' } }],
    ['a file of another kind', { op: 'addEntity', entity: 'wms/module', document: { $id: 'wms/module' } }],
    ['another id than the path', { op: 'addEntity', entity: 'wms/x', document: { $id: 'wms/y' } }],
    ['a field with a name of code', { op: 'addField', entity: carrier, field: 'a; drop table', schema: {} }],
    ['a prototype', { op: 'setFacet', entity: carrier, path: ['properties', '__proto__', 'x'], value: 1 }],
    ['the id', { op: 'setFacet', entity: carrier, path: ['$id'], value: 'wms/other' }],
    ['a whole field', { op: 'setFacet', entity: carrier, path: ['properties', 'name'], value: {} }],
    ['all fields', { op: 'removeFacet', entity: carrier, path: ['properties'] }],
    ['a taken name', { op: 'renameField', entity: carrier, field: 'name', name: 'city' }],
    ['a missing field', { op: 'removeField', entity: carrier, field: 'nothing' }],
    ['a kind with a rule', { op: 'changeKind', entity: carrier, field: 'city', schema: { 'x-computed': '1' } }],
    ['an index of text', { op: 'moveSection', entity: carrier, from: '0', to: 1 }],
    ['a menu of others', { op: 'setMenu', module: 'wms', menu: ['../system/admin'] }],
  ])('T61, T62: refuses %s', (_name, input) => {
    expect(() => applyOperation(all, readOperation(input))).toThrow(OperationError)
  })

  it('is about nodes of its own, so that two people change two fields at once (DI5)', () => {
    const [name, city] = (['name', 'city'] as const).map((field) =>
      JSON.stringify(touchedNodes({ op: 'setRequired', entity: carrier, field, required: true })),
    )
    expect(name).not.toBe(city)
  })
})

/** Paths of documents that are not the same in both. */
const differing = (documents: Documents, others: Documents): readonly string[] =>
  [...new Set([...documents.keys(), ...others.keys()])].filter((path) => documents.get(path) !== others.get(path))

const kinds = [
  'addEntity',
  'addField',
  'addIndex',
  'addOption',
  'addSection',
  'changeKind',
  'moveInForm',
  'moveInTable',
  'moveOption',
  'moveSection',
  'removeEntity',
  'removeFacet',
  'removeField',
  'removeIndex',
  'removeOption',
  'removeSection',
  'renameEntity',
  'renameField',
  'renameOption',
  'setFacet',
  'setMenu',
  'setOption',
  'setRequired',
] as const

const label = { 'zh-cn': '新的', en: 'New' }

/** An operation that may fit the documents, made of three numbers. */
function randomOperation(documents: Documents, entity: string, kind: number, place: number, detail: number): Operation {
  const document = valueOf(documents, `${entity}.json`)
  const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)]
  const fields = Object.keys(objectOf(document['properties']))
  const withOptions = fields.filter((name) => isObject(member(member(document['properties'], name), 'x-options')))
  const field = pick(fields, place) ?? 'x'
  const optionField = pick(withOptions, place) ?? 'x'
  const options = Object.keys(objectOf(member(member(document['properties'], optionField), 'x-options')))
  const option = pick(options, detail) ?? 'x'
  const form = (member(document['x-views'], 'form') as readonly Json[] | undefined) ?? []
  const section = detail % Math.max(1, form.length)
  const fresh = `new_${detail % 1000}`
  const values = member(member(document['properties'], optionField), 'enum') as readonly Json[] | undefined
  const value = typeof values?.[0] === 'string' ? fresh : 1000 + (detail % 1000)
  const index = Object.keys(objectOf(document['x-index']))
  const module = entity.split('/')[0]!
  const operations: Readonly<Record<(typeof kinds)[number], Operation>> = {
    addEntity: { op: 'addEntity', entity: `${module}/${fresh}`, document: { ...document, $id: `${module}/${fresh}` } },
    addField: { op: 'addField', entity, field: fresh, schema: { maxLength: 64, 'x-label': label } },
    addIndex: { op: 'addIndex', entity, name: fresh, on: [field], unique: detail % 2 === 0 },
    addOption: { op: 'addOption', entity, field: optionField, name: fresh, option: { value, 'x-label': label } },
    addSection: { op: 'addSection', entity, name: fresh, label, index: section },
    changeKind: { op: 'changeKind', entity, field, schema: detail % 2 ? { format: 'date' } : { type: 'integer' } },
    moveInForm: {
      op: 'moveInForm',
      entity,
      field,
      to: detail % 7 === 0 ? null : { section, row: place % 4, ...(detail % 2 === 0 && { column: detail % 3 }) },
    },
    moveInTable: { op: 'moveInTable', entity, field, to: detail % 5 === 0 ? null : detail % 6 },
    moveOption: { op: 'moveOption', entity, field: optionField, option, to: place % 5 },
    moveSection: { op: 'moveSection', entity, from: section, to: place % Math.max(1, form.length) },
    removeEntity: { op: 'removeEntity', entity },
    removeFacet: {
      op: 'removeFacet',
      entity,
      path: ['properties', field, pick(Object.keys(objectOf(member(document['properties'], field))), detail) ?? 'x'],
    },
    removeField: { op: 'removeField', entity, field },
    removeIndex: { op: 'removeIndex', entity, name: pick(index, detail) ?? 'x' },
    removeOption: {
      op: 'removeOption',
      entity,
      field: optionField,
      option,
      ...(detail % 2 === 0 && { into: pick(options, place) ?? 'x' }),
    },
    removeSection: { op: 'removeSection', entity, index: section },
    renameEntity: { op: 'renameEntity', entity, name: fresh },
    renameField: { op: 'renameField', entity, field, name: fresh },
    renameOption: { op: 'renameOption', entity, field: optionField, option, name: fresh },
    setFacet: { op: 'setFacet', entity, path: ['properties', field, 'x-help'], value: label },
    setMenu: {
      op: 'setMenu',
      module,
      menu: textsOf(valueOf(documents, `${module}/module.json`)['menu']).toReversed(),
    },
    setOption: { op: 'setOption', entity, field: optionField, option, facet: 'x-label', value: label },
    setRequired: { op: 'setRequired', entity, field, required: detail % 2 === 0 },
  }
  return operations[kinds[kind % kinds.length]!]
}
