/** Reads the items of a questionnaire as a designer sends them, and says what is wrong with them. */
import type { Text } from 'tablewright/protocol'
import { maxComparisons, maxDepth } from './condition.ts'
import {
  end,
  isChoice,
  isText,
  isUpload,
  keysOf,
  kindNames,
  maxFileSize,
  maxItems,
  signs,
  type Condition,
  type Item,
  type ItemKind,
  type ItemOption,
  type Jump,
} from './item.ts'
import { itemTexts } from './item-texts.ts'

interface ItemProblem {
  /** Place of the item, from 0. */
  readonly index: number
  readonly field: 'title' | 'kind' | 'options' | 'rows' | 'limits' | 'show' | 'jumps' | 'key'
  readonly text: Text
}

export interface ReadItems {
  readonly items: readonly Item[]
  readonly problems: readonly ItemProblem[]
}

const keyShape = /^[a-z][a-z0-9]{0,15}$/
const optionShape = /^[a-z][a-z0-9]{0,15}$/
const typeShape = /^[a-z0-9]{1,8}$/

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (value: unknown, most: number): string | null => {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text !== '' && [...text].length <= most ? text : null
}
const wholeIn = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined

/** Null where it is no list of objects at all. */
export function readItems(value: unknown): ReadItems | null {
  if (!Array.isArray(value) || value.length > maxItems || !value.every(isObject)) return null
  const problems: ItemProblem[] = []
  const items: Item[] = []
  for (const [index, fields] of value.entries())
    items.push(readItem(fields, (field, text) => problems.push({ index, field, text })))
  for (const [index, item] of items.entries()) {
    const report = (field: ItemProblem['field'], text: Text): unknown => problems.push({ index, field, text })
    if (items.findIndex(({ key }) => key === item.key) < index) report('key', itemTexts.key(item.key))
    if (item.show) checkCondition(item.show, items, index, { place: index, report: (text) => report('show', text) })
    for (const jump of item.jumps ?? []) checkJump(jump, items, index, (text) => report('jumps', text))
  }
  return { items, problems }
}

type Report = (field: ItemProblem['field'], text: Text) => unknown

function readItem(fields: Fields, report: Report): Item {
  const kind = kindNames.find((name) => name === fields['kind'])
  if (!kind) report('kind', itemTexts.kind)
  const key = typeof fields['key'] === 'string' && keyShape.test(fields['key']) ? fields['key'] : ''
  if (key === '' || key === end) report('key', itemTexts.key(String(fields['key'])))
  const title = textIn(fields['title'], 500)
  if (title === null) report('title', itemTexts.title)
  const item: Item = { key, kind: kind ?? 'short', title: title ?? '', must: fields['must'] === true }
  const explain = textIn(fields['explain'], 1000)
  const questionId = wholeIn(fields['questionId'], 1, Number.MAX_SAFE_INTEGER)
  return {
    ...item,
    ...(explain !== null && { explain }),
    ...(questionId !== undefined && { questionId }),
    ...readOptions(item.kind, fields, report),
    ...readLimits(item.kind, fields, report),
    ...readLogic(fields, report),
  }
}

function readOptions(kind: ItemKind, fields: Fields, report: Report): Pick<Item, 'options' | 'rows'> {
  if (!isChoice({ kind }) && kind !== 'matrix') return {}
  const options = readList(fields['options'], 50, kind !== 'matrix')
  if (!options) report('options', itemTexts.options)
  if (kind !== 'matrix') return { options: options ?? [] }
  const rows = readList(fields['rows'], 30, false)
  if (!rows) report('rows', itemTexts.rows)
  return { options: options ?? [], rows: rows ?? [] }
}

/** Null unless every option has a key of its own and a text. */
function readList(value: unknown, most: number, isChosen: boolean): readonly ItemOption[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > most) return null
  const options: ItemOption[] = []
  for (const entry of value) {
    if (!isObject(entry)) return null
    const label = textIn(entry['label'], 200)
    const key = entry['key']
    if (typeof key !== 'string' || !optionShape.test(key) || label === null) return null
    if (options.some((option) => option.key === key)) return null
    const quota = isChosen ? wholeIn(entry['quota'], 1, 10_000_000) : undefined
    options.push({
      key,
      label,
      ...(isChosen && entry['other'] === true && { other: true }),
      ...(quota !== undefined && { quota }),
    })
  }
  return options
}

/** The numbers of each kind, with the least and the most that they can be. */
const limits = {
  multiple: { minChoices: [1, 50], maxChoices: [1, 50] },
  text: { minLength: [1, 5000], maxLength: [1, 5000] },
  upload: { fileNum: [1, 9], fileSize: [1, maxFileSize] },
  rating: { scale: [2, 10] },
} as const

function readLimits(kind: ItemKind, fields: Fields, report: Report): Partial<Item> {
  const group = isText({ kind }) ? 'text' : isUpload({ kind }) ? 'upload' : kind
  const ranges = Object.entries(limits).find(([name]) => name === group)?.[1] ?? {}
  const values: Record<string, number> = {}
  for (const [name, [least, most]] of Object.entries<readonly [number, number]>(ranges)) {
    const value = fields[name] ?? null
    const whole = wholeIn(value, least, most)
    if (whole !== undefined) values[name] = whole
    else if (value !== null) report('limits', itemTexts.limit(least, most))
  }
  const isTurned = (least = 0, most = Infinity): boolean => least > most
  if (isTurned(values['minChoices'], values['maxChoices']) || isTurned(values['minLength'], values['maxLength']))
    report('limits', itemTexts.turned)
  const types = isUpload({ kind }) ? fields['fileTypes'] : undefined
  if (types === undefined) return values
  const isList = Array.isArray(types) && types.length <= 20 && types.every((type) => typeShape.test(String(type)))
  if (!isList) report('limits', itemTexts.types)
  return { ...values, ...(isList && types.length > 0 && { fileTypes: types.map(String) }) }
}

function readLogic(fields: Fields, report: Report): Pick<Item, 'show' | 'jumps'> {
  const show = fields['show'] === undefined ? undefined : readCondition(fields['show'])
  if (show === null) report('show', itemTexts.condition)
  const { jumps: sentJumps } = fields
  if (sentJumps === undefined) return { ...(show && { show }) }
  const jumps = Array.isArray(sentJumps) && sentJumps.length <= 20 ? sentJumps.map(readJump) : [null]
  if (jumps.includes(null)) report('jumps', itemTexts.condition)
  const whole = jumps.filter((jump) => jump !== null)
  return { ...(show && { show }), ...(whole.length > 0 && { jumps: whole }) }
}

function readJump(value: unknown): Jump | null {
  if (!isObject(value) || typeof value['to'] !== 'string') return null
  const when = value['when'] === undefined ? undefined : readCondition(value['when'])
  return when === null ? null : { to: value['to'], ...(when && { when }) }
}

/** Null where it is no condition, or a larger one than anybody would read. */
function readCondition(value: unknown): Condition | null {
  let comparisons = 0
  const read = (node: unknown, depth: number): Condition | null => {
    if (!isObject(node) || depth > maxDepth) return null
    const { op } = node
    if (op === 'and' || op === 'or') {
      const parts = Array.isArray(node['parts']) ? node['parts'].map((part) => read(part, depth + 1)) : []
      return parts.length === 0 || parts.includes(null) ? null : { op, parts: parts as Condition[] }
    }
    if (op === 'not') {
      const part = read(node['part'], depth + 1)
      return part && { op, part }
    }
    if (++comparisons > maxComparisons) return null
    const { item, value: compared } = node
    if (typeof item !== 'string') return null
    if (op === 'answered') return { op, item }
    if (op === 'equals' || op === 'contains') {
      const text = textIn(compared, 200)
      return text === null ? null : { op, item, value: text }
    }
    if (op === 'in') {
      const { values } = node
      const isList = Array.isArray(values) && values.length > 0 && values.length <= 50
      return isList && values.every((text) => textIn(text, 200) !== null)
        ? { op, item, values: values as string[] }
        : null
    }
    const sign = signs.find((name) => name === node['sign'])
    const isNumber = typeof compared === 'number' && Math.abs(compared) < 1e9
    return op === 'compare' && sign && isNumber ? { op, item, sign, value: compared } : null
  }
  return read(value, 1)
}

interface Reporting {
  /** Place of the first item that the condition may not name. */
  readonly place: number
  readonly report: (text: Text) => unknown
}

/** Conditions look back only, at options that exist. */
function checkCondition(condition: Condition, items: readonly Item[], index: number, reporting: Reporting): void {
  const { report } = reporting
  if ('parts' in condition) return condition.parts.forEach((part) => checkCondition(part, items, index, reporting))
  if (condition.op === 'not') return checkCondition(condition.part, items, index, reporting)
  const place = items.findIndex(({ key }) => key === condition.item)
  const item = items[place]
  const own = items[index]
  if (!item || !own) return void report(itemTexts.unknown)
  if (place >= reporting.place) return void report(itemTexts.forward(own.title, item.title))
  const isCountable = isText(item) || item.kind === 'rating'
  const fits = condition.op === 'answered' || (condition.op === 'compare' ? isCountable : !isUpload(item))
  if (!fits) return void report(itemTexts.unfit(item.title))
  if (isText(item) || condition.op === 'answered' || condition.op === 'compare') return
  const keys = keysOf(item)
  const values = condition.op === 'in' ? condition.values : [condition.value]
  const isMissing = values.some((value) => !keys.includes(value))
  if (isMissing || (condition.op === 'equals' && item.kind === 'matrix')) report(itemTexts.option(item.title))
}

/** Jumps lead forward only. */
function checkJump({ when, to }: Jump, items: readonly Item[], index: number, report: (text: Text) => unknown): void {
  if (when) checkCondition(when, items, index, { place: index + 1, report })
  if (to === end) return
  const target = items.findIndex(({ key }) => key === to)
  const [own, other] = [items[index], items[target]]
  if (!own || !other) return void report(itemTexts.unknown)
  if (target <= index) report(itemTexts.backward(own.title, other.title))
}
