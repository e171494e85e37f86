/** The exact conversion of a column's values when its field changes its meaning, as SQL over the column. */
import { isDeepStrictEqual } from 'node:util'
import { kinds, type FieldModel, type KindName } from '../../../../protocol/index.ts'
import { literal, quoted, type Ddl, type TimeZone } from '../../ddl.ts'
import { valueType, type RecordedField } from '../recorded-model.ts'

export interface Conversion {
  /** The new value; null = values stay as they are stored. */
  readonly value: string | null
  /** Rows that have no exact new value, as a condition; null = every row has one. */
  readonly unfit: string | null
  /** What is wrong with those rows. */
  readonly problem: ConversionProblem
  /** Rows that do not fit can be converted when a person agrees to it. */
  readonly canLose: boolean
  /** The new value looks at other tables, which a change of the column's type itself cannot do. */
  readonly isLookup?: true
}

type ConversionProblem =
  | 'several'
  | 'digits'
  | 'range'
  | 'number'
  | 'option'
  | 'length'
  | 'meaning'
  | 'calendar'
  | 'time'
  | 'title'

/** Facts on which the meaning of values depends, in addition to the record of their fields. */
interface ConversionFacts {
  /** The field that the values become. */
  readonly field?: FieldModel
  /** The table that the field refers to has titles. */
  readonly hasTitles: boolean
  /** The site's. */
  readonly timeZone: TimeZone
}

/** What the stored value of a kind is: kinds of one content mean the same by it. */
type Content =
  | 'number'
  | 'moment'
  | 'id'
  | 'choice'
  | 'choices'
  | 'ids'
  | 'text'
  | 'day'
  | 'clock'
  | 'year'
  | 'tags'
  | 'other'

const contents: Readonly<Record<KindName, Content>> = {
  text: 'text',
  textarea: 'text',
  html: 'other',
  integer: 'number',
  decimal: 'number',
  datetime: 'moment',
  date: 'day',
  time: 'clock',
  year: 'year',
  enum: 'choice',
  set: 'choices',
  reference: 'id',
  references: 'ids',
  image: 'text',
  images: 'other',
  file: 'text',
  files: 'other',
  color: 'text',
  icon: 'text',
  url: 'text',
  email: 'text',
  mobile: 'text',
  idNumber: 'text',
  region: 'text',
  account: 'text',
  password: 'other',
  tags: 'tags',
  pairs: 'other',
  lines: 'other',
}

const isChoice = ({ kind }: RecordedField): boolean => contents[kind] === 'choice'
const isChoices = ({ kind }: RecordedField): boolean => contents[kind] === 'choices'
const isCalendar = ({ kind }: RecordedField): boolean => ['day', 'clock', 'year'].includes(contents[kind])
const isText = (field: RecordedField): boolean =>
  contents[field.kind] === 'text' || (isChoice(field) && field.type === 'text')
/** A number that reads the same as a text, which an id or a moment does not. */
const isPlainNumber = (field: RecordedField): boolean =>
  contents[field.kind] === 'number' || (isChoice(field) && field.type === 'integer')
const isNumber = (field: RecordedField): boolean =>
  isPlainNumber(field) || contents[field.kind] === 'moment' || contents[field.kind] === 'id'

/** Both are numbers that people read the same: what was sealed of one is true of the other. */
export const keepsFigures = (from: RecordedField, to: RecordedField): boolean =>
  contents[from.kind] === 'number' && contents[to.kind] === 'number'

/** The one field has one value, the other a list of the same: options that changed meanwhile do so in a plan before. */
const isOneOf = (left: RecordedField, list: RecordedField): boolean =>
  (isChoice(left) && isChoices(list) && isDeepStrictEqual(left.options, list.options)) ||
  (contents[left.kind] === 'id' && contents[list.kind] === 'ids' && left.relation?.table === list.relation?.table)

const unchanged = { value: null, unfit: null, problem: 'meaning', canLose: false } as const

/** The largest integer a number of JavaScript holds exactly, which is the largest that is stored. */
const largest = Number.MAX_SAFE_INTEGER

/**
 * What the field's values need to mean in the new field what they mean in the old one; null = nothing.
 * @param column SQL of the value, an integer for a number
 */
export function conversionOf(
  ddl: Ddl,
  column: string,
  from: RecordedField,
  to: RecordedField,
  { field, hasTitles, timeZone }: ConversionFacts,
): Conversion | null {
  if (isChoice(from) && isChoice(to)) return betweenOptions(column, from, to)
  if (isChoices(from) && isChoices(to)) return betweenSets(ddl, column, from, to)
  if (isOneOf(from, to)) return { ...unchanged, value: ddl.listOf(column) }
  if (isOneOf(to, from)) {
    const { size, first } = ddl.readList(column, valueType(to))
    return { ...unchanged, value: first, unfit: `${size} > 1`, problem: 'several' }
  }
  if (isChoice(to) && (isText(from) || (isPlainNumber(from) && (from.scale ?? 0) === 0)))
    return intoOptions(textOf(column, from), to, field)
  if (isNumber(from) && isNumber(to)) return among(to, column, scaled(column, from.scale ?? 0, to.scale ?? 0))
  if (isText(from) && isText(to)) return shorter(column, from, to)
  if (isPlainNumber(from) && isText(to)) {
    const value = textOf(column, from)
    return { ...shorter(value, {}, to), value }
  }
  if (isText(from) && isPlainNumber(to)) {
    const { fits, value } = ddl.parseNumber(column, to.scale ?? 0)
    return { value, unfit: `not (${fits})`, problem: 'number', canLose: false }
  }
  if (isCalendar(from) && isText(to) && !isChoice(to)) return shorter(column, from, to)
  if (isText(from) && kinds[to.kind].plainText) {
    const value = paragraphsOf(column)
    return { ...shorter(value, {}, to), value }
  }
  if (from.kind === to.kind) return null
  if (isText(from) && isCalendar(to)) return intoCalendar(ddl, column, to)
  if (contents[to.kind] === 'moment' && (isText(from) || contents[from.kind] === 'day'))
    return intoMoment(ddl, column, timeZone)
  if (contents[from.kind] === 'moment' && isText(to)) {
    const value = ddl.timeText(column, timeZone)
    return { ...shorter(value, {}, to), value }
  }
  if (contents[from.kind] === 'moment' && contents[to.kind] === 'day') {
    const value = ddl.timeText(column, timeZone)
    return {
      value: `substr(${value}, 1, 10)`,
      unfit: `substr(${value}, 12) <> '00:00:00'`,
      problem: 'time',
      canLose: true,
    }
  }
  if (isText(from) && contents[to.kind] === 'tags') return intoTags(ddl, column, to)
  if (contents[from.kind] === 'tags' && isText(to)) {
    const value = ddl.joinList(column)
    return { ...shorter(value, {}, to), value }
  }
  if (isText(from) && contents[to.kind] === 'id' && field) return byTitle(column, field, hasTitles)
  return { value: 'null', unfit: `${column} is not null`, problem: 'meaning', canLose: false }
}

/** Plain text as rich text, as `htmlOfText` writes it. */
function paragraphsOf(column: string): string {
  const replaced = [
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
    ['\n', '</p><p>'],
  ].reduce((value, [from = '', to = '']) => `replace(${value}, ${literal(from)}, ${literal(to)})`, column)
  const whole = `'<p>' || ${replaced} || '</p>'`
  return `replace(${whole}, '<p></p>', '<p><br></p>')`
}

/** The value as people read it. */
export function textOf(column: string, { scale = 0 }: RecordedField): string {
  if (scale === 0) return `cast(${column} as text)`
  const unit = 10 ** scale
  // The remainder with a leading 1, which is cut off again, keeps its zeros.
  return (
    `case when ${column} < 0 then '-' else '' end || cast(abs(${column}) / ${unit} as text) || '.' || ` +
    `substr(cast(abs(${column}) % ${unit} + ${unit} as text), 2)`
  )
}

function scaled(column: string, from: number, to: number): Conversion | null {
  if (from === to) return null
  const factor = 10 ** Math.abs(to - from)
  if (to > from) {
    const most = Math.floor(largest / factor)
    return { value: `${column} * ${factor}`, unfit: `abs(${column}) > ${most}`, problem: 'range', canLose: false }
  }
  // Integer division rounds toward zero on both engines, so half a unit rounds half away from zero.
  const half = factor / 2
  const offset = `case when ${column} < 0 then -${half} else ${half} end`
  const value = `(${column} + ${offset}) / ${factor}`
  return { value, unfit: `${column} % ${factor} <> 0`, problem: 'digits', canLose: true }
}

/** @param value SQL of the text */
function shorter(
  value: string,
  { maxLength: before }: { maxLength?: number },
  { maxLength }: RecordedField,
): Conversion {
  const isTighter = maxLength !== undefined && (before === undefined || maxLength < before)
  const unfit = isTighter ? `length(${value}) > ${maxLength}` : null
  return { value: null, unfit, problem: 'length', canLose: false }
}

type OptionValue = number | string

interface OptionChanges {
  /** Former value and new one of each option that is still there under any name. */
  readonly kept: readonly (readonly [OptionValue, OptionValue])[]
  /** Former values of those that are not. */
  readonly gone: readonly OptionValue[]
}

/**
 * Options that keep their name, or are named as the former name or the value that another one replaces, keep their
 * rows, whatever their value is now.
 */
function optionChanges(from: RecordedField, to: RecordedField): OptionChanges {
  const options = to.options ?? {}
  const values = new Set(Object.values(options))
  const { renamedOptions: renamed = {}, replacedOptions: replaced = {} } = to
  const surviving: [OptionValue, OptionValue][] = []
  const removed: OptionValue[] = []
  for (const [name, value] of Object.entries(from.options ?? {})) {
    const target =
      options[name] ??
      options[renamed[name] ?? ''] ??
      options[replaced[String(value)] ?? ''] ??
      (values.has(value) ? value : undefined)
    if (target === undefined) removed.push(value)
    else surviving.push([value, target])
  }
  return { kept: surviving, gone: removed }
}

function betweenOptions(column: string, from: RecordedField, to: RecordedField): Conversion | null {
  const { kept: surviving, gone: removed } = optionChanges(from, to)
  const isMoved = surviving.some(([before, after]) => before !== after)
  if (removed.length === 0 && !isMoved) return null
  const cases = surviving.map(([before, after]) => `when ${literal(before)} then ${literal(after)}`)
  return {
    value: isMoved ? `case ${column} ${cases.join(' ')} end` : null,
    unfit: removed.length === 0 ? null : `${column} in (${removed.map(literal).join(', ')})`,
    problem: 'option',
    canLose: false,
  }
}

/** The same for lists of options. */
function betweenSets(ddl: Ddl, column: string, from: RecordedField, to: RecordedField): Conversion | null {
  const { kept: surviving, gone: removed } = optionChanges(from, to)
  const moved = surviving.filter(([before, after]) => before !== after)
  if (removed.length === 0 && moved.length === 0) return null
  return {
    value: moved.length === 0 ? null : ddl.mapList(column, moved),
    unfit: removed.length === 0 ? null : ddl.listHas(column, removed),
    problem: 'option',
    canLose: false,
  }
}

/** @param text SQL of the former value as a text: the value of an option, its name or label, or what it replaces */
function intoOptions(text: string, to: RecordedField, field: FieldModel | undefined): Conversion {
  const readings = new Map<string, OptionValue>()
  const add = (reading: string, value: OptionValue): void => {
    if (!readings.has(reading)) readings.set(reading, value)
  }
  const options = Object.entries(to.options ?? {})
  for (const [, value] of options) add(String(value), value)
  for (const [replaced, name] of Object.entries(to.replacedOptions ?? {})) add(replaced, to.options?.[name] ?? replaced)
  for (const [former, name] of Object.entries(to.renamedOptions ?? {})) add(former, to.options?.[name] ?? former)
  for (const [name, value] of options) add(name, value)
  for (const { label, value } of field?.options ?? []) for (const word of Object.values(label)) add(word, value)
  const cases = [...readings].map(([reading, value]) => `when ${literal(reading)} then ${literal(value)}`)
  return {
    value: `case trim(${text}) ${cases.join(' ')} end`,
    unfit: `trim(${text}) not in (${[...readings.keys()].map(literal).join(', ')})`,
    problem: 'option',
    canLose: false,
  }
}

/** A text that is written as a date, a time of day or a year. */
function intoCalendar(ddl: Ddl, column: string, { kind }: RecordedField): Conversion {
  const content = contents[kind]
  const text = `trim(${column})`
  const [value, fits] =
    content === 'day'
      ? [`replace(${text}, '/', '-')`, ddl.isDay(`replace(${text}, '/', '-')`)]
      : content === 'clock'
        ? [withSeconds(text, 5), ddl.isClock(withSeconds(text, 5))]
        : // A year is one whose first day is a day.
          [text, ddl.isDay(`(${text} || '-01-01')`)]
  return { value, unfit: `not (${fits})`, problem: 'calendar', canLose: false }
}

/** @param length of a text without seconds */
const withSeconds = (text: string, length: number): string =>
  `case length(${text}) when ${length} then ${text} || ':00' else ${text} end`

/** A text that is written as a date, or as a date and a time, of the site. */
function intoMoment(ddl: Ddl, column: string, timeZone: TimeZone): Conversion {
  const plain = `replace(replace(trim(${column}), 'T', ' '), '/', '-')`
  const missing = `case length(${plain}) when 10 then ' 00:00:00' when 16 then ':00' else '' end`
  const text = `(${plain} || ${missing})`
  const [day, clock] = [`substr(${text}, 1, 10)`, `substr(${text}, 12)`]
  const isApart = `substr(${text}, 11, 1) = ' '`
  const fits = `(${ddl.isDay(day)} and ${day} >= '1970-01-02' and ${isApart} and ${ddl.isClock(clock)})`
  const value = `case when ${fits} then ${ddl.secondsOf(text, timeZone)} end`
  // Clocks that are put forward leave an hour out.
  const isShown = `case when ${fits} then ${ddl.timeText(ddl.secondsOf(text, timeZone), timeZone)} end = ${text}`
  return { value, unfit: `not (${fits}) or not (${isShown})`, problem: 'calendar', canLose: false }
}

/** The longest item of tags that have no limit of their own. */
const longestTag = 255

function intoTags(ddl: Ddl, column: string, { maxLength = longestTag }: RecordedField): Conversion {
  const value = ddl.splitText(column)
  return { value, unfit: `coalesce(${ddl.longestItem(value)}, 0) > ${maxLength}`, problem: 'length', canLose: false }
}

/** The record of the other table that has the text as its title, where it is one only. */
function byTitle(column: string, { relation }: FieldModel, hasTitles: boolean): Conversion | null {
  const none = { value: 'null', unfit: `${column} is not null`, problem: 'title', canLose: false } as const
  if (!relation || !hasTitles) return none
  const { table, show, softDelete } = relation
  const isThere = softDelete === null ? '' : ` and _target.${quoted(softDelete)} is null`
  // The columns of the other table would come before that of the record.
  const matching = (what: string): string =>
    `(select ${what} from ${quoted(table)} as _target, (select trim(${column}) as _text) as _own ` +
    `where cast(_target.${quoted(show)} as text) = _own._text${isThere})`
  return {
    value: matching('min(_target."id")'),
    unfit: `${matching('count(*)')} <> 1`,
    problem: 'title',
    canLose: false,
    isLookup: true,
  }
}

/** With the condition that the new value is one of the new field's options. @param value SQL of the new value */
function among(to: RecordedField, value: string, conversion: Conversion | null): Conversion | null {
  if (!isChoice(to)) return conversion
  const list = Object.values(to.options ?? {})
    .map(literal)
    .join(', ')
  const outside = `${value} not in (${list})`
  const unfit = conversion?.unfit ? `${conversion.unfit} or ${outside}` : outside
  return { value: conversion?.value ?? null, unfit, problem: 'option', canLose: false }
}
