/**
 * Settings that an administrator adds to a tab: kept in rows of `config` that may be deleted, unlike the built-in ones.
 */
import { fieldRules, isEmpty, kinds, type FieldModel, type KindName, type TextKey } from '../../protocol/index.ts'
import type { Row } from '../db/tables.ts'
import { linesOf } from './links.ts'
import { readSwitch, text, type ReadSetting } from './read-setting.ts'

/** Input types an added setting may have, of those of protocol 10.3. */
const kindTypes = ['date', 'time', 'year', 'color', 'icon', 'image', 'images', 'file', 'files'] as const
/** Those that hold several values. */
const listTypes = ['images', 'files'] as const satisfies readonly (typeof kindTypes)[number][]
type KindType = (typeof kindTypes)[number]
const itemTypes = ['string', 'textarea', 'number', 'switch', 'select', 'radio', 'checkbox', ...kindTypes] as const
export type ItemType = (typeof itemTypes)[number]

/** Names of validators. `required` and what the text has to be. */
const itemRules = [
  'required',
  'integer',
  'number',
  'float',
  'email',
  'url',
  'mobile',
  'idNumber',
  'account',
  'date',
] as const
type ItemRule = (typeof itemRules)[number]

type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SettingItem {
  readonly id: number
  readonly name: string
  /** Its tab. */
  readonly section: string
  readonly title: string
  readonly tip: string
  readonly type: ItemType
  /** Labels by value; empty where there is nothing to choose from. */
  readonly options: Readonly<Record<string, string>>
  readonly rules: readonly ItemRule[]
  /** Attributes of the form item, and of the input. */
  readonly extend: Attributes
  readonly inputExtend: Attributes
  readonly weigh: number
  /** As it is stored. */
  readonly value: string
}

const choices: ReadonlySet<ItemType> = new Set(['select', 'radio', 'checkbox'])
export const isChoice = (type: ItemType): boolean => choices.has(type)

const maxText = 10_000

/** Lines `key=value` with another meaning would be attributes that run code. */
const attribute = /^(?!on)[a-z][A-Za-z0-9-]{0,39}$/

/** Input types that are kinds of fields: they are read, stored and sent as those are. */
const kindOf = (type: ItemType): KindType | undefined => kindTypes.find((one) => one === type)

/** Types whose values are addresses of files. */
export const fileTypes: readonly ItemType[] = ['image', 'images', 'file', 'files']

/** What a setting of pictures or files holds at most. */
const maxFiles = 20

/** A field that is nothing but its kind. */
const fieldOfKind = (kind: KindName): FieldModel => ({
  name: kind,
  kind,
  label: { 'zh-cn': '', en: '' },
  required: false,
  readOnly: false,
  private: false,
  implicit: false,
  ...(listTypes.some((one) => one === kind) && { maxItems: maxFiles }),
})

/** Validates what a client sent as the value. */
export function readItemValue(
  { type, options, rules }: Pick<SettingItem, 'type' | 'options' | 'rules'>,
  input: unknown,
): ReadSetting {
  const isRequired = rules.includes('required')
  if (type === 'switch') return readSwitch(input)
  if (type === 'checkbox') return readChoices(options, isRequired, input)
  const kind = kindOf(type)
  if (kind !== undefined) return readKind(kind, isRequired, input)
  const read = text(type === 'textarea' ? maxText : 1000, isRequired)(input)
  if (!('stored' in read) || read.stored === '') return read
  if (isChoice(type)) return Object.hasOwn(options, read.stored) ? read : { problem: 'field.option' }
  // A line break in a setting of one line could end a header or a line of a protocol.
  if (type === 'string' && /[\u0000-\u001f\u007f\u2028\u2029]/.test(read.stored)) return { problem: 'field.type' }
  const isNumber = type === 'number' || rules.includes('number') || rules.includes('float')
  if (isNumber && !/^-?\d{1,15}(\.\d{1,10})?$/.test(read.stored)) return { problem: 'field.decimal' }
  if (rules.includes('integer') && !/^-?\d{1,15}$/.test(read.stored)) return { problem: 'field.integer' }
  for (const rule of ['email', 'url', 'mobile', 'idNumber', 'account', 'date'] as const)
    if (rules.includes(rule) && 'problem' in kinds[rule].read(read.stored, fieldOfKind(rule), { timeZone: 'UTC' }))
      return { problem: `field.${rule}` }
  return read
}

function readKind(kind: KindType, isRequired: boolean, input: unknown): ReadSetting {
  const field = fieldOfKind(kind)
  const isNone = isEmpty(input) || (Array.isArray(input) && input.length === 0)
  if (isNone) return isRequired ? { problem: 'field.required' } : { stored: '' }
  const read = kinds[kind].read(input, field, { timeZone: 'UTC' })
  if ('problem' in read) {
    const { rule, params } = read.problem
    return { problem: fieldRules[rule], ...(params && { params }) }
  }
  const stored = String(kinds[kind].toStored(read.value, field) ?? '')
  return stored.length > maxText ? { problem: 'field.maxLength', params: { limit: maxText } } : { stored }
}

function readChoices(options: SettingItem['options'], isRequired: boolean, input: unknown): ReadSetting {
  const list = Array.isArray(input) ? input.map(String) : input === '' || (input ?? null) === null ? [] : null
  if (list === null) return { problem: 'field.type' }
  if (list.some((one) => !Object.hasOwn(options, one))) return { problem: 'field.option' }
  return isRequired && list.length === 0
    ? { problem: 'field.required' }
    : { stored: JSON.stringify([...new Set(list)]) }
}

/** The value as clients get it. */
export function itemWire({ type, value }: Pick<SettingItem, 'type' | 'value'>): unknown {
  if (type === 'switch') return value === '1'
  const kind = kindOf(type)
  if (kind !== undefined) return kinds[kind].toWire(value === '' ? null : value, fieldOfKind(kind)) ?? ''
  return type === 'checkbox' ? (JSON.parse(value || '[]') as unknown) : value
}

/** The item as its row holds it; a type or rule of another version counts as a plain text. */
export function itemOfRow(row: Row): SettingItem {
  const own = parseObject(row['extend'])
  return {
    id: Number(row['id']),
    name: String(row['name']),
    section: String(row['section']),
    title: String(row['title'] ?? ''),
    tip: String(row['tip'] ?? ''),
    type: itemTypes.find((type) => type === row['type']) ?? 'string',
    options: parseObject(row['content']) as Readonly<Record<string, string>>,
    rules: itemRules.filter((rule) =>
      String(row['rule'] ?? '')
        .split(',')
        .includes(rule),
    ),
    extend: (own['extend'] ?? {}) as Attributes,
    inputExtend: (own['inputExtend'] ?? {}) as Attributes,
    weigh: Number(row['weigh'] ?? 0),
    value: String(row['value'] ?? ''),
  }
}

function parseObject(text: unknown): Readonly<Record<string, unknown>> {
  try {
    const read = JSON.parse(String(text ?? '')) as unknown
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** What an administrator sent of a new item: its row, or the problems by member. */
export function readNewItem(
  body: Readonly<Record<string, unknown>>,
  sections: readonly string[],
): { readonly row: Row } | { readonly problems: Readonly<Record<string, TextKey>> } {
  const problems: Record<string, TextKey> = {}
  const textOf = (name: string, most: number): string => {
    const read = text(most, false)(body[name])
    if (!('stored' in read)) problems[name] = 'config.item.text'
    return 'stored' in read ? read.stored : ''
  }
  const [name, title, tip] = [textOf('name', 30), textOf('title', 50), textOf('tip', 100)]
  if (!/^[a-z][a-z0-9_]*$/.test(name)) problems['name'] = 'config.item.name'
  if (title === '') problems['title'] = 'field.required'
  const section = sections.find((one) => one === body['group'])
  if (section === undefined) problems['group'] = 'field.option'
  const type = itemTypes.find((one) => one === body['type'])
  if (type === undefined) problems['type'] = 'config.item.type'
  const sent = Array.isArray(body['rule']) ? body['rule'].map(String) : String(body['rule'] ?? '').split(',')
  const rules = itemRules.filter((rule) => sent.includes(rule))
  if (sent.some((rule) => rule !== '' && !rules.some((known) => known === rule))) problems['rule'] = 'config.item.rule'
  const options = readPairs(textOf('content', 4000))
  if (type && isChoice(type) && (options === null || Object.keys(options).length === 0))
    problems['content'] = 'config.item.content'
  const [extend, inputExtend] = ['extend', 'inputExtend'].map((part) => {
    const pairs = readPairs(textOf(part, 255))
    if (pairs === null || Object.keys(pairs).some((key) => !attribute.test(key))) problems[part] = 'config.item.extend'
    return typed(pairs ?? {})
  })
  const own = JSON.stringify({ extend, inputExtend })
  if (own.length > 255) problems['extend'] ??= 'config.item.extend'
  const weigh = Number(body['weigh'] ?? 0)
  if (!Number.isSafeInteger(weigh)) problems['weigh'] = 'field.integer'
  const kept = { type: type ?? 'string', options: (type && isChoice(type) ? options : null) ?? {}, rules }
  // Nothing is a value that a required setting may have only until it is saved for the first time.
  const initial = isNothing(body['value'])
    ? { stored: type === 'switch' ? '0' : '' }
    : readItemValue(kept, body['value'])
  if (!('stored' in initial)) problems['value'] = 'problem' in initial ? initial.problem : 'field.type'
  if (Object.keys(problems).length > 0 || section === undefined || !('stored' in initial)) return { problems }
  return {
    row: {
      name,
      section,
      title,
      tip,
      type: kept.type,
      value: initial.stored,
      content: JSON.stringify(kept.options),
      rule: rules.join(','),
      extend: own,
      allow_del: 1,
      weigh,
      version: 1,
    },
  }
}

const isNothing = (value: unknown): boolean => (value ?? null) === null || value === ''

/** Lines `value=label`; null when one is something else. */
function readPairs(lines: string): Readonly<Record<string, string>> | null {
  const pairs = linesOf(lines).map((line) => /^([^=]{1,60})=(.{1,100})$/.exec(line))
  if (pairs.some((pair) => pair === null) || pairs.length > 100) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.trim() ?? '', pair?.[2]?.trim() ?? '']))
}

const typed = (pairs: Readonly<Record<string, string>>): Attributes =>
  Object.fromEntries(
    Object.entries(pairs).map(([key, value]) => {
      if (value === 'true' || value === 'false') return [key, value === 'true']
      return [key, /^-?\d{1,9}(\.\d{1,6})?$/.test(value) ? Number(value) : value]
    }),
  )
