/**
 * An added setting that is defined anew. Its name stays, by which code and the encryption of secrets know it, and so
 * does its value: where it fits no more, or would mean something else, the definition is refused with the reason.
 */
import { formatSeconds, htmlOfText, textOfHtml, trimText } from '../../../protocol/index.ts'
import { parsePairList, type Pair } from '../pair-list.ts'
import { readSwitch, type ReadSetting } from '../read-setting.ts'
import { isChoice, type ItemType, type SettingItem } from './item.ts'
import {
  definitionBody,
  readDefinition,
  type DefinitionContext,
  type ItemDefinition,
  type ItemProblem,
  type ItemProblems,
} from './item-definition.ts'
import { itemRelation } from './relation.ts'
import { itemWire, readItemValue, type ValueContext } from './values.ts'

/** What was sent about the setting; members that are absent stay as they are. The problems are by member. */
export function readRedefinition(
  item: SettingItem,
  body: Readonly<Record<string, unknown>>,
  context: DefinitionContext,
): { readonly definition: ItemDefinition; readonly problems: ItemProblems } {
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => (value ?? null) !== null))
  const read = readDefinition({ ...definitionBody(item), ...sent }, context, item)
  if ((sent['name'] ?? item.name) !== item.name) read.problems['name'] = { problem: 'config.item.name_stays' }
  return read
}

/** The value by the new definition, or why it has none. */
export type Converted =
  | { readonly stored: string }
  | {
      /** Member of the definition that it does not fit. */
      readonly member: 'type' | 'content' | 'rule' | 'inputExtend'
      readonly reason: ItemProblem
      /** The value as people know it, "" for a secret. */
      readonly shown: string
    }

/** Converts the value of a setting. Nothing of it is left out. */
export function convertValue(item: SettingItem, next: ItemDefinition, context: ValueContext): Converted {
  const { type, value } = item
  if (isSameMeaning(item, next)) return { stored: value }
  if (value === '') return { stored: next.type === 'switch' ? '0' : '' }
  if (type === 'password' && next.type === 'password') return { stored: value }
  if (type === 'password') return { member: 'type', reason: { problem: 'config.item.secret_stays' }, shown: '' }
  const shown = shownValue(item, context)
  const refuse = (
    member: Exclude<Converted, { readonly stored: string }>['member'],
    reason: ItemProblem,
  ): Converted => ({
    member,
    reason,
    shown,
  })
  const list = itemRelation(next)
  if (list && itemRelation(item)?.controller !== list.controller)
    return refuse(type === next.type ? 'inputExtend' : 'type', { problem: 'config.item.other_list' })
  const input = type === next.type ? { value: itemWire(item, context.timeZone) } : inputFor(item, next.type, context)
  const read: ReadSetting = 'problem' in input ? input : readItemValue(next, input.value, context)
  // A value that is read in the same way stays as it was written.
  if ('stored' in read) return { stored: type === next.type ? value : read.stored }
  // A switch that is off is one that was never used.
  if (type === 'switch' && value === '0') return { stored: '' }
  const reason: ItemProblem = 'problem' in read ? read : { problem: 'field.format' }
  if (type !== next.type) return refuse('type', reason)
  return refuse(isChoice(type) && reason.problem === 'field.option' ? 'content' : 'rule', reason)
}

/** True when every value has the same meaning by both definitions, and is accepted by both or by none. */
function isSameMeaning(item: SettingItem, next: ItemDefinition): boolean {
  const parts = ({ type, options, rules }: ItemDefinition): unknown => [type, Object.keys(options), [...rules].sort()]
  return (
    JSON.stringify(parts(item)) === JSON.stringify(parts(next)) &&
    itemRelation(item)?.controller === itemRelation(next)?.controller
  )
}

const shownValue = (item: SettingItem, { timeZone }: ValueContext): string => {
  const text = (textsOf(item, timeZone) ?? [item.value]).join(', ')
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text
}

/** Types that hold several values. */
const listTypes: readonly ItemType[] = ['checkbox', 'selects', 'remoteSelects', 'city', 'images', 'files']

/** The value as a client would enter it for the other type. */
function inputFor(
  item: SettingItem,
  to: ItemType,
  { timeZone }: ValueContext,
): { readonly value: unknown } | ItemProblem {
  const texts = textsOf(item, timeZone)
  if (texts === null) return { problem: 'config.item.formatted' }
  const isLines = item.type === 'textarea' || item.type === 'editor'
  if (to === 'array') return pairsFor(isLines ? texts.flatMap((text) => text.split('\n')) : texts)
  if (to === 'textarea') return { value: texts.join('\n') }
  if (to === 'editor') return { value: htmlOfText(texts.join('\n')) }
  if (listTypes.includes(to)) {
    if (isLines) return { value: texts.flatMap((text) => text.split('\n')).filter((line) => line !== '') }
    return { value: item.type === 'string' ? texts.join(',') : texts }
  }
  if (to === 'string' && texts.length > 1) return { value: texts.join(',') }
  if (texts.length > 1) return { problem: 'config.item.several' }
  const [text = ''] = texts
  if (to === 'switch' && 'problem' in readSwitch(text)) return { problem: 'config.item.no_switch' }
  // A moment at midnight is a day.
  return { value: to === 'date' && item.type === 'datetime' ? text.replace(/ 00:00:00$/, '') : text }
}

function pairsFor(lines: readonly string[]): { readonly value: readonly Pair[] } | ItemProblem {
  const pairs = lines
    .filter((line) => trimText(line) !== '')
    .map((line) => {
      const at = line.indexOf('=')
      return at < 0 ? null : { key: line.slice(0, at), value: line.slice(at + 1) }
    })
  return pairs.every((pair) => pair !== null) ? { value: pairs } : { problem: 'config.item.no_pairs' }
}

/** The single values of a setting; null when a text has formats that would be lost. */
function textsOf({ type, value }: Pick<SettingItem, 'type' | 'value'>, timeZone: string): readonly string[] | null {
  if (type === 'switch') return [value]
  if (type === 'array') return parsePairList(value).map((pair) => `${pair.key}=${pair.value}`)
  if (type === 'datetime') return /^\d+$/.test(value) ? [formatSeconds(Number(value), timeZone)] : []
  if (type === 'editor') {
    const text = textOfHtml(value)
    return text === null ? null : [text]
  }
  const wire = itemWire({ type, value }, timeZone)
  return Array.isArray(wire) ? wire.map(String) : [String(wire)]
}
