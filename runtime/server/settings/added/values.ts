/** Values of the settings that administrators add: validated, stored as texts, and sent as their types have it. */
import {
  fieldRules,
  formatSeconds,
  isEmpty,
  isOtherNotation,
  kinds,
  trimText,
  type FieldModel,
  type KindName,
} from '../../../protocol/index.ts'
import { cleanHtml, type PictureOrigins } from '../../core/html/clean-html.ts'
import type { ItemType, SettingItem } from './item.ts'
import { pictureOrigins } from '../picture-origins.ts'
import { maxPairs, parsePairList, readPairList } from '../pair-list.ts'
import { hasLineBreak, readSwitch, text, wholeText, type ReadSetting } from '../read-setting.ts'
import type { Settings } from '../settings.ts'

/** Input types that are kinds of fields: they are read, stored and sent as those are. */
const kindTypes = ['datetime', 'date', 'time', 'year', 'color', 'icon', 'image', 'images', 'file', 'files'] as const
/** Those that hold several values. */
const listTypes = ['images', 'files'] as const satisfies readonly (typeof kindTypes)[number][]
type KindType = (typeof kindTypes)[number]

const kindOf = (type: ItemType): KindType | undefined => kindTypes.find((one) => one === type)

const maxText = 10_000
/** What a setting of pictures, files or records holds at most. */
const maxFiles = 20

export type Described = Pick<SettingItem, 'type' | 'options' | 'rules' | 'inputExtend'>

/** What of the site the values depend on. */
export interface ValueContext {
  /** IANA name. */
  readonly timeZone: string
  readonly pictures: PictureOrigins
}

export const valueContext = (settings: Settings): ValueContext => ({
  timeZone: settings.timeZone,
  pictures: pictureOrigins(settings),
})

/** Validates what a client sent as the value. Whether records exist is asked elsewhere. */
export function readItemValue({ type, options, rules }: Described, input: unknown, context: ValueContext): ReadSetting {
  const isRequired = rules.includes('required') || (type === 'editor' && rules.includes('editorRequired'))
  switch (type) {
    case 'switch':
      return readSwitch(input)
    case 'checkbox':
    case 'selects':
      return readSeveral(input, isRequired, (one) => (Object.hasOwn(options, one) ? null : 'field.option'))
    case 'remoteSelects':
      return readSeveral(input, isRequired, recordProblem)
    case 'remoteSelect':
      return readRecord(input, isRequired)
    case 'city':
      return readPlace(input, isRequired)
    case 'array':
      return readPairs(input, isRequired)
    case 'editor':
      return readHtml(input, isRequired, context.pictures)
    default: {
      const kind = kindOf(type)
      return kind === undefined
        ? readText({ type, options, rules }, isRequired, input)
        : readKind(kind, isRequired, input, context)
    }
  }
}

/** What the patterns of numbers have before and after the point. */
const maxDigits = 15
const maxDecimals = 10

type TextRule = Exclude<SettingItem['rules'][number], 'required' | 'editorRequired'>

/** What a text of one or several lines has to be, by the names of validators. */
const textRules: Readonly<Record<TextRule, RegExp | KindName>> = {
  integer: /^-?\d{1,15}$/,
  number: /^-?\d{1,15}(\.\d{1,10})?$/,
  float: /^-?\d{1,15}(\.\d{1,10})?$/,
  email: 'email',
  url: 'url',
  mobile: 'mobile',
  idNumber: 'idNumber',
  account: 'account',
  date: 'date',
  // The rule of clients of BuildAdmin, which check it in the form, too.
  password: /^(?!.*[&<>"'\n\r]).{6,32}$/,
  varName: /^(?:[^\u0000-\u00ff]|[a-zA-Z_$])(?:[^\u0000-\u00ff]|[a-zA-Z0-9_$])*$/,
}
const textProblems = {
  integer: 'field.integer',
  number: 'field.decimal',
  float: 'field.decimal',
  email: 'field.email',
  url: 'field.url',
  mobile: 'field.mobile',
  idNumber: 'field.idNumber',
  account: 'field.account',
  date: 'field.date',
  password: 'config.item.password',
  varName: 'config.item.var_name',
} as const satisfies Readonly<Record<TextRule, string>>

function readText(
  { type, options, rules }: Omit<Described, 'inputExtend'>,
  isRequired: boolean,
  input: unknown,
): ReadSetting {
  const readWhole = type === 'textarea' || type === 'password' ? wholeText : text
  const read = readWhole(type === 'textarea' ? maxText : 1000, isRequired)(input)
  if (!('stored' in read) || read.stored === '') return read
  if (type === 'select' || type === 'radio')
    return Object.hasOwn(options, read.stored) ? read : { problem: 'field.option' }
  // A line break in a setting of one line could end a header or a line of a protocol.
  if (type !== 'textarea' && hasLineBreak(read.stored)) return { problem: 'config.item.one_line' }
  const asked = [...(type === 'number' ? ['number' as const] : []), ...rules]
  for (const rule of asked) {
    if (rule === 'required' || rule === 'editorRequired') continue
    const shape = textRules[rule]
    const fits =
      typeof shape === 'string'
        ? 'value' in kinds[shape].read(read.stored, fieldOfKind(shape), { timeZone: 'UTC' })
        : shape.test(read.stored)
    if (!fits) return numberProblem(textProblems[rule], read.stored)
  }
  return read
}

/** Says of what looks like a number why it is none here. */
function numberProblem(problem: (typeof textProblems)[TextRule], text: string): ReadSetting {
  if (problem !== 'field.integer' && problem !== 'field.decimal') return { problem }
  const [, digits = '', decimals = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const most = '9'.repeat(maxDigits)
  if (digits.length > maxDigits) return { problem: 'field.range', params: { from: `-${most}`, to: most } }
  if (problem === 'field.decimal' && decimals !== '') return { problem: 'field.scale', params: { limit: maxDecimals } }
  return { problem: isOtherNotation(text) ? 'field.notation' : problem }
}

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

function readKind(kind: KindType, isRequired: boolean, input: unknown, { timeZone }: ValueContext): ReadSetting {
  const field = fieldOfKind(kind)
  const isNone = isEmpty(input) || (Array.isArray(input) && input.length === 0)
  if (isNone) return isRequired ? { problem: 'field.required' } : { stored: '' }
  const read = kinds[kind].read(input, field, { timeZone })
  if ('problem' in read) {
    const { rule, params } = read.problem
    return { problem: fieldRules[rule], ...(params && { params }) }
  }
  return withinLimit(String(kinds[kind].toStored(read.value, field) ?? ''))
}

const withinLimit = (stored: string): ReadSetting =>
  stored.length > maxText ? { problem: 'field.maxLength', params: { limit: maxText } } : { stored }

/** A list of texts, or one with commas between them. */
const textsOf = (input: unknown): readonly string[] | null => {
  if (isEmpty(input)) return []
  const list = typeof input === 'string' ? input.split(',') : input
  if (!Array.isArray(list) || !list.every((one) => typeof one === 'string' || typeof one === 'number')) return null
  return [...new Set(list.map((one) => trimText(String(one))).filter((one) => one !== ''))]
}

function readSeveral(
  input: unknown,
  isRequired: boolean,
  problemOf: (one: string) => 'field.option' | 'field.relation' | null,
): ReadSetting {
  const list = textsOf(input)
  if (list === null) return { problem: 'field.typeList' }
  for (const one of list) {
    const problem = problemOf(one)
    if (problem !== null) return { problem }
  }
  if (list.length === 0) return isRequired ? { problem: 'field.required' } : { stored: '' }
  return withinLimit(JSON.stringify(list))
}

const recordProblem = (id: string): 'field.relation' | null => (/^[1-9]\d{0,15}$/.test(id) ? null : 'field.relation')

/** One record by its id; clients send 0 when none is chosen. */
function readRecord(input: unknown, isRequired: boolean): ReadSetting {
  if (isEmpty(input) || String(input) === '0') return isRequired ? { problem: 'field.required' } : { stored: '' }
  const id = typeof input === 'number' || typeof input === 'string' ? trimText(String(input)) : ''
  const problem = recordProblem(id)
  return problem === null ? { stored: id } : { problem }
}

/** Province, city and district by their codes, each within the one before; codes that were abolished stay valid. */
function readPlace(input: unknown, isRequired: boolean): ReadSetting {
  const path = textsOf(input)
  if (path === null) return { problem: 'field.typeList' }
  if (path.length === 0) return isRequired ? { problem: 'field.required' } : { stored: '' }
  const [province = '', city = province, district = city] = path
  const isPath =
    path.length <= 3 &&
    path.every((code) => /^[1-9]\d{5}$/.test(code)) &&
    province.endsWith('0000') &&
    city.endsWith('00') &&
    city.slice(0, 2) === province.slice(0, 2) &&
    district.slice(0, 4) === city.slice(0, 4)
  return isPath ? { stored: JSON.stringify(path) } : { problem: 'field.format' }
}

function readPairs(input: unknown, isRequired: boolean): ReadSetting {
  if (Array.isArray(input) && input.length > maxPairs) return { problem: 'field.maxItems', params: { limit: maxPairs } }
  const pairs = readPairList(input)
  if (pairs === null) return { problem: 'field.typePairs' }
  if (pairs.length === 0) return isRequired ? { problem: 'field.required' } : { stored: '' }
  return withinLimit(JSON.stringify(pairs))
}

/** The limit is that of the text before it is cleaned: the work is bounded, too. */
function readHtml(input: unknown, isRequired: boolean, pictures: PictureOrigins): ReadSetting {
  if (!isEmpty(input) && typeof input !== 'string') return { problem: 'field.typeText' }
  const given = (input ?? '') as string
  if (given.length > 4 * maxText) return { problem: 'field.maxLength', params: { limit: maxText } }
  const cleaned = cleanHtml(given, pictures)
  return cleaned === '' && isRequired ? { problem: 'field.required' } : withinLimit(cleaned)
}

/**
 * The value as clients get it: booleans of switches, lists of `array`, choices, places and files; of a secret nothing;
 * all others as text, moments in the site's time zone.
 */
export function itemWire({ type, value }: Pick<SettingItem, 'type' | 'value'>, timeZone: string): unknown {
  switch (type) {
    case 'switch':
      return value === '1'
    case 'password':
      // Guard T10: an added secret is never sent to clients.
      // Without: return value
      return ''
    case 'array':
      return parsePairList(value)
    case 'checkbox':
    case 'selects':
    case 'remoteSelects':
    case 'city':
      return parseList(value)
    case 'datetime':
      return /^\d+$/.test(value) ? formatSeconds(Number(value), timeZone) : ''
    default: {
      const kind = kindOf(type)
      return kind === undefined ? value : (kinds[kind].toWire(value === '' ? null : value, fieldOfKind(kind)) ?? '')
    }
  }
}

/** The list of a stored text; none when it is damaged. */
export function parseList(stored: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(stored || '[]')
    return Array.isArray(list) ? list.map(String) : []
  } catch {
    return []
  }
}
