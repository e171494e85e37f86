/**
 * Settings that an administrator adds to a tab: kept in rows of `config` that may be deleted, unlike the built-in ones.
 */
import type { Row } from '../../db/tables.ts'
import { allowedAttributes, type Attributes } from './attributes.ts'

/** The input types of protocol 10.3. */
export const itemTypes = [
  'string',
  'password',
  'number',
  'radio',
  'checkbox',
  'switch',
  'textarea',
  'array',
  'datetime',
  'year',
  'date',
  'time',
  'select',
  'selects',
  'remoteSelect',
  'remoteSelects',
  'editor',
  'city',
  'image',
  'images',
  'file',
  'files',
  'icon',
  'color',
] as const
export type ItemType = (typeof itemTypes)[number]

/** Names of validators. `required` and what the text has to be. */
export const itemRules = [
  'required',
  'editorRequired',
  'integer',
  'number',
  'float',
  'email',
  'url',
  'mobile',
  'idNumber',
  'account',
  'password',
  'varName',
  'date',
] as const
type ItemRule = (typeof itemRules)[number]

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
  /** Higher by one each time it is defined anew. */
  readonly version: number
  /** As it is stored. */
  readonly value: string
}

const choices: ReadonlySet<ItemType> = new Set(['select', 'selects', 'radio', 'checkbox'])
export const isChoice = (type: ItemType): boolean => choices.has(type)

/** Types whose values are addresses of files. */
export const fileTypes: readonly ItemType[] = ['image', 'images', 'file', 'files']

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
    extend: allowedAttributes((own['extend'] ?? {}) as Attributes),
    inputExtend: allowedAttributes((own['inputExtend'] ?? {}) as Attributes),
    weigh: Number(row['weigh'] ?? 0),
    version: Number(row['version'] ?? 1),
    value: String(row['value'] ?? ''),
  }
}

/** What `itemOfRow` reads, but for what identifies the row. */
export const rowOfItem = (item: Omit<SettingItem, 'id' | 'name' | 'value' | 'version'>): Row => ({
  section: item.section,
  title: item.title,
  tip: item.tip,
  type: item.type,
  content: JSON.stringify(item.options),
  rule: item.rules.join(','),
  extend: JSON.stringify({ extend: item.extend, inputExtend: item.inputExtend }),
  weigh: item.weigh,
})

function parseObject(text: unknown): Readonly<Record<string, unknown>> {
  try {
    const read = JSON.parse(String(text ?? '')) as unknown
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
