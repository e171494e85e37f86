/** The small language in which the dialect is written down: what a keyword may hold and what it is for. */
import type { Text } from '../../runtime/protocol/index.ts'
import type { Json } from '../source/json.ts'

export interface Keyword {
  /** Its meaning, for hover and documentation. */
  readonly doc: Text
  readonly shape: Shape
  /** Known to the language but not implemented in this version, so it is refused and never ignored. */
  readonly unsupported?: true
  /** A sensible value, offered by editors. */
  readonly example?: Json
}

export type Keywords = Readonly<Record<string, Keyword>>

export interface Choice {
  readonly value: string | number | boolean
  readonly doc: Text
}

/** A closed object: its keywords and no others. */
export interface RecordShape {
  readonly is: 'record'
  /** Name in the meta-schema's definitions. */
  readonly name: string
  readonly keywords: Keywords
  readonly required: readonly string[]
}

export type Shape =
  | { readonly is: 'text'; readonly pattern?: RegExp; readonly maxLength?: number }
  | { readonly is: 'integer' | 'number'; readonly min?: number; readonly max?: number }
  | { readonly is: 'boolean' }
  | { readonly is: 'choice'; readonly of: readonly Choice[] }
  | { readonly is: 'list'; readonly items: Shape; readonly min?: number }
  /**
   * Names of the author's choice, each with a value of one shape; `keywords` may be among them. `names` = their
   * shape where it is not that of fields.
   */
  | {
      readonly is: 'map'
      readonly values: Shape
      readonly min?: number
      readonly keywords?: Keywords
      readonly names?: RegExp
    }
  /** One text per language, every language required. */
  | { readonly is: 'label'; readonly maxLength: number }
  | { readonly is: 'either'; readonly shapes: readonly Shape[] }
  | { readonly is: 'any' }
  | RecordShape

export const anyValue: Shape = { is: 'any' }
export const flag: Shape = { is: 'boolean' }
export const name: Shape = { is: 'text', maxLength: 63 }
export const names: Shape = { is: 'list', items: name }
/** A rule: an expression over the fields of the record. */
export const ruleText: Shape = { is: 'text', maxLength: 1000 }
export const label: Shape = { is: 'label', maxLength: 100 }

export function text(maxLength: number, pattern?: RegExp): Shape {
  return pattern ? { is: 'text', maxLength, pattern } : { is: 'text', maxLength }
}

export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): Shape {
  return { is: 'integer', min, max }
}

export function choice(...of: readonly (readonly [value: Choice['value'], zh: string, en: string])[]): Shape {
  return { is: 'choice', of: of.map(([value, zh, en]) => ({ value, doc: { 'zh-cn': zh, en } })) }
}

/** A keyword that is supported. */
export function keyword(shape: Shape, zh: string, en: string, example?: Json): Keyword {
  return example === undefined ? { shape, doc: { 'zh-cn': zh, en } } : { shape, doc: { 'zh-cn': zh, en }, example }
}

/** A keyword that is known and refused for now. */
export function unsupported(zh: string, en: string): Keyword {
  return { shape: anyValue, doc: { 'zh-cn': zh, en }, unsupported: true }
}
