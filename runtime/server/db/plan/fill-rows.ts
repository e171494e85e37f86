/**
 * Gives existing rows the values of rules, batch by batch: each batch is a transaction, so that others wait for one
 * batch at most. What is done stays done when the process ends; rows that have their value are not written again.
 */
import { sql } from 'kysely'
import {
  applyRules,
  computeRuleValue,
  holdsLines,
  kinds,
  requireRelation,
  type FieldModel,
  type RuleFacts,
  type RuleRecord,
  type RuleRequirement,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import type { Database } from '../database.ts'
import { updateMany } from '../bulk-rows.ts'
import { runText } from '../run-text.ts'
import { rowId, type Row, type Transaction } from '../tables.ts'
import type { Ask } from './diff-context.ts'
import { changeFileAccess, isFileStep } from './file-access.ts'
import { isComputedBySaving, type RecordedModel } from './recorded-model.ts'
import type { Step } from './step.ts'
import { givenValue } from './values/given-value.ts'
import { readSiteZone } from './values/site-time.ts'

export interface FillProgress {
  readonly table: string
  /** Rows that were not looked at yet, and how many there were at first. */
  readonly left: number
  readonly total: number
}

const batchSize = 500

/**
 * Fills in the values of the steps, and computes again what is computed from them.
 * @param record what is recorded while the values of the steps are not filled in
 * @param onProgress called after each batch of a table with several
 */
export async function fillRows(
  database: Database,
  tables: readonly TableModel[],
  record: RecordedModel,
  steps: readonly Step[],
  onProgress?: (progress: FillProgress) => void,
): Promise<void> {
  for (const step of steps.filter(isFileStep)) await changeFileAccess(database, tables, step)
  const models = tables.map((model) => withoutOpenRules(model, record))
  const ask: Ask = (text) => runText(database.query, text)
  const timeZone = await readSiteZone(
    ask,
    models.map(({ table }) => table),
  )
  const valueSteps = steps.filter((step) => !isFileStep(step))
  for (const model of withDependents(models, valueSteps)) {
    const names = steps.filter((step) => step.kind === 'backfill' && step.table === model.table)
    const backfills = model.fields.filter((field) => names.some(({ column }) => column === field.name))
    await fillTable(database, models, { model, backfills, timeZone }, onProgress)
  }
}

/** The model without the rules of computed values that wait for a decision, or for their column. */
function withoutOpenRules(model: TableModel, record: RecordedModel): TableModel {
  const recordedFields = record[model.table]?.fields
  const fields = model.fields.map(({ computed, ...field }) =>
    computed && (!computed.stored || recordedFields?.[field.name]?.computed !== undefined)
      ? { ...field, computed }
      : field,
  )
  return { ...model, fields }
}

const isRecomputed = (field: FieldModel): boolean => field.computed?.stored === true && !isComputedBySaving(field)

const asks = (model: TableModel, what: RuleRequirement): boolean =>
  model.fields.some((field) => isRecomputed(field) && field.computed?.rule.asks?.includes(what))

/**
 * The tables of the steps, the documents that are computed from their lines, and the lines that are computed from
 * their documents; lines before documents, and after them again where they are computed from them.
 */
function withDependents(models: readonly TableModel[], steps: readonly Step[]): readonly TableModel[] {
  const affected = new Set(models.filter(({ table }) => steps.some((step) => step.table === table)))
  for (let size = 0; size < affected.size;) {
    size = affected.size
    for (const model of models) {
      const owner = models.find(({ id }) => id === model.ownedBy?.entity)
      if (owner && affected.has(model) && asks(owner, 'lines')) affected.add(owner)
      if (owner && affected.has(owner) && asks(model, 'document')) affected.add(model)
    }
  }
  const lines = [...affected].filter((model) => model.ownedBy)
  const others = [...affected].filter((model) => !model.ownedBy)
  return [...lines, ...others, ...lines.filter((model) => asks(model, 'document'))]
}

interface Filled {
  readonly model: TableModel
  readonly backfills: readonly FieldModel[]
  /** The site's. */
  readonly timeZone: string
}

async function fillTable(
  database: Database,
  models: readonly TableModel[],
  filled: Filled,
  onProgress?: (progress: FillProgress) => void,
): Promise<void> {
  const { table } = filled.model
  const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.query)
  const total = Number(counted.rows[0]?.n ?? 0)
  let left = total
  for (let last: number | null = 0; last !== null;) {
    const batch: { last: number | null; rows: number } = await fillBatch(database, models, filled, last)
    last = batch.last
    left = Math.max(left - batch.rows, 0)
    if (total > batchSize) onProgress?.({ table, left, total })
  }
}

/** @returns the id of its last row, null after the last batch */
function fillBatch(
  database: Database,
  models: readonly TableModel[],
  { model, backfills, timeZone }: Filled,
  last: number,
): Promise<{ last: number | null; rows: number }> {
  const { adapter } = database
  return database.write(async (trx) => {
    const { rows } = await sql<Row>`select * from ${sql.table(model.table)} where id > ${last} order by id
      limit ${sql.lit(batchSize)} ${adapter.rowLock('write') ?? sql``}`.execute(trx)
    const facts = await readFacts(trx, models, model, rows)
    const changedRows = rows.flatMap((row) => changedValues({ model, backfills, timeZone }, row, facts(row)))
    if (changedRows.length > 0) await updateMany(database, model, trx, changedRows)
    const end = rows.at(-1)
    return { last: end && rows.length === batchSize ? rowId(end) : null, rows: rows.length }
  })
}

/** The row's id with all values of rules, when one of them is another than is stored. */
function changedValues({ model, backfills, timeZone }: Filled, row: Row, facts: RuleFacts): readonly Row[] {
  const filled: Record<string, StoredValue> = {}
  for (const field of backfills) filled[field.name] = row[field.name] ?? valueFor(field, facts, timeZone)
  const record = { ...facts.record, ...filled }
  const { record: computed } = applyRules(computingOf(model), { ...facts, record })
  const values = { ...filled }
  for (const { name } of model.fields.filter(isRecomputed)) values[name] = storedOf(computed[name])
  const isSame = Object.entries(values).every(([name, value]) => value === (row[name] ?? null))
  return isSame ? [] : [{ id: rowId(row), ...values }]
}

/** The value of the rule, where the field accepts it; without a rule, of the default. */
function valueFor(field: FieldModel, facts: RuleFacts, timeZone: string): StoredValue {
  if (field.backfill) {
    const reading = givenValue(field, storedOf(computeRuleValue(field.backfill, facts)), timeZone)
    return 'stored' in reading ? reading.stored : null
  }
  return field.default === undefined ? null : kinds[field.kind].toStored(field.default, field)
}

/** Only computed values change: what people entered stays, also where a condition of its field is not met. */
const computingOf = ({ fields }: TableModel): Pick<TableModel, 'fields'> => ({
  fields: fields.map(({ when, readOnlyWhen: _fixed, computed, ...field }) =>
    computed && !isComputedBySaving({ computed }) ? { ...field, computed, ...(when && { when }) } : field,
  ),
})

const storedOf = (value: RuleRecord[string] | undefined): StoredValue =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)

/** By row, what its rules need: its lines, and the document it is a line of. */
async function readFacts(
  trx: Transaction,
  models: readonly TableModel[],
  model: TableModel,
  rows: readonly Row[],
): Promise<(row: Row) => RuleFacts> {
  const now = Math.floor(Date.now() / 1000)
  const find = async (table: string, column: string, ids: readonly number[]): Promise<readonly Row[]> =>
    ids.length === 0
      ? []
      : trx
          .selectFrom(table)
          .selectAll()
          .where(column, 'in', [...ids])
          .orderBy('id')
          .execute()
  const lines: { readonly field: string; readonly owner: string; readonly rows: readonly Row[] }[] = []
  for (const field of asks(model, 'lines') ? model.fields.filter(holdsLines) : []) {
    const target = models.find(({ id }) => id === requireRelation(field).to)
    const owner = target?.ownedBy?.field
    if (target && owner)
      lines.push({ field: field.name, owner, rows: await find(target.table, owner, rows.map(rowId)) })
  }
  const { ownedBy } = model
  const owner = ownedBy && asks(model, 'document') ? models.find(({ id }) => id === ownedBy.entity) : undefined
  const ownerIds = owner && ownedBy ? [...new Set(rows.map((row) => Number(row[ownedBy.field])))] : []
  const documents = new Map((owner ? await find(owner.table, 'id', ownerIds) : []).map((row) => [rowId(row), row]))
  return (row) => ({
    record: row,
    old: row,
    actor: null,
    now,
    lines: Object.fromEntries(
      lines.map((one) => [one.field, one.rows.filter((line) => Number(line[one.owner]) === rowId(row))]),
    ),
    document: (ownedBy && documents.get(Number(row[ownedBy.field]))) ?? null,
  })
}
