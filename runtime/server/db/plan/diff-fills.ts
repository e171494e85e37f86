/** Values that the server itself gives to existing records: those that a rule computes, and those a new field needs. */
import type { Language } from '../../../protocol/index.ts'
import { quoted } from '../ddl.ts'
import { refusedValues } from './check-backfill.ts'
import type { DiffInput, TableContext } from './diff-context.ts'
import { reason, type ReasonKey } from './step-texts.ts'
import type { RecordedField, RecordedModel, RecordedTable } from './recorded-model.ts'
import { isFileStep } from './file-access.ts'
import type { Step } from './step.ts'

/** True for steps without SQL: their values come from rules, batch by batch, after the tables have changed. */
export const isFill = (step: Step): boolean => step.kind === 'recompute' || step.kind === 'backfill' || isFileStep(step)

/** Rows of a ledger never change, so that they keep the values they were posted with. */
export async function fillSteps(context: TableContext, columns: readonly Step[]): Promise<readonly Step[]> {
  if (!context.recorded || context.table.appendOnly) return []
  const steps = await fillsOf(context, context.recorded)
  // A value waits for its column.
  return steps.flatMap((step) => {
    const waiting = columns.filter((other) => other.column === step.column && other.class !== 'safe')
    if (waiting.some(({ sql }) => sql.length === 0)) return []
    return [waiting.length === 0 ? step : { ...step, class: 'guarded' as const }]
  })
}

async function fillsOf(context: TableContext, recorded: RecordedTable): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const [name, field] of Object.entries(context.wanted.fields)) {
    const before = recorded.fields[name]
    if (isStale(field, before) && (await context.hasRows())) steps.push(await recomputeStep(context, name, before))
    if (before && field.access !== before.access && (await context.hasRows()))
      // Private files become public only when a person agrees.
      steps.push(
        field.access
          ? stepOf(context, 'protect-files', name, { sentence: 'protectFiles' })
          : { ...stepOf(context, 'publish-files', name, { sentence: 'publishFiles' }), class: 'guarded' },
      )
    if (needsBackfill(field, before)) {
      const rows = await countEmpty(context, name)
      if (rows > 0) steps.push((await refusedStep(context, name)) ?? stepOf(context, 'backfill', name, { rows }))
    }
  }
  return steps
}

/** In place of filling in values that their field does not accept. */
async function refusedStep(context: TableContext, column: string): Promise<Step | null> {
  const refused = await refusedValues(context, column)
  if (refused === null) return null
  const { rows, examples } = refused
  const table = context.table.name
  const sentence = (language: Language): string =>
    reason('refusedBackfill', { table, column, rows, examples: examples[language] })[language]
  return {
    kind: 'check-backfill',
    class: 'guarded',
    blocking: true,
    table,
    column,
    rows,
    sql: [],
    reason: { 'zh-cn': sentence('zh-cn'), en: sentence('en') },
  }
}

/** A rule that asks who saves the record, when, or what it was before has no answer but when it is saved. */
const isStale = (field: RecordedField, before: RecordedField | undefined): boolean =>
  field.computed !== undefined && field.computed !== before?.computed && !field.isComputedBySaving

export const needsBackfill = (field: RecordedField | undefined, before: RecordedField | undefined): boolean =>
  field?.backfill !== undefined && field.backfill !== before?.backfill

/** Values that people have entered are replaced only when a person agrees. */
async function recomputeStep(context: TableContext, name: string, before: RecordedField | undefined): Promise<Step> {
  if (before && before.computed === undefined) {
    const [count] = await context.ask(
      `select count(*) as _count from ${quoted(context.table.name)} where ${quoted(name)} is not null`,
    )
    const rows = Number(count?.['_count'] ?? 0)
    if (rows > 0) return { ...stepOf(context, 'recompute', name, { rows, sentence: 'replace' }), class: 'guarded' }
  }
  return stepOf(context, 'recompute', name)
}

/** Rows without a value; all of them where the column is not there yet. */
export async function countEmpty({ ask, table, live }: TableContext, name: string): Promise<number> {
  const where = live.columns.some((column) => column.name === name) ? ` where ${quoted(name)} is null` : ''
  const [count] = await ask(`select count(*) as _count from ${quoted(table.name)}${where}`)
  return Number(count?.['_count'] ?? 0)
}

/** Rows without a value get the default of a field that becomes required. @param value as SQL */
export const defaultStep = (context: TableContext, name: string, rows: number, value: string): Step =>
  stepOf(context, 'backfill', name, { rows, sentence: 'requireDefault', params: { value } })

/**
 * Values that rules compute from columns that lose digits, of their records, the lines and the documents of these.
 * @param steps all of the plan
 */
export function recomputedAfter({ model, live, wanted: tables }: DiffInput, steps: readonly Step[]): readonly Step[] {
  const rounding = steps.filter(({ kind, rows = 0, sql }) => kind === 'convert' && rows > 0 && sql.length > 0)
  return rounding.flatMap((step) =>
    Object.entries(model).flatMap(([name, { fields }]) => {
      const table = tables.find((candidate) => candidate.name === name)
      const isThere = live.some((candidate) => candidate.name === name)
      if (!table || table.appendOnly || !isThere || !isRelated(model, name, step.table)) return []
      const mention = new RegExp(`\\b${step.column ?? ''}\\b`)
      const stale = Object.entries(fields).filter(
        ([field, { computed, isComputedBySaving }]) =>
          computed !== undefined &&
          !isComputedBySaving &&
          mention.test(computed) &&
          !steps.some((other) => other.kind === 'recompute' && other.table === name && other.column === field),
      )
      return stale.map(([field]) => ({ ...stepOf({ table }, 'recompute', field), class: step.class }))
    }),
  )
}

const isRelated = (model: RecordedModel, left: string, right: string): boolean =>
  left === right || refers(model[left], right) || refers(model[right], left)

const refers = (from: RecordedTable | undefined, to: string): boolean =>
  Object.values(from?.fields ?? {}).some(({ relation }) => relation?.table === to)

function stepOf(
  { table }: Pick<TableContext, 'table'>,
  kind: 'recompute' | 'backfill' | 'protect-files' | 'publish-files',
  column: string,
  {
    rows,
    sentence = kind === 'backfill' ? kind : 'recompute',
    params = {},
  }: {
    readonly rows?: number
    readonly sentence?: ReasonKey
    readonly params?: Readonly<Record<string, string>>
  } = {},
): Step {
  return {
    kind,
    class: 'safe',
    blocking: true,
    table: table.name,
    column,
    ...(rows !== undefined && { rows }),
    sql: [],
    reason: reason(sentence, { table: table.name, column, rows: rows ?? 0, ...params }),
  }
}

/** The record of values that are still to be filled in: they follow no rule. */
const pending = ''

/** The record while the values of these steps are not filled in, so that the next plan finds them again. */
export function withPending(record: RecordedModel, steps: readonly Step[]): RecordedModel {
  return changeFields(record, steps, (field, kind) => {
    const { access: _access, ...open } = field
    if (kind === 'protect-files') return open
    if (kind === 'publish-files') return { ...open, access: 'ticket' }
    return kind === 'recompute' ? { ...field, computed: pending } : { ...field, backfill: pending }
  })
}

/** The record once they are, with the rules of the model. */
export function withFilled(record: RecordedModel, model: RecordedModel, steps: readonly Step[]): RecordedModel {
  return changeFields(record, steps, (field, kind, table, column) => {
    const { computed, backfill, access } = model[table]?.fields[column] ?? {}
    if (kind === 'protect-files' || kind === 'publish-files') {
      const { access: _pending, ...open } = field
      return access === undefined ? open : { ...open, access }
    }
    if (kind === 'recompute') return computed === undefined ? field : { ...field, computed }
    const { backfill: _pending, ...filled } = field
    return backfill === undefined ? filled : { ...filled, backfill }
  })
}

function changeFields(
  record: RecordedModel,
  steps: readonly Step[],
  change: (field: RecordedField, kind: Step['kind'], table: string, column: string) => RecordedField,
): RecordedModel {
  const updated = { ...record }
  for (const { kind, table, column } of steps.filter(isFill)) {
    const recordedTable = updated[table]
    const field = recordedTable?.fields[column ?? '']
    if (recordedTable && field && column !== null)
      updated[table] = {
        ...recordedTable,
        fields: { ...recordedTable.fields, [column]: change(field, kind, table, column) },
      }
  }
  return updated
}
