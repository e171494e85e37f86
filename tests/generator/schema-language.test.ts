/** The reference of the schema language: complete, and its examples are valid. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaults } from '../../generator/dialect/defaults.ts'
import { dialect } from '../../generator/dialect/documents.ts'
import type { RecordShape, Shape } from '../../generator/dialect/shape.ts'
import { snippets } from '../../generator/dialect/snippets.ts'
import { emitSchemaLanguage } from '../../generator/emit/docs/schema-language.ts'
import { check } from '../../generator/pipeline.ts'
import type { Json } from '../../generator/source/json.ts'

const { text } = emitSchemaLanguage()

const records = new Map<string, RecordShape>()
function collect(shape: Shape): void {
  if (shape.is === 'either') shape.shapes.forEach(collect)
  if (shape.is === 'list') collect(shape.items)
  if (shape.is === 'map') {
    collect(shape.values)
    for (const keyword of Object.values(shape.keywords ?? {})) collect(keyword.shape)
  }
  if (shape.is !== 'record' || records.has(shape.name)) return
  records.set(shape.name, shape)
  for (const keyword of Object.values(shape.keywords)) collect(keyword.shape)
}
for (const shape of Object.values(dialect)) collect(shape)

/** Rows of the table below the heading of an object; the object of a document itself follows the title of its part. */
function rowsOf(name: string): readonly string[] {
  const titles: Readonly<Record<string, string>> = {
    entity: '## Entities',
    overlay: '## Overlays',
    enum: '## Enumerations',
    type: '## Shared types',
    module: '## Modules',
  }
  const start = text.indexOf(`${titles[name] ?? `### ${name}`}\n`)
  expect(start, name).toBeGreaterThan(0)
  const rest = text.slice(start + 4)
  const end = rest.search(/\n##+ /)
  return (end < 0 ? rest : rest.slice(0, end)).split('\n').filter((line) => line.startsWith('| `'))
}

/** The body of a snippet as an author leaves it: what is given in its places, or what stands there. */
function filledIn(body: Json, given: readonly string[] = []): Json {
  const place = /\$\{(\d+)[:|]([^}|]*)\|?\}/g
  const fill = (text: string): string =>
    text.replace(place, (_place, at: string, preset: string) => given[Number(at) - 1] || (preset.split(',')[0] ?? ''))
  if (typeof body === 'string') return body.startsWith('^') ? (JSON.parse(fill(body.slice(1))) as Json) : fill(body)
  if (Array.isArray(body)) return body.map((item: Json) => filledIn(item, given))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [fill(name), filledIn(value as Json, given)]))
}

const bodyOf = (name: string, at = 0, given: readonly string[] = []): Json => filledIn(snippets[name]![at]!.body, given)

describe('the schema language reference', () => {
  it('lists every keyword of every object with a type, a meaning and a valid example', () => {
    expect(records.size).toBeGreaterThan(30)
    for (const [name, { keywords }] of records) {
      const rows = rowsOf(name)
      expect(rows.map((row) => /^\| `([^`]+)`/.exec(row)?.[1])).toEqual(Object.keys(keywords))
      for (const row of rows) {
        const [, key = '', type, , meaning, example] = row.split(/(?<!\\)\|/).map((cell) => cell.trim())
        const { unsupported } = keywords[key.slice(1, -1)]!
        expect([type, meaning]).not.toContain('')
        if (unsupported) expect(meaning).toContain('Not supported yet')
        else if (example !== 'see the [sample](#sample-module)')
          expect(() => JSON.parse(example!.slice(1, -1).replaceAll('\\|', '|')), row).not.toThrow()
      }
    }
  })

  it('shows JSON that passes all checks', async () => {
    const root = mkdtempSync(join(tmpdir(), 'tablewright-reference-'))
    try {
      const blocks = [...text.matchAll(/```json (schemas\/\S+)\n(.*?)```/gs)]
      expect(blocks.length).toBe([...text.matchAll(/```\w/g)].length)
      for (const [, path = '', json = ''] of blocks) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), json)
      }
      expect(await check(root)).toEqual({ problems: [], warnings: [] })
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })

  it('offers editors whole values that pass all checks once they are filled in', async () => {
    const root = mkdtempSync(join(tmpdir(), 'tablewright-snippets-'))
    const write = (path: string, value: unknown): void => {
      mkdirSync(dirname(join(root, 'schemas', path)), { recursive: true })
      writeFileSync(join(root, 'schemas', path), JSON.stringify(value))
    }
    try {
      const fields = snippets['field']!.map(({ title, body }) => {
        const name = title.en.toLowerCase().replaceAll(' ', '_')
        const target = name === 'lines' ? 'shop/line' : name.startsWith('reference') ? 'shop/product' : ''
        return [name, filledIn(body, ['', '', target])] as const
      })
      const entityOf = (name: string, properties: object, more: object = {}): void => {
        const entity = bodyOf('entity', 0, ['', name]) as { readonly properties: object }
        write(`shop/${name}.json`, { ...entity, ...more, properties: { ...entity.properties, ...properties } })
      }
      write('shop/module.json', bodyOf('module'))
      write('shop/enums/name.json', bodyOf('enum'))
      write('shop/types/quantity.json', bodyOf('type'))
      write('third/module.json', bodyOf('module'))
      write('third/overlays/product.json', bodyOf('overlay', 0, ['third', 'product', 'shop']))
      entityOf('line', { owner_id: filledIn(snippets['field']![8]!.body, ['', '', 'shop/product']) })
      entityOf(
        'product',
        {
          ...Object.fromEntries(fields),
          state: { $ref: 'enums/name.json', default: 1 },
          amount: { $ref: 'types/quantity.json', 'x-label': { 'zh-cn': '数量', en: 'Quantity' } },
        },
        {
          'x-index': { date: bodyOf('index', 0, ['date']), name: bodyOf('index', 1) },
          'x-checks': { order: bodyOf('check', 0, ['whole_number >= 0']) },
          'x-views': { form: [bodyOf('section')] },
          'x-machine': {
            field: 'state',
            initial: 'one',
            final: 'two',
            actions: { close: bodyOf('machineAction', 0, ['', '', 'one', 'two']) },
          },
        },
      )
      expect(await check(root)).toEqual({ problems: [], warnings: [] })
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })

  it('names defaults of keywords that exist', () => {
    for (const [name, keywords] of Object.entries(defaults))
      for (const key of Object.keys(keywords)) expect(Object.keys(records.get(name)?.keywords ?? {})).toContain(key)
  })
})
