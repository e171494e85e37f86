/** Applies plans: all safe steps in one transaction under a lock, or nothing. */
import { sql } from 'kysely'
import type { TableModel, Text } from '../../../protocol/index.ts'
import type { Database } from '../database.ts'
import type { Transaction } from '../tables.ts'
import { DatabaseError } from '../database-error.ts'
import { inspectDatabase, type Inspection } from './plan.ts'
import { markOwned, recordPlan } from './record.ts'
import type { Plan, Step } from './step.ts'
import { wantedTables } from './wanted.ts'

export interface Applied {
  /** The database was empty before. */
  readonly initialised: boolean
  /** The steps that were done. */
  readonly steps: readonly Step[]
  /** The steps that were not. */
  readonly left: readonly Step[]
  readonly notes: readonly Text[]
  readonly hash: string
}

export interface ApplyOptions {
  /** Do the safe steps and leave the others, instead of refusing all. */
  readonly safeOnly?: boolean
}

/**
 * Brings the database to the models. Throws a DatabaseError (`unsafe`) when a step is not safe; then nothing was
 * changed.
 */
export function applyPlan(
  database: Database,
  models: readonly TableModel[],
  options: ApplyOptions = {},
): Promise<Applied> {
  return change(database, models, (plan) => {
    const unsafe = plan.steps.filter((step) => step.class !== 'safe')
    if (unsafe.length > 0 && !options.safeOnly) throw refusal(database, unsafe)
  })
}

/**
 * Prepares the database for the server: an empty one is initialised; safe steps are applied when `apply` is set.
 * Leftover tables and columns that do no harm stay. Throws a DatabaseError: `unsafe` when required steps are not safe,
 * `behind` when safe steps wait for a person. Processes that start at the same time wait for each other.
 */
export async function prepareDatabase(
  database: Database,
  models: readonly TableModel[],
  apply: boolean,
): Promise<Applied> {
  const seen = await inspectDatabase(database.query, database.adapter, database.place, models)
  const needsChange =
    seen.ownership === 'empty' || seen.plan.steps.some((step) => step.blocking || (apply && step.class === 'safe'))
  if (!needsChange) {
    await database.search.refresh()
    return done(seen, seen.plan, [])
  }
  return change(database, models, ({ steps }, ownership) => {
    const unsafe = steps.filter((step) => step.blocking && step.class !== 'safe')
    if (unsafe.length > 0) throw refusal(database, unsafe)
    const pending = steps.filter((step) => step.blocking)
    if (!apply && ownership !== 'empty' && pending.length > 0) throw behind(database, pending)
  })
}

type Check = (plan: Plan, ownership: Inspection['ownership']) => void

async function change(database: Database, models: readonly TableModel[], check: Check): Promise<Applied> {
  const { adapter, place } = database
  const applied = await database.write(async (trx) => {
    for (const statement of adapter.ddl.begin) await sql.raw(statement).execute(trx)
    const seen = await inspectDatabase(trx, adapter, place, models)
    check(seen.plan, seen.ownership)
    const steps = seen.plan.steps.filter((step) => step.class === 'safe')
    if (seen.ownership === 'empty') await markOwned(trx, adapter.ddl)
    if (steps.length > 0) await run(trx, { ...seen.plan, steps }, models)
    return done(seen, seen.plan, steps)
  })
  for (const statement of applied.steps.flatMap((step) => step.after ?? [])) await database.runAlone(statement)
  await database.search.refresh()
  return applied
}

async function run(trx: Transaction, plan: Plan, models: readonly TableModel[]): Promise<void> {
  for (const step of plan.steps) for (const statement of step.sql) await sql.raw(statement).execute(trx)
  await recordPlan(trx, plan, wantedTables(models), Math.floor(Date.now() / 1000))
}

function done(seen: Inspection, plan: Plan, steps: readonly Step[]): Applied {
  const left = plan.steps.filter((step) => !steps.includes(step))
  return { initialised: seen.ownership === 'empty', steps, left, notes: plan.notes, hash: plan.hash }
}

function refusal(database: Database, unsafe: readonly Step[]): DatabaseError {
  return new DatabaseError('unsafe', { place: database.place, count: unsafe.length, reason: joined(unsafe) })
}

function behind(database: Database, pending: readonly Step[]): DatabaseError {
  return new DatabaseError('behind', {
    place: database.place,
    count: pending.length,
    reason: joined(pending.slice(0, 3)),
  })
}

const joined = (steps: readonly Step[]): Text => ({
  'zh-cn': steps.map((step) => step.reason['zh-cn']).join(' '),
  en: steps.map((step) => step.reason.en).join(' '),
})
