/** What an administrator sends of the definition of a setting, when it is added and when it is defined anew. */
import { isSafeKey, trimText } from '../../../protocol/index.ts'
import { linesOf } from '../head-links.ts'
import { readWholeNumber, text, type ReadSetting } from '../read-setting.ts'
import { isAttribute, type Attribute, type Attributes } from './attributes.ts'
import { isChoice, itemRules, itemTypes, rowOfItem, type ItemType, type SettingItem } from './item.ts'
import { itemRelation, relationOf, type ItemRelation } from './relation.ts'

/** Longest `extend` of a row. */
const maxAttributes = 255
const maxWeigh = 1_000_000

export type ItemDefinition = Omit<SettingItem, 'id' | 'name' | 'value' | 'version'>
export type ItemProblem = Extract<ReadSetting, { readonly problem: unknown }>
export type ItemProblems = Record<string, ItemProblem>

/** What is around a setting. */
export interface DefinitionContext {
  /** Names of the tabs. */
  readonly sections: readonly string[]
  /** The list that the caller may choose records from, with a field that names them; null when there is none. */
  listOf(relation: ItemRelation): ItemRelation | null
}

/**
 * Reads the members of a definition.
 * @param body members as clients of BuildAdmin send them: options and attributes as lines
 * @param current the setting as it is; null for a new one. Its list stays, even if the caller may not see it
 * @returns the definition, of no use when there are problems; they are by member
 */
export function readDefinition(
  body: Readonly<Record<string, unknown>>,
  { sections, listOf }: DefinitionContext,
  current: SettingItem | null,
): { readonly definition: ItemDefinition; readonly problems: ItemProblems } {
  const problems: ItemProblems = {}
  const textOf = (name: string, most: number): string => {
    const read = text(most, false)(body[name])
    if ('problem' in read) problems[name] = read
    return 'stored' in read ? read.stored : ''
  }
  const [title, tip] = [textOf('title', 50), textOf('tip', 100)]
  if (title === '') problems['title'] ??= { problem: 'field.required' }
  const section = sections.find((one) => one === body['group'])
  if (section === undefined) problems['group'] = { problem: 'field.option' }
  const type = itemTypes.find((one) => one === body['type'])
  if (type === undefined) problems['type'] = { problem: 'config.item.type' }
  const sent = Array.isArray(body['rule']) ? body['rule'].map(String) : String(body['rule'] ?? '').split(',')
  const rules = itemRules.filter((rule) => sent.includes(rule))
  if (sent.some((rule) => rule !== '' && !rules.some((known) => known === rule)))
    problems['rule'] = { problem: 'config.item.rule' }
  const options = readPairs(textOf('content', 4000))
  if (type && isChoice(type) && (options === null || Object.keys(options).length === 0))
    problems['content'] ??= { problem: 'config.item.content' }
  const attributesOf = (part: string): Attributes => {
    const pairs = readPairs(textOf(part, maxAttributes))
    if (pairs === null || Object.keys(pairs).some((key) => !isAttribute(key)))
      problems[part] ??= { problem: 'config.item.extend' }
    return typed(pairs ?? {})
  }
  const extend = attributesOf('extend')
  const inputExtend = readRemote(type, attributesOf('inputExtend'), listOf, current)
  if (inputExtend === null) problems['inputExtend'] ??= { problem: 'config.item.remote' }
  const weigh = readWholeNumber(body['weigh'] || 0, { minimum: -maxWeigh, maximum: maxWeigh })
  if ('problem' in weigh) problems['weigh'] = weigh
  const definition: ItemDefinition = {
    section: section ?? '',
    title,
    tip,
    type: type ?? 'string',
    options: (type && isChoice(type) ? options : null) ?? {},
    rules,
    extend,
    inputExtend: inputExtend ?? {},
    weigh: 'stored' in weigh ? Number(weigh.stored) : 0,
  }
  if (String(rowOfItem(definition)['extend']).length > maxAttributes)
    problems['extend'] ??= { problem: 'config.item.extend' }
  return { definition, problems }
}

/** The members of a setting as `readDefinition` reads them. */
export function definitionBody(item: SettingItem): Readonly<Record<string, unknown>> {
  return {
    group: item.section,
    title: item.title,
    tip: item.tip,
    type: item.type,
    content: linesOfPairs(item.options),
    rule: item.rules,
    extend: linesOfPairs(flat(item.extend)),
    inputExtend: linesOfPairs(flat(item.inputExtend)),
    weigh: item.weigh,
  }
}

const linesOfPairs = (pairs: Readonly<Record<string, unknown>>): string =>
  Object.entries(pairs)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join('\n')

const flat = (attributes: Attributes): Readonly<Record<string, Attribute>> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'object'
        ? Object.entries(value).map(([below, one]) => [`${name}.${below}`, one] as const)
        : [[name, value] as const],
    ),
  )

/** A choice of records needs a list; null when none is named that the caller may see. Other types have none. */
function readRemote(
  type: ItemType | undefined,
  attributes: Attributes,
  listOf: DefinitionContext['listOf'],
  current: SettingItem | null,
): Attributes | null {
  const named = relationOf(attributes)
  if (type !== 'remoteSelect' && type !== 'remoteSelects') {
    const { remoteUrl: _url, pk: _key, field: _field, params: _params, ...others } = attributes
    return named === null ? attributes : others
  }
  if (named && current && itemRelation(current)?.controller === named.controller) return attributes
  const list = named && listOf(named)
  if (!list) return null
  const { 'remote-url': _url, 'remote-field': _field, ...others } = attributes
  return { ...others, remoteUrl: `/admin/${list.controller}/index`, pk: 'id', field: list.show }
}

/** Lines `value=label`; null when one is something else. */
function readPairs(lines: string): Readonly<Record<string, string>> | null {
  const pairs = linesOf(lines).map((line) => /^([^=]{1,60})=(.{1,100})$/.exec(line))
  if (pairs.some((pair) => pair === null || !isSafeKey(trimText(pair[1] ?? ''))) || pairs.length > 100) return null
  return Object.fromEntries(pairs.map((pair) => [trimText(pair?.[1] ?? ''), trimText(pair?.[2] ?? '')]))
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
