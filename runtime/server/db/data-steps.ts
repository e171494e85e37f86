/**
 * Data steps: changes of records that no conversion covers. Each runs once in a database, in a transaction that notes
 * it in `tablewright_meta` (key `migration:<name>`).
 */
import { createHash } from 'node:crypto'
import type { Text } from '../../protocol/index.ts'
import { interpolate } from '../../i18n/i18n.ts'
import type { Database } from './database.ts'
import { metaTable } from './ownership.ts'
import type { Reading, Transaction } from './tables.ts'
import { hashOf } from './plan/diff.ts'
import { writePlanRow } from './plan/metadata.ts'
import type { Plan, Step } from './plan/step.ts'

/** A data step as this engine runs it. */
export interface DataStep {
  /** Of a module, for example `shop/split-names`. */
  readonly name: string
  readonly label: Text
  readonly hash: string
  /** Statements for this engine; empty where code does the work. */
  readonly sql: readonly string[]
  /** Tables of its module: where an apply creates all of them, no record needs the step. */
  readonly tables: readonly string[]
  run(trx: Transaction): Promise<void>
}

/** What a database notes of a data step. */
interface DataStepNote {
  readonly hash: string
  /** Unix seconds. */
  readonly time: number
  /** `unneeded`: the tables were new, so no record needed it. */
  readonly outcome: 'done' | 'unneeded'
}

export type DataStepNotes = ReadonlyMap<string, DataStepNote>

const prefix = 'migration:'

/** Digest of what a data step does. */
export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** What the database notes of its data steps; it has to be one of ours. */
export async function readDataSteps(query: Reading): Promise<DataStepNotes> {
  const rows = await query.selectFrom(metaTable).select(['key', 'value']).where('key', 'like', `${prefix}%`).execute()
  return new Map(
    rows.map((row) => [String(row['key']).slice(prefix.length), JSON.parse(String(row['value'])) as DataStepNote]),
  )
}

/** Steps that the database has not noted yet. */
export const pendingSteps = (steps: readonly DataStep[], notes: DataStepNotes): readonly DataStep[] =>
  steps.filter(({ name }) => !notes.has(name))

/** Steps that were changed after they ran here: what they do now was never done. */
export const changedSteps = (steps: readonly DataStep[], notes: DataStepNotes): readonly DataStep[] =>
  steps.filter(({ name, hash }) => {
    const note = notes.get(name)
    return note?.outcome === 'done' && note.hash !== hash
  })

/** True when the steps of a plan create all tables of the module: no record needs its data step. */
export const isUnneeded = ({ tables }: DataStep, steps: readonly Step[]): boolean =>
  tables.length > 0 &&
  tables.every((name) => steps.some(({ kind, table }) => kind === 'create-table' && table === name))

/** A data step as a step of a plan. */
export const planStepOf = ({ name, label, hash, sql }: DataStep): Step => ({
  kind: 'migrate',
  class: 'safe',
  table: name,
  column: null,
  blocking: true,
  hash,
  sql,
  reason: interpolate(sql.length > 0 ? sqlText : codeText, { name, label, hash }),
})

const sqlText: Text = {
  'zh-cn': '数据步骤 {{name}}（{{hash}}）：{{label}}。',
  en: 'Data step {{name}} ({{hash}}): {{label}}.',
}
const codeText: Text = {
  'zh-cn': '数据步骤 {{name}}（{{hash}}），由模块的代码执行：{{label}}。',
  en: 'Data step {{name}} ({{hash}}), done by code of the module: {{label}}.',
}

/** What plan and apply say of a data step that was changed after it ran. */
export const changedNote = ({ name, hash }: DataStep, notes: DataStepNotes): Text =>
  interpolate(
    {
      'zh-cn':
        '数据步骤 {{name}} 执行后被修改（执行的是 {{before}}，现在是 {{hash}}），不会再次执行。' +
        '请恢复原文；要再改数据，请添加新的步骤。',
      en:
        'The data step {{name}} was changed after it ran (as {{before}}; it is {{hash}} now), and does not run ' +
        'again. Restore its former text; for a further change of the data, add a new step.',
    },
    { name, hash, before: notes.get(name)?.hash ?? '' },
  )

/** A plan with the data steps that follow its own steps; those of an empty database are not needed. */
export async function withDataSteps(
  { adapter, query }: Database,
  plan: Plan,
  steps: readonly DataStep[],
): Promise<Plan> {
  if (steps.length === 0 || !(await adapter.catalogue(query)).some(({ name }) => name === metaTable)) return plan
  const notes = await readDataSteps(query)
  const own = pendingSteps(steps, notes)
    .filter((step) => !isUnneeded(step, plan.steps))
    .map(planStepOf)
  const all = [...plan.steps, ...own]
  return {
    steps: all,
    notes: [...plan.notes, ...changedSteps(steps, notes).map((step) => changedNote(step, notes))],
    hash: own.length === 0 ? plan.hash : hashOf(all),
  }
}

/** Notes steps that no record needs. */
export async function noteUnneeded(trx: Transaction, steps: readonly DataStep[]): Promise<void> {
  for (const step of steps) await note(trx, step, 'unneeded')
}

/**
 * Runs a step and notes it, or neither. Another process that runs it at the same time is waited for.
 * @returns false when that one has done it
 */
export const runDataStep = (database: Database, step: DataStep): Promise<boolean> =>
  database.write(async (trx) => {
    // First of all: the key is what two processes that start at the same time compete for.
    if (!(await note(trx, step, 'done'))) return false
    await step.run(trx)
    const plan = planStepOf(step)
    await writePlanRow(trx, { steps: [plan], hash: step.hash }, nowSeconds())
    return true
  })

async function note(trx: Transaction, { name, hash }: DataStep, outcome: DataStepNote['outcome']): Promise<boolean> {
  const value: DataStepNote = { hash, time: nowSeconds(), outcome }
  const { numInsertedOrUpdatedRows: count } = await trx
    .insertInto(metaTable)
    .values({ key: `${prefix}${name}`, value: JSON.stringify(value) })
    .onConflict((on) => on.column('key').doNothing())
    .executeTakeFirstOrThrow()
  return Number(count ?? 0) > 0
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000)
