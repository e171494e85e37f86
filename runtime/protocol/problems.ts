/** One catalogue of what can go wrong at run time: reasons of refusals and rules of fields, each with its text key. */
import type { Language, Text } from './field-model.ts'
import { fieldEn } from './texts/field-en.ts'
import { fieldZhCn } from './texts/field-zh-cn.ts'
import type { TextKey } from './texts/zh-cn.ts'

/** Codes of refusals as `data.reason` carries them, and the text key of each. */
export const refusalReasons = {
  bad_query: 'problem.bad_query',
  not_found: 'problem.not_found',
  invalid: 'problem.invalid',
  conflict: 'problem.conflict',
  bad_state: 'problem.bad_state',
  stock_short: 'problem.stock_short',
  in_use: 'problem.in_use',
  duplicate: 'problem.duplicate',
} as const satisfies Record<string, TextKey>
export type RefusalReason = keyof typeof refusalReasons

/** Rules that a field's value can break, and the text key of each. */
export const fieldRules = {
  required: 'field.required',
  type: 'field.type',
  typeText: 'field.typeText',
  typeList: 'field.typeList',
  typeLines: 'field.typeLines',
  typePairs: 'field.typePairs',
  key: 'field.key',
  typeObject: 'field.typeObject',
  typeSwitch: 'field.typeSwitch',
  text: 'field.text',
  format: 'field.format',
  mobile: 'field.mobile',
  email: 'field.email',
  url: 'field.url',
  account: 'field.account',
  password: 'field.password',
  idNumber: 'field.idNumber',
  integer: 'field.integer',
  decimal: 'field.decimal',
  scale: 'field.scale',
  range: 'field.range',
  overflow: 'field.overflow',
  notation: 'field.notation',
  date: 'field.date',
  period: 'field.period',
  minLength: 'field.minLength',
  maxLength: 'field.maxLength',
  minimum: 'field.minimum',
  maximum: 'field.maximum',
  minItems: 'field.minItems',
  maxItems: 'field.maxItems',
  uniqueItems: 'field.uniqueItems',
  pattern: 'field.pattern',
  option: 'field.option',
  relation: 'field.relation',
  unresolved: 'field.unresolved',
  relationFilter: 'field.relationFilter',
  duplicate: 'field.duplicate',
  treeSelf: 'field.treeSelf',
  treeDepth: 'field.treeDepth',
  damaged: 'field.damaged',
  ambiguous: 'field.ambiguous',
  frozen: 'field.frozen',
  check: 'field.check',
  rows: 'field.rows',
} as const satisfies Record<string, keyof typeof fieldZhCn>
export type FieldRule = keyof typeof fieldRules

/** The texts of `fieldRules`, with those of their special cases. */
export const fieldTexts: Readonly<Record<Language, Readonly<Record<keyof typeof fieldZhCn, string>>>> = {
  'zh-cn': fieldZhCn,
  en: fieldEn,
}

/** A broken rule with the figures its text needs. */
export interface FieldProblem {
  readonly rule: FieldRule
  readonly params?: Readonly<Record<string, string | number>>
  /** The sentence itself, where the schema has one; `params` fill its places. */
  readonly text?: Text
}

/** An error of the compiled JSON Schema validator, with the members used here (Ajv's error object has this shape). */
export interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
}

const ruleOfKeyword: Readonly<Record<string, FieldRule>> = {
  required: 'required',
  minLength: 'minLength',
  maxLength: 'maxLength',
  minimum: 'minimum',
  maximum: 'maximum',
  minItems: 'minItems',
  maxItems: 'maxItems',
  uniqueItems: 'uniqueItems',
  pattern: 'pattern',
  enum: 'option',
}

const ruleOfType: Readonly<Record<string, FieldRule>> = {
  integer: 'integer',
  number: 'decimal',
  string: 'typeText',
  array: 'typeList',
  object: 'typeObject',
  boolean: 'typeSwitch',
}

/**
 * The field an error of the validator belongs to (`product_detail.2.price` inside lines), and the broken rule. An empty
 * required text counts as missing.
 */
export function problemOfSchemaError(error: SchemaError): { field: string; problem: FieldProblem } {
  const missing = typeof error.params['missingProperty'] === 'string' ? error.params['missingProperty'] : null
  const path = [
    ...error.instancePath.split('/').slice(1).map(decodeURIComponent),
    ...(missing === null ? [] : [missing]),
  ]
  const field = path.length > 2 ? path.join('.') : (missing ?? path[0] ?? '')
  const rule =
    error.keyword === 'type'
      ? ([error.params['type']]
          .flat()
          .map((type) => ruleOfType[String(type)])
          .findLast((rule) => rule !== undefined) ?? 'type')
      : (ruleOfKeyword[error.keyword] ?? 'type')
  const limit = error.params['limit']
  if ((rule === 'minLength' || rule === 'minItems') && limit === 1) return { field, problem: { rule: 'required' } }
  return { field, problem: typeof limit === 'number' ? { rule, params: { limit } } : { rule } }
}
