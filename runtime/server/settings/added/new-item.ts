/** A setting that an administrator adds: what was sent becomes its row. */
import type { TextKey } from '../../../protocol/index.ts'
import type { Row } from '../../db/tables.ts'
import { linesOf } from '../links.ts'
import { text } from '../read-setting.ts'
import { isChoice, itemRules, itemTypes, type Attribute, type Attributes, type ItemType } from './item.ts'
import { relationOf, type ItemRelation } from './relation.ts'
import { readItemValue } from './values.ts'

/** Lines `key=value` with another meaning would be attributes that run code. */
const attribute = /^(?!on)[a-z][A-Za-z0-9-]{0,39}(\.[a-z][A-Za-z0-9_-]{0,39})?$/

/** What is around a new item. */
interface ItemContext {
  /** Names of the tabs. */
  readonly sections: readonly string[]
  /** IANA name, of the site. */
  readonly timeZone: string
  /** The list that the caller may choose records from, with a field that names them; null when there is none. */
  listOf(relation: ItemRelation): ItemRelation | null
}

/** What an administrator sent of a new item: its row, or the problems by member. */
export function readNewItem(
  body: Readonly<Record<string, unknown>>,
  { sections, timeZone, listOf }: ItemContext,
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
  const attributes = readRemote(type, inputExtend ?? {}, listOf)
  if (attributes === null) problems['inputExtend'] = 'config.item.remote'
  const own = JSON.stringify({ extend, inputExtend: attributes ?? {} })
  if (own.length > 255) problems['extend'] ??= 'config.item.extend'
  const weigh = Number(body['weigh'] ?? 0)
  if (!Number.isSafeInteger(weigh)) problems['weigh'] = 'field.integer'
  const kept = { type: type ?? 'string', options: (type && isChoice(type) ? options : null) ?? {}, rules }
  // Nothing is a value that a required setting may have only until it is saved for the first time.
  const initial = isNothing(body['value'])
    ? { stored: type === 'switch' ? '0' : '' }
    : type === 'password'
      ? // It would be in the log under the name `value`.
        ({ problem: 'config.item.secret' } as const)
      : readItemValue({ ...kept, inputExtend: attributes ?? {} }, body['value'], timeZone)
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

/** A choice of records needs a list; null when none is named that the caller may see. */
function readRemote(
  type: ItemType | undefined,
  attributes: Attributes,
  listOf: ItemContext['listOf'],
): Attributes | null {
  if (type !== 'remoteSelect' && type !== 'remoteSelects') return attributes
  const named = relationOf(attributes)
  const list = named && listOf(named)
  if (!list) return null
  const { 'remote-url': _url, 'remote-field': _field, ...others } = attributes
  return { ...others, remoteUrl: `/admin/${list.controller}/index`, pk: 'id', field: list.show }
}

const isNothing = (value: unknown): boolean => (value ?? null) === null || value === ''

/** Lines `value=label`; null when one is something else. */
function readPairs(lines: string): Readonly<Record<string, string>> | null {
  const pairs = linesOf(lines).map((line) => /^([^=]{1,60})=(.{1,100})$/.exec(line))
  if (pairs.some((pair) => pair === null) || pairs.length > 100) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.trim() ?? '', pair?.[2]?.trim() ?? '']))
}

function typed(pairs: Readonly<Record<string, string>>): Attributes {
  const attributes: Record<string, Attribute | Record<string, Attribute>> = {}
  for (const [key, value] of Object.entries(pairs)) {
    const [name = '', below] = key.split('.')
    const above = attributes[name]
    if (below === undefined) attributes[name] = typedValue(value)
    else attributes[name] = { ...(typeof above === 'object' && above), [below]: typedValue(value) }
  }
  return attributes
}

function typedValue(value: string): Attribute {
  if (value === 'true' || value === 'false') return value === 'true'
  return /^-?\d{1,9}(\.\d{1,6})?$/.test(value) ? Number(value) : value
}
