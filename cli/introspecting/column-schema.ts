/** The keywords of a field, concluded from the declaration of a column and from some of its values. */
import type { StoredForm } from '../../runtime/protocol/index.ts'
import type { ForeignColumn, ForeignDatabase } from './foreign-database.ts'
import { labelOf, wordsOf } from './names.ts'

/** JSON as it is written into a schema. */
export type Keywords = { [key: string]: unknown }

export interface FieldSchema {
  readonly keywords: Keywords
  readonly as?: StoredForm
  readonly type?: string
  readonly zone?: string
  /** What the field cannot do, and why. */
  readonly limits: readonly (readonly [zh: string, en: string])[]
}

export interface ColumnContext {
  readonly engine: ForeignDatabase['engine']
  /** Columns hold what was written, whatever type they are declared with. */
  readonly isLoose: boolean
  /** Values of some rows that are not NULL. */
  readonly values: readonly unknown[]
  /** Zone of times that are stored without one. */
  readonly zone: string
}

const maxScale = 8
const maxLine = 255
const maxText = 100_000

/** Texts that the product cannot tell from the kind: they are shown, and can be edited unless `readOnly`. */
function asText(column: ForeignColumn, engine: ForeignDatabase['engine'], isLimited: boolean): FieldSchema {
  // A new table of one's own holds any text.
  const isReadOnly = isLimited && engine !== 'mysql'
  return {
    keywords: { type: 'string', maxLength: 65_535, ...(isReadOnly && { readOnly: true }) },
    as: 'native',
    type: engine === 'postgresql' ? (column.sqlType ?? 'text') : 'text',
    limits: isReadOnly
      ? [
          [
            `类型 ${column.sqlType ?? column.type} 没有对应的字段种类：以文本显示，不能修改`,
            `no kind of field for the type ${column.sqlType ?? column.type}: shown as text, cannot be edited`,
          ],
        ]
      : [],
  }
}

const plain = (keywords: Keywords): FieldSchema => ({ keywords, limits: [] })

/** What a column holds. */
export function fieldOf(column: ForeignColumn, context: ColumnContext): FieldSchema {
  const { type } = column
  if (column.values) return type === 'set' ? setOf(column, context) : enumOf(column, context)
  if (
    type.startsWith('bool') ||
    (type === 'tinyint' && column.length === 1) ||
    (type === 'bit' && (column.length ?? 1) === 1)
  )
    return booleanOf(context)
  if (type === 'array' || /^(tsvector|tsquery|point|line|lseg|box|path|polygon|circle|pg_lsn)$/.test(type))
    return asText(column, context.engine, true)
  if (/range$|^bit|^set$/.test(type)) return asText(column, context.engine, true)
  if (/blob|^bytea$|binary|^image$/.test(type)) return bytes(context.engine)
  if (/^(date|datetime|timestamp|time|year|smalldatetime)/.test(type)) return timeOf(column, context)
  if (/int|serial/.test(type) && !/^(interval|point)/.test(type)) return integerOf(context)
  if (/^(numeric|decimal|dec|number|money|smallmoney)/.test(type)) return decimalOf(column, context)
  if (/^(real|float|double)/.test(type)) return decimalOf({ ...column, scale: undefined }, context)
  if (/char|text|clob|string|^name$/.test(type)) return textOf(column, context)
  if (context.engine === 'postgresql')
    return {
      ...asText(column, context.engine, false),
      keywords: { type: 'string', maxLength: type === 'uuid' ? 36 : 65_535 },
    }
  return undeclared(column, context)
}

/** On SQLite a column may be declared with any word, or none; what it holds decides. */
function undeclared(column: ForeignColumn, context: ColumnContext): FieldSchema {
  const { values } = context
  if (values.length > 0 && values.every((value) => Buffer.isBuffer(value))) return bytes(context.engine)
  if (values.length > 0 && values.every((value) => typeof value === 'number')) return decimalOf(column, context)
  return asText(
    column,
    context.engine,
    values.some((value) => typeof value !== 'string'),
  )
}

const bytes = (engine: ForeignDatabase['engine']): FieldSchema => ({
  keywords: {
    type: 'integer',
    readOnly: true,
    'x-unit': { 'zh-cn': '字节', en: 'bytes' },
  },
  as: 'size',
  limits: [
    [
      engine === 'mysql' ? '二进制数据没有对应的字段种类' : '二进制数据只显示字节数，不能修改',
      engine === 'mysql'
        ? 'there is no kind of field for bytes'
        : 'of bytes only the number is shown; they cannot be edited',
    ],
  ],
})

function enumOf(column: ForeignColumn, { engine }: ColumnContext): FieldSchema {
  const values = column.values ?? []
  const isInteger = values.every((value) => typeof value === 'number' && Number.isInteger(value))
  const texts = values.map(String)
  if (!isInteger && texts.some((value) => value.length > 64 || value === ''))
    return textOf(column, { engine, isLoose: false, values: [], zone: '' })
  const names = new Set<string>()
  const options = Object.fromEntries(
    values.map((value) => [
      optionName(String(value), names),
      { value: isInteger ? value : String(value), 'x-label': labelOf(String(value), undefined) },
    ]),
  )
  return {
    keywords: { type: isInteger ? 'integer' : 'string', enum: isInteger ? values : texts, 'x-options': options },
    ...(column.type === 'enum' && engine === 'postgresql' && { as: 'native' as const, type: column.sqlType ?? 'text' }),
    limits: [],
  }
}

/** Several of the values. */
function setOf(column: ForeignColumn, context: ColumnContext): FieldSchema {
  const { keywords, limits } = enumOf(column, context)
  return { keywords: { type: 'array', items: keywords }, limits }
}

function optionName(value: string, names: Set<string>): string {
  const words = wordsOf(value)
    .map((word) => word.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')
    .join('_')
    .slice(0, 50)
  const base = /^[a-z]/.test(words) ? words : `value_${words || names.size + 1}`
  let name = base
  for (let count = 2; names.has(name); count++) name = `${base}_${count}`
  names.add(name)
  return name
}

function booleanOf({ engine }: ColumnContext): FieldSchema {
  return {
    keywords: {
      type: 'integer',
      enum: [0, 1],
      'x-options': {
        off: { value: 0, 'x-label': { 'zh-cn': '否', en: 'No' } },
        on: { value: 1, 'x-label': { 'zh-cn': '是', en: 'Yes' } },
      },
      'x-widget': 'switch',
    },
    ...(engine === 'postgresql' && { as: 'boolean' as const }),
    limits: [],
  }
}

function integerOf({ values }: ColumnContext): FieldSchema {
  const isLarge = values.some((value) => Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER)
  if (isLarge) return { keywords: { type: 'string', maxLength: 20, pattern: '^-?[0-9]+$' }, as: 'digits', limits: [] }
  return plain({ type: 'integer' })
}

/** Digits after the point of the values; null where one has an exponent. */
function scaleOf(values: readonly unknown[]): number | null {
  let scale = 0
  for (const value of values) {
    const text = String(value)
    if (!/^-?\$?[\d,]*(\.\d+)?$/.test(text)) return null
    scale = Math.max(scale, (text.split('.')[1] ?? '').replace(/0+$/, '').length)
  }
  return scale
}

function decimalOf(column: ForeignColumn, context: ColumnContext): FieldSchema {
  const { values, engine } = context
  const isMoney = /money/.test(column.type)
  const ownScale = scaleOf(values)
  const scale = column.scale ?? (isMoney ? 2 : Math.max(ownScale ?? maxScale + 1, values.length === 0 ? 2 : 0))
  const largest = Math.max(0, ...values.map((value) => Math.abs(Number(value))))
  const fits = scale <= maxScale && largest * 10 ** scale <= Number.MAX_SAFE_INTEGER
  if (!fits || (ownScale !== null && ownScale > scale)) return asText(column, engine, true)
  return { keywords: { type: 'string', format: 'decimal', 'x-scale': scale }, as: 'number', limits: [] }
}

function textOf(column: ForeignColumn, { values }: ColumnContext): FieldSchema {
  const { length } = column
  if (length !== undefined && length > 0) return plain({ type: 'string', maxLength: Math.min(length, maxText) })
  const texts = values.map(String)
  const isLong = texts.some((text) => text.length > maxLine || text.includes('\n'))
  return plain({ type: 'string', maxLength: isLong || column.name.toLowerCase().endsWith('text') ? 65_535 : maxLine })
}

const day = /^\d{4}-\d{2}-\d{2}$/
const midnight = /^\d{4}-\d{2}-\d{2} 00:00:00$/
const moment = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/
const looseMoment = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/

function timeOf(column: ForeignColumn, context: ColumnContext): FieldSchema {
  const { type } = column
  if (type.startsWith('year')) return plain({ type: 'integer', minimum: 0, maximum: 9999 })
  if (context.isLoose) return storedTime(column, context)
  if (context.engine === 'mysql')
    return plain(/^date$/.test(type) ? date : /^time$/.test(type) ? time : { type: 'integer', format: 'timestamp' })
  if (type === 'date') return { keywords: date, as: 'date', limits: [] }
  if (type.startsWith('time with')) return asText(column, context.engine, true)
  if (/^time(?!stamp)/.test(type)) return { keywords: time, as: 'time', limits: [] }
  if (/with time zone/.test(type))
    return { keywords: { type: 'integer', format: 'timestamp' }, as: 'seconds', limits: [] }
  return momentOf(column, context)
}

const date = { type: 'string', format: 'date' }
const time = { type: 'string', format: 'time' }

/** Date and time without a zone. Where all are midnights, a date is meant. */
function momentOf(column: ForeignColumn, { values, engine, isLoose, zone }: ColumnContext): FieldSchema {
  const texts = values.map(String)
  if (texts.length > 0 && texts.every((text) => midnight.test(text)))
    return { keywords: date, as: 'midnight', limits: [] }
  const keywords = { type: 'integer', format: 'timestamp' }
  if (texts.every((text) => moment.test(text))) return { keywords, as: 'datetime', zone, limits: [] }
  if (texts.every((text) => looseMoment.test(text)))
    return {
      keywords: { ...keywords, ...(isLoose && { readOnly: true }) },
      as: 'datetime',
      zone,
      limits: isLoose
        ? [
            [
              '时刻带有小数秒或其他写法：可查看，不能修改，以免改变其写法',
              'times have fractions of seconds or another notation: shown, but not edited, so that it stays',
            ],
          ]
        : [],
    }
  return asText(column, engine, true)
}

/** SQLite has no types for times: the values show how they are stored. */
function storedTime(column: ForeignColumn, context: ColumnContext): FieldSchema {
  const { values } = context
  const isTimeOfDay = /^time$/.test(column.type)
  if (values.length === 0) {
    if (isTimeOfDay) return plain(time)
    return column.type === 'date' ? plain(date) : momentOf(column, context)
  }
  if (values.every((value) => typeof value === 'number' && Number.isInteger(value))) {
    const least = Math.min(...values.map(Number))
    if (least > 100_000_000_000)
      return { keywords: { type: 'integer', format: 'timestamp' }, as: 'milliseconds', limits: [] }
    return plain(least >= 100_000_000 ? { type: 'integer', format: 'timestamp' } : { type: 'integer' })
  }
  if (values.every((value) => day.test(String(value)))) return plain(date)
  if (isTimeOfDay && values.every((value) => /^\d{2}:\d{2}:\d{2}$/.test(String(value)))) return plain(time)
  return momentOf(column, context)
}
