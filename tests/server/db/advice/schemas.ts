/** Schemas of small entities that tests change, and what people do about them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { StoredValue, TableModel } from 'tablewright/protocol'
import { checkSources } from '../../../../generator/check/index.ts'
import { buildSchemaSet } from '../../../../generator/pipeline.ts'
import { read } from '../../../../generator/read.ts'

export type Json = Readonly<Record<string, unknown>>
export type Rows = readonly Readonly<Record<string, StoredValue>>[]

/** An entity: its fields next to `name`, and other keywords; `meta` is added to `x-entity`. */
export interface Entity {
  readonly fields?: Json
  readonly required?: readonly string[]
  readonly meta?: Json
  readonly root?: Json
}
/** By name. */
export type Entities = Readonly<Record<string, Entity>>

/** A person edits the schemas, changes records, or agrees to the plan; then applies. */
export interface Deed {
  readonly schemas?: Entities
  readonly sql?: readonly string[]
  readonly agrees?: true
}

export interface Advice {
  readonly what: string
  readonly before: Entities
  readonly rows: Readonly<Record<string, Rows>>
  readonly changed: Entities
  /** A part of the plan's advice. */
  readonly says: string
  readonly deeds: readonly Deed[]
  /** The records at the end. */
  readonly after: Readonly<Record<string, Rows>>
}

export const label = (text: string) => ({ 'zh-cn': text, en: text })
export const text = (more: Json = {}) => ({ type: 'string', maxLength: 20, 'x-label': label('t'), ...more })
export const integer = (more: Json = {}) => ({ type: 'integer', 'x-label': label('i'), ...more })
export const decimal = (scale: number, more: Json = {}) => ({
  ...text(more),
  maxLength: undefined,
  format: 'decimal',
  'x-scale': scale,
})
export const date = (more: Json = {}) => ({ type: 'string', format: 'date', 'x-label': label('d'), ...more })
export const moment = (more: Json = {}) => integer({ format: 'timestamp', ...more })
export const relation = (to: string, more: Json = {}) =>
  integer({ 'x-relation': { to: `advice/${to}`, show: 'name' }, ...more })
export const options = (list: Readonly<Record<string, Json>>) => {
  const entries = Object.entries(list).map(
    ([name, more], index) => [name, { value: index + 1, 'x-label': label(name), ...more }] as const,
  )
  return integer({ enum: entries.map(([, { value }]) => value), 'x-options': Object.fromEntries(entries) })
}
export const tags = () => ({ type: 'array', items: { type: 'string', maxLength: 20 }, 'x-label': label('g') })
export const plain: Entity = {}
export const fields = (all: Json, more: Entity = {}): Entity => ({ ...more, fields: all })
export const set = (statement: string) => (name: string) => [`update advice_${name} set ${statement}`]

export const withCode = fields({ code: text() }, { required: ['name', 'code'] })
export const twoNames: Rows = [{ name: 'a' }, { name: 'b' }]
export const coded = (...codes: readonly StoredValue[]): Rows => codes.map((code) => ({ name: 'a', code }))
export const colours = (more: Json = {}) => options({ red: {}, green: more })

/** The models of entities, whose schemas have to pass every check. */
export async function modelsOf(entities: Entities): Promise<readonly TableModel[]> {
  const root = mkdtempSync(join(tmpdir(), 'tablewright-test-'))
  try {
    const folder = join(root, 'schemas/advice')
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, 'module.json'),
      JSON.stringify({ $schema: '../dialect/module.json', 'x-label': label('Advice') }),
    )
    for (const [name, { fields: own = {}, required = ['name'], meta = {}, root: more = {} }] of Object.entries(
      entities,
    ))
      writeFileSync(
        join(folder, `${name}.json`),
        JSON.stringify({
          $schema: '../dialect/entity.json',
          $id: `advice/${name}`,
          type: 'object',
          title: name,
          'x-label': label(name),
          'x-entity': { label: label(name), title: 'name', ...meta },
          required,
          properties: { name: text(), ...own },
          ...more,
        }),
      )
    const sources = await read(root)
    const problems = await checkSources(sources)
    expect(problems.map(({ code, file, pointer, message }) => `${code} ${file}${pointer} ${message.en}`)).toEqual([])
    return buildSchemaSet(sources).modules.flatMap((module) => module.entities.map(({ model }) => model))
  } finally {
    rmSync(root, { recursive: true })
  }
}

export const merged = (parts: readonly Entities[]): Entities => Object.assign({}, ...parts) as Entities
