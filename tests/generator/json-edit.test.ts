/** Changes of schema documents: only the bytes of the change differ, and each can be taken back to the byte. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editJson, editJsonAll, JsonEditError, type JsonEdit, type JsonPath } from '../../generator/edit/json-edit.ts'
import { isObject, type Json } from '../../generator/source/json.ts'
import { sampleCount } from '../support/databases.ts'
import { filesBelow } from './folders.ts'

const root = join(import.meta.dirname, '../..')
const documents = Object.entries(filesBelow(join(root, 'schemas')))
  .filter(([path]) => path.endsWith('.json') && !path.startsWith('dialect/'))
  .map(([, text]) => text)

describe('a change of a JSON document', () => {
  const entity = documents.find((text) => text.includes('"$id": "wms/product"'))!

  it('adds a field as those beside it are laid out, and no other line', () => {
    const value = { maxLength: 64, 'x-label': { 'zh-cn': '备注', en: 'Remark' } }
    const { text } = editJson(entity, { op: 'insert', path: ['properties'], index: 2, name: 'handling', value })
    expect(addedLines(entity, text)).toEqual([
      '    "handling": { "maxLength": 64, "x-label": { "zh-cn": "备注", "en": "Remark" } },',
    ])
    const long = {
      ...value,
      'x-help': { 'zh-cn': '给仓库看', en: 'What the people in the warehouse should know of it' },
    }
    const other = editJson(entity, { op: 'insert', path: ['properties'], index: 2, name: 'handling', value: long }).text
    expect(addedLines(entity, other)).toEqual([
      '    "handling": {',
      '      "maxLength": 64,',
      '      "x-label": { "zh-cn": "备注", "en": "Remark" },',
      '      "x-help": { "zh-cn": "给仓库看", "en": "What the people in the warehouse should know of it" }',
      '    },',
    ])
  })

  it('breaks a line that a longer name makes too long', () => {
    const value = '{ "label": { "zh-cn": "私有文件", "en": "Private file" }, "table": "private_file" }'
    const text = `{\n  "x-entity": ${value},\n  "title": "Files"\n}\n`
    const { text: after, inverse } = editJson(text, { op: 'rename', path: ['x-entity'], name: 'x'.repeat(40) })
    expect(after).toBe(
      `{\n  "${'x'.repeat(40)}": {\n    "label": { "zh-cn": "私有文件", "en": "Private file" },\n` +
        '    "table": "private_file"\n  },\n  "title": "Files"\n}\n',
    )
    expect(editJson(after, inverse).text).toBe(text)
  })

  it('keeps comments, odd spacing and line ends of Windows', () => {
    const text = '{\r\n\t"a" : 1, // first\r\n\t"b":[ 1,2 ],\r\n\t"c": { }\r\n}\r\n'
    expect(editJson(text, { op: 'insert', path: ['b'], index: 2, value: 3 }).text).toBe(
      text.replace('1,2 ]', '1,2, 3 ]'),
    )
    expect(editJson(text, { op: 'insert', path: [], index: 3, name: 'd', value: { x: 1 } }).text).toBe(
      text.replace('{ }\r\n', '{ },\r\n\t"d": {\r\n\t\t"x": 1\r\n\t}\r\n'),
    )
    expect(editJson(text, { op: 'rename', path: ['a'], name: 'z' }).text).toBe(text.replace('"a"', '"z"'))
    expect(editJson(text, { op: 'remove', path: ['b'] }).text).toBe(text.replace('"b":[ 1,2 ],\r\n\t', ''))
  })

  it('breaks a line that would become too long, and joins it again when it is taken back', () => {
    const text = `{\n  "required": [${'"a_field_with_a_name", '.repeat(4)}"last"]\n}\n`
    const { text: after, inverse } = editJson(text, {
      op: 'insert',
      path: ['required'],
      index: 5,
      value: 'one_more_field_name',
    })
    expect(after.split('\n').slice(1, 3)).toEqual(['  "required": [', '    "a_field_with_a_name",'])
    expect(editJson(after, inverse).text).toBe(text)
  })

  it('is refused where the document has changed', () => {
    const edits: readonly JsonEdit[] = [
      { op: 'remove', path: ['properties', 'nothing'] },
      { op: 'rename', path: ['properties', 'name'], name: 'product_no' },
      { op: 'insert', path: ['properties'], index: 0, name: 'name', value: {} },
      { op: 'insert', path: ['required'], index: 0, name: 'name', value: {} },
      { op: 'move', path: ['required'], from: 0, to: 9 },
      { op: 'replace', path: ['required', 'x'], value: 1 },
    ]
    for (const edit of edits) expect(() => editJson(entity, edit), JSON.stringify(edit)).toThrow(JsonEditError)
  })

  it('and its inverse give the same bytes, and change what they should (DI1)', () => {
    const random = fc.tuple(
      fc.constantFrom(...documents),
      fc.boolean(),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 }),
    )
    fc.assert(
      fc.property(random, ([document, isWindows, numbers]) => {
        const original = isWindows ? document.replaceAll('\n', '\r\n') : document
        let text = original
        const inverses: JsonEdit[] = []
        for (const [kind, place, detail] of numbers) {
          const edit = randomEdit(JSON.parse(text) as Json, kind, place, detail)
          const edited = editJson(text, edit)
          expect(JSON.stringify(JSON.parse(edited.text))).toBe(
            JSON.stringify(valueAfter(JSON.parse(text) as Json, edit)),
          )
          expect(editJson(edited.text, edited.inverse).text).toBe(text)
          inverses.unshift(edited.inverse)
          text = edited.text
        }
        expect(editJsonAll(text, inverses)).toBe(original)
      }),
      { numRuns: sampleCount(2000) },
    )
  })

  it('leaves a formatted document formatted', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-json-'))
    try {
      writeFileSync(join(folder, '.oxfmtrc.json'), '{ "printWidth": 120 }\n')
      const written = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.nat()), 400).map(([kind, place, detail], index) => {
        const document = documents[place % documents.length]!
        const { text } = editJson(document, randomEdit(JSON.parse(document) as Json, kind, place, detail))
        writeFileSync(join(folder, `${index}.json`), text)
        return text
      })
      execFileSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), '.'], { cwd: folder })
      written.forEach((text, index) => expect(text).toBe(readFileSync(join(folder, `${index}.json`), 'utf8')))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** The lines of the one place where both texts differ. */
const addedLines = (before: string, after: string): readonly string[] => {
  const [former, lines] = [before.split('\n'), after.split('\n')]
  const start = lines.findIndex((line, index) => line !== former[index])
  return lines.slice(start, start + lines.length - former.length)
}

/** Values as schemas have them. */
const values: readonly Json[] = [
  'name',
  12,
  true,
  null,
  [],
  {},
  ['name', 'price'],
  { maxLength: 64, 'x-label': { 'zh-cn': '备注', en: 'Remark' } },
  {
    'x-label': { 'zh-cn': '备注', en: 'Remark' },
    'x-help': { 'zh-cn': '写给仓库的人看的一句话，例如怎样搬运', en: 'A sentence for the warehouse' },
    enum: [0, 1],
  },
  [
    { section: 'basic', rows: [['name'], ['price', 'unit']] },
    { section: 'more', rows: [['remark']] },
  ],
]

/** A change that fits the document, made of three numbers. */
function randomEdit(document: Json, kind: number, place: number, detail: number): JsonEdit {
  const containers = pathsOf(document).filter(
    (path) => typeof itemAt(document, path) === 'object' && itemAt(document, path) !== null,
  )
  const path = containers[place % containers.length]!
  const container = itemAt(document, path)!
  const names = isObject(container) ? Object.keys(container) : null
  const count = names?.length ?? (container as readonly Json[]).length
  const value = values[detail % values.length]!
  const fresh = `field_${detail}`
  const index = detail % (count + 1)
  const element = names ? names[detail % Math.max(1, count)]! : detail % Math.max(1, count)
  if (kind % 5 === 0 || count === 0) return { op: 'insert', path, index, value, ...(names ? { name: fresh } : {}) }
  if (kind % 5 === 1) return { op: 'remove', path: [...path, element] }
  if (kind % 5 === 2) return { op: 'replace', path: [...path, element], value }
  if (kind % 5 === 3 && names) return { op: 'rename', path: [...path, element], name: fresh }
  return { op: 'move', path, from: detail % count, to: place % count }
}

/** The document after a change, without regard to its text. */
function valueAfter(document: Json, edit: JsonEdit): Json {
  const path = edit.op === 'insert' || edit.op === 'move' ? edit.path : edit.path.slice(0, -1)
  return within(document, path, (container) => {
    const entries: [string, Json][] = Object.entries(container as Readonly<Record<string, Json>>)
    const index = 'path' in edit ? entries.findIndex(([name]) => name === String(edit.path.at(-1))) : -1
    if (edit.op === 'insert') entries.splice(edit.index, 0, [edit.name ?? '', edit.value])
    else if (edit.op === 'move') entries.splice(edit.to, 0, ...entries.splice(edit.from, 1))
    else if (edit.op === 'remove') entries.splice(index, 1)
    else if (edit.op === 'rename') entries[index]![0] = edit.name
    else entries[index]![1] = edit.value
    return Array.isArray(container) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
  })
}

function within(document: Json, path: JsonPath, change: (value: Json) => Json): Json {
  const [first, ...rest] = path
  if (first === undefined) return change(document)
  if (Array.isArray(document))
    return document.map((item: Json, index) => (index === first ? within(item, rest, change) : item))
  const entries = Object.entries(document as Readonly<Record<string, Json>>)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === first ? within(value, rest, change) : value]),
  )
}

const itemAt = (document: Json, path: JsonPath): Json | undefined =>
  path.reduce<Json | undefined>((value, key) => (value as Readonly<Record<string, Json>>)[key], document)

function pathsOf(value: Json, path: JsonPath = []): readonly JsonPath[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries = Array.isArray(value)
    ? value.map((item: Json, index) => [index, item] as const)
    : Object.entries(value)
  return [path, ...entries.flatMap(([key, item]) => pathsOf(item as Json, [...path, key]))]
}
