/** The reference of the schema language: complete, and its examples are valid. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaults } from '../../generator/dialect/defaults.ts'
import { dialect } from '../../generator/dialect/documents.ts'
import type { RecordShape, Shape } from '../../generator/dialect/shape.ts'
import { emitSchemaLanguage } from '../../generator/emit/docs/schema-language.ts'
import { check } from '../../generator/pipeline.ts'

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
    module: '## Modules',
  }
  const start = text.indexOf(`${titles[name] ?? `### ${name}`}\n`)
  expect(start, name).toBeGreaterThan(0)
  const rest = text.slice(start + 4)
  const end = rest.search(/\n##+ /)
  return (end < 0 ? rest : rest.slice(0, end)).split('\n').filter((line) => line.startsWith('| `'))
}

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

  it('names defaults of keywords that exist', () => {
    for (const [name, keywords] of Object.entries(defaults))
      for (const key of Object.keys(keywords)) expect(Object.keys(records.get(name)?.keywords ?? {})).toContain(key)
  })
})
