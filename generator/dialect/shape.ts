/** The small language in which the dialect is written down: what a word may hold and what it is for. */
import type { Text } from '../../runtime/protocol/index.ts'
import type { Json } from '../source/json.ts'

export interface Word {
  /** What it says, for hover and documentation. */
  readonly doc: Text
  readonly shape: Shape
  /** Known to the language, but this version does not do what it asks for: refused, never ignored. */
  readonly later?: true
  /** A sensible value, offered by editors. */
  readonly example?: Json
}

export type Words = Readonly<Record<string, Word>>

export interface Choice {
  readonly value: string | number | boolean
  readonly doc: Text
}

/** A closed object: its words and no others. */
export interface RecordShape {
  readonly is: 'record'
  /** Name in the meta-schema's definitions. */
  readonly name: string
  readonly words: Words
  readonly required: readonly string[]
}

export type Shape =
  | { readonly is: 'text'; readonly pattern?: RegExp; readonly longest?: number }
  | { readonly is: 'integer' | 'number'; readonly least?: number; readonly most?: number }
  | { readonly is: 'boolean' }
  | { readonly is: 'choice'; readonly of: readonly Choice[] }
  | { readonly is: 'list'; readonly items: Shape; readonly least?: number }
  /** Names of the author's choice, each with a value of one shape; `words` may stand among them. `names` = their shape where it is not that of fields. */
  | {
      readonly is: 'map'
      readonly values: Shape
      readonly least?: number
      readonly words?: Words
      readonly names?: RegExp
    }
  /** One text per language, every language required. */
  | { readonly is: 'label'; readonly longest: number }
  | { readonly is: 'either'; readonly shapes: readonly Shape[] }
  | { readonly is: 'any' }
  | RecordShape

export const anyValue: Shape = { is: 'any' }
export const flag: Shape = { is: 'boolean' }
export const name: Shape = { is: 'text', longest: 63 }
export const names: Shape = { is: 'list', items: name }
/** A rule: an expression over the fields of the record. */
export const ruleText: Shape = { is: 'text', longest: 1000 }
export const label: Shape = { is: 'label', longest: 100 }

export function text(longest: number, pattern?: RegExp): Shape {
  return pattern ? { is: 'text', longest, pattern } : { is: 'text', longest }
}

export function integer(least: number, most: number = Number.MAX_SAFE_INTEGER): Shape {
  return { is: 'integer', least, most }
}

export function choice(...of: readonly (readonly [value: Choice['value'], zh: string, en: string])[]): Shape {
  return { is: 'choice', of: of.map(([value, zh, en]) => ({ value, doc: { 'zh-cn': zh, en } })) }
}

/** A word that is supported. */
export function word(shape: Shape, zh: string, en: string, example?: Json): Word {
  return example === undefined ? { shape, doc: { 'zh-cn': zh, en } } : { shape, doc: { 'zh-cn': zh, en }, example }
}

/** A word that is known and refused for now. */
export function later(zh: string, en: string): Word {
  return { shape: anyValue, doc: { 'zh-cn': zh, en }, later: true }
}
