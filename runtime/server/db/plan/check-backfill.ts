/**
 * Computes what rules would give to records that have no value, before anything is changed: a value that its field does
 * not accept, a reference to no record, and a value that has to be unique and is not, stop the plan.
 */
import {
  columnType,
  computeRuleValue,
  refersToOne,
  type FieldModel,
  type FieldProblem,
  type Language,
  type RuleModel,
  type StoredValue,
  type Text,
} from '../../../protocol/index.ts'
import { describeFieldProblem } from '../../../i18n/field-problems.ts'
import { literal, quoted } from '../ddl.ts'
import type { TableContext } from './diff-context.ts'
import { conversionIn, liveValue } from './values/unconvertible-rows.ts'
import { givenValue } from './values/given-value.ts'

/** Records whose value does not do, and the first of them with the reasons. */
interface RefusedValues {
  readonly rows: number
  readonly examples: Text
}

interface Refused {
  readonly id: number
  readonly value: StoredValue
  readonly problem: FieldProblem
}

/** A value that the rule gives to a record. */
interface Addition {
  readonly id: number
  readonly value: StoredValue
}

type Row = Readonly<Record<string, StoredValue>>

/** So many that a database without statistics, which may look at all rows for a batch, does so a few times only. */
const batchSize = 10_000
const maxExamples = 5

/** Null = all values do. */
export async function refusedValues(context: TableContext, name: string): Promise<RefusedValues | null> {
  const field = context.table.fields?.find((candidate) => candidate.name === name)
  if (!field?.backfill) return null
  const uniques = uniquesOf(context, field)
  if (isConstant(field.backfill) && uniques.length === 0) {
    const rows = await readRows(context, field, uniques, { last: 0, limit: 1 })
    if ((await refusedIn(context, field, rows, uniques)).length === 0) return null
  }
  const refused: Refused[] = []
  for (let last: number | null = 0; last !== null;) {
    const rows: readonly Row[] = await readRows(context, field, uniques, { last, limit: batchSize })
    refused.push(...(await refusedIn(context, field, rows, uniques)))
    last = rows.length === batchSize ? Number(rows.at(-1)?.['id']) : null
  }
  return refused.length === 0 ? null : { rows: refused.length, examples: examplesOf(refused) }
}

/** Gives all records the same value, so that one of them stands for all. */
const isConstant = ({ reads, asks = [] }: RuleModel): boolean =>
  reads.length === 0 && asks.every((what) => what === 'now' || what === 'actor')

/** The fields that decide what a record is given, and whether it is accepted. */
function decidingFields({ table: { fields = [] } }: TableContext, field: FieldModel, uniques: readonly Unique[]) {
  const { reads = [], asks = [] } = field.backfill ?? {}
  if (asks.includes('old')) return fields
  const names = new Set([field.name, ...reads, ...uniques.flatMap((unique) => [...unique.columns, unique.whereNull])])
  return fields.filter(({ name }) => names.has(name))
}

/** Rows with the values that they will have when the rule is asked; all of them, or those without a value. */
async function readRows(
  context: TableContext,
  field: FieldModel,
  uniques: readonly Unique[],
  { last, limit }: { readonly last: number; readonly limit: number },
): Promise<readonly Row[]> {
  const { ask, table, live } = context
  const has = (name: string): boolean => live.columns.some((column) => column.name === name)
  const fields = decidingFields(context, field, uniques)
  const values = fields.filter(({ name }) => has(name) && name !== 'id')
  const expressions = values.map(
    ({ name }) => `${conversionIn(context, name)?.value ?? liveValue(context, name)} as ${quoted(name)}`,
  )
  const empty = uniques.length === 0 && has(field.name) ? ` and ${quoted(field.name)} is null` : ''
  const rows = await ask(
    `select ${['"id"', ...expressions].join(', ')} from ${quoted(table.name)} where "id" > ${last}${empty} ` +
      `order by "id" limit ${limit}`,
  )
  return rows.map((row) => {
    const entries = fields.map((column): [string, StoredValue] => {
      const { name } = column
      const start = has(name) ? null : table.columns.find((candidate) => candidate.name === name)?.default
      const value = row[name] ?? start ?? null
      return [name, value === null ? null : columnType(column) === 'integer' ? Number(value) : String(value)]
    })
    return Object.fromEntries([...entries, ['id', Number(row['id'])]])
  })
}

async function refusedIn(
  context: TableContext,
  field: FieldModel,
  rows: readonly Row[],
  uniques: readonly Unique[],
): Promise<readonly Refused[]> {
  const { name, backfill } = field
  const now = Math.floor(Date.now() / 1000)
  const refused: Refused[] = []
  const additions: Addition[] = []
  for (const row of rows) {
    const id = Number(row['id'])
    const isGiven = (row[name] ?? null) === null
    let value = row[name] ?? null
    if (isGiven && backfill) {
      const answer = computeRuleValue(backfill, { record: row, old: row, actor: null, now })
      const result = typeof answer === 'boolean' ? Number(answer) : (answer ?? null)
      const accepted = givenValue(field, result, context.timeZone.name)
      if ('problem' in accepted) {
        refused.push({ id, value: result, problem: accepted.problem })
        continue
      }
      value = accepted.stored
      if (value !== null) additions.push({ id, value })
    }
    if (uniques.some((unique) => isRepeated(unique, { ...row, [name]: value })))
      refused.push({ id, value, problem: { rule: 'duplicate', params: { value: String(value) } } })
  }
  const missing = await missingTargets(context, field, additions)
  return [...refused, ...missing]
}

/** References to records that are not there. */
async function missingTargets(
  { ask, tables }: TableContext,
  field: FieldModel,
  additions: readonly Addition[],
): Promise<readonly Refused[]> {
  const { relation } = field
  if (!relation || !refersToOne(field) || additions.length === 0) return []
  const ids = [...new Set(additions.map(({ value }) => Number(value)))]
  const isThere = relation.softDelete === null ? '' : ` and ${quoted(relation.softDelete)} is null`
  const rows = tables.includes(relation.table)
    ? await ask(`select "id" from ${quoted(relation.table)} where "id" in (${ids.map(literal).join(', ')})${isThere}`)
    : []
  const targets = new Set(rows.map((row) => Number(row['id'])))
  return additions
    .filter(({ value }) => !targets.has(Number(value)))
    .map(({ id, value }): Refused => ({ id, value, problem: { rule: 'relation' } }))
}

/** Fields whose values together occur once, and what has been seen of them. */
interface Unique {
  readonly columns: readonly string[]
  /** Deleted records do not count. */
  readonly whereNull: string | null
  readonly keys: Set<string>
}

function uniquesOf({ table, wanted: { key, softDelete } }: TableContext, { name }: FieldModel): readonly Unique[] {
  const declared = table.indexes.filter(({ unique }) => unique)
  return [...declared, { columns: key, whereNull: softDelete }]
    .filter(({ columns }) => columns.includes(name))
    .map(({ columns, whereNull }) => ({ columns, whereNull, keys: new Set() }))
}

function isRepeated({ columns, whereNull, keys }: Unique, row: Row): boolean {
  const values = columns.map((name) => row[name] ?? null)
  if (values.includes(null) || (whereNull !== null && (row[whereNull] ?? null) !== null)) return false
  const key = JSON.stringify(values)
  if (keys.has(key)) return true
  keys.add(key)
  return false
}

function examplesOf(refused: readonly Refused[]): Text {
  const first = refused.toSorted((left, right) => left.id - right.id).slice(0, maxExamples)
  const inLanguage = (language: Language): string =>
    first
      .map(({ id, value, problem }) => {
        const why = describeFieldProblem(language, problem).replace(/[.。]$/, '')
        return `${id}: ${value === null ? '–' : String(value).slice(0, 60)} (${why})`
      })
      .join('; ')
  return { 'zh-cn': inLanguage('zh-cn'), en: inLanguage('en') }
}
