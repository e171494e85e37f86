/** Compares what the values of a column mean: the recorded field with that of the schema. */
import { quoted, type ColumnPlan, type SwapColumn } from '../../ddl.ts'
import { keepsFigures, type Conversion } from './convert.ts'
import { changeColumn, type Way } from '../change-column.ts'
import type { TableContext } from '../diff-context.ts'
import { reason, type ReasonKey } from '../step-texts.ts'
import type { RecordedField } from '../recorded-model.ts'
import type { Step } from '../step.ts'
import { dependantsOf, lockOf, type SwappableStep } from '../diff-swaps.ts'
import { conversionIn, none, rowsWhereEach, shownValue, type Unwanted } from './unconvertible-rows.ts'

/** A step that converts the column to its new meaning and type; null = its values mean what they meant. */
export async function conversionStep(context: TableContext, column: ColumnPlan): Promise<SwappableStep | null> {
  const { table, recorded } = context
  const [from, to] = [recorded?.fields[column.name], context.wanted.fields[column.name]]
  if (!from || !to) return null
  const conversion = conversionIn(context, column.name)
  if (!conversion) return null
  const example = shownValue(context, column.name, from)
  const unreadable = unreadableValues(context, column.name, from)
  const unwanted = await rowsWhereEach(context, column.name, [
    ...(conversion.unfit === null ? [] : [{ condition: conversion.unfit, example }]),
    ...(unreadable === null ? [] : [unreadable]),
  ])
  const unfit = (conversion.unfit === null ? none : unwanted[0]) ?? none
  if (unfit.rows === 0 && conversion.value === null) return null
  const params = {
    table: table.name,
    column: column.name,
    from: nameOf(from),
    to: nameOf(to),
    target: to.relation?.table ?? '',
    ...unfit,
  }
  const step = { kind: 'convert', blocking: true, table: table.name, column: column.name, rows: unfit.rows } as const
  const broken = (unreadable === null ? none : unwanted.at(-1)) ?? none
  if (broken.rows > 0)
    return { ...step, class: 'guarded', ...broken, sql: [], reason: reason('noNumber', { ...params, ...broken }) }
  const way = wayOf(context, column, conversion)
  if (unfit.rows > 0 && !conversion.canLose)
    return { ...step, class: 'guarded', sql: [], reason: reason(problems[conversion.problem], params) }
  if (table.appendOnly && !(keepsFigures(from, to) && unfit.rows === 0) && (await context.hasRows()))
    return {
      ...step,
      class: 'guarded',
      sql: [],
      reason: reason(unfit.rows > 0 ? 'ledgerDigits' : 'convertLedger', params),
    }
  if (way === null) return { ...step, class: 'guarded', sql: [], reason: reason('ownIndex', params) }
  const { blocking, lost } = await dependantsOf(context, column.name)
  // Where many rows are, what is in the way of a swap would keep others out while all of them are written.
  const isSwapped = context.ddl.swap !== null && (await context.isLarge())
  const inTheWay = [...(isSwapped || hasOtherType(context, column) ? blocking : []), ...(isSwapped ? lost : [])]
  if (inTheWay.length > 0) {
    const details = { ...params, names: inTheWay.join(', ') }
    const isLocking = isSwapped && blocking.length === 0
    const sentence = isLocking
      ? reason('lockingDependants', { ...details, ...(await lockOf(context)) })
      : reason('dependants', details)
    return { ...step, class: 'guarded', sql: [], reason: sentence }
  }
  const swapped = isSwapped ? { ...way, swap: swapOf(context, column, conversion) } : way
  return unfit.rows === 0
    ? { ...step, class: 'safe', ...swapped, reason: reason('convert', params) }
    : { ...step, class: 'guarded', ...swapped, reason: reason(problems[conversion.problem], params) }
}

function swapOf(
  context: TableContext,
  column: ColumnPlan,
  { value, unfit, canLose }: Conversion,
): readonly SwapColumn[] | undefined {
  if (value === null) return undefined
  const storedForm = context.ddl.storedIn(value, column)
  return [{ column: withRequirement(context, column), value: storedForm, unfit, losesDigits: canLose }]
}

/** What others wrote into a number column, and is no number that could be converted. */
function unreadableValues({ ddl, live }: TableContext, name: string, { scale = 0 }: RecordedField): Unwanted | null {
  const type = live.columns.find((column) => column.name === name)?.type
  if (scale === 0 || type === undefined) return null
  return { condition: ddl.isUnreadable(quoted(name), type), example: `cast(${quoted(name)} as text)` }
}

/** A column that becomes required does so in a step of its own. */
const withRequirement = ({ live }: TableContext, column: ColumnPlan): ColumnPlan => ({
  ...column,
  nullable: column.nullable || live.columns.find(({ name }) => name === column.name)?.nullable === true,
})

const hasOtherType = ({ ddl, live }: TableContext, column: ColumnPlan): boolean =>
  live.columns.find(({ name }) => name === column.name)?.type.toLowerCase() !== ddl.typeOf(column).toLowerCase()

const problems = {
  several: 'severalValues',
  digits: 'losesDigits',
  range: 'outOfRange',
  number: 'noNumber',
  option: 'noOption',
  length: 'tooLong',
  meaning: 'otherMeaning',
  calendar: 'noCalendar',
  time: 'losesTime',
  title: 'noTitle',
} as const satisfies Record<Conversion['problem'], ReasonKey>

/** A reference ends with a conversion: its ids would be other numbers. One of the new values is added by itself. */
function wayOf(context: TableContext, column: ColumnPlan, { value, isLookup }: Conversion): Way | null {
  const { ddl, table, live } = context
  if (value === null) return { sql: [] }
  const storedForm = ddl.storedIn(value, column)
  const isSame = !hasOtherType(context, column)
  const isReference = live.foreignKeys.some((key) => key.column === column.name)
  // A minimum other than 0 is in the unit of the old values. The guard of a ledger stops every update.
  if (isSame && !column.floor?.least && !isReference && !table.appendOnly)
    return { sql: [`update ${quoted(table.name)} set ${quoted(column.name)} = ${storedForm}`] }
  const becoming = withRequirement(context, column)
  if (!isLookup) return changeColumn(context, becoming, { value: storedForm, key: null })
  const own = quoted(column.name)
  const way = changeColumn(context, becoming, { value: `cast(${own} as ${ddl.typeOf(column)})`, key: null })
  const written = `update ${quoted(table.name)} set ${own} = cast(${storedForm} as text)`
  return way && { ...way, sql: [written, ...way.sql] }
}

/** `decimal(4)`: kind and scale in one word. */
const nameOf = ({ kind, scale }: RecordedField): string => (scale === undefined ? kind : `${kind}(${scale})`)

/** What turning off soft deletion does to rows that are deleted: lists would show them again. */
export async function deletionSteps({
  ask,
  table,
  live,
  recorded,
  wanted: target,
}: TableContext): Promise<readonly Step[]> {
  const column = recorded?.softDelete ?? null
  if (column === null || target.softDelete === column || !live.columns.some(({ name }) => name === column)) return []
  const from = `from ${quoted(table.name)} where ${quoted(column)} is not null`
  const [count] = await ask(`select count(*) as _count ${from}`)
  const rows = Number(count?.['_count'] ?? 0)
  if (rows === 0) return []
  const sql = table.appendOnly ? [] : [`delete ${from}`]
  return [
    {
      kind: 'remove-deleted',
      class: 'destructive',
      blocking: true,
      table: table.name,
      column,
      rows,
      sql,
      reason: reason('removeDeleted', { table: table.name, column, rows }),
    },
  ]
}
