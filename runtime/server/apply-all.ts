/** Brings a database to the schemas: first its tables, then the data steps of the modules. */
import type { Language, TableModel } from '../protocol/index.ts'
import { applyDataSteps, type AppliedDataSteps } from './data-steps.ts'
import {
  applyPlan as applyTables,
  DatabaseError,
  planDatabase,
  withDataSteps,
  type Applied,
  type ApplyOptions,
  type Database,
  type DataStep,
  type Step,
} from './db/index.ts'

export interface ApplyAllOptions extends ApplyOptions {
  /** Folder of the compiled validators, by which data steps that write records check them. */
  readonly validatorsRoot?: string
  /** Of what such a step refuses. */
  readonly language?: Language
}

/**
 * Applies the safe steps, then the data steps, then what has become safe by them, such as a requirement whose values
 * are there now. Of a plan that a person has agreed to, what deletes values comes last. Throws like `applyPlan` of the
 * tables and `applyDataSteps`.
 */
export async function applyAll(
  database: Database,
  models: readonly TableModel[],
  steps: readonly DataStep[],
  given: ApplyAllOptions,
): Promise<Applied> {
  const options = { ...given, dataSteps: steps }
  if (options.plan !== undefined && steps.length > 0)
    return applyAgreed(database, models, steps, { ...options, plan: options.plan })
  const plan = await withDataSteps(database, await planDatabase(database, models), steps)
  const isFollowed = plan.steps.some(({ kind }) => kind === 'migrate')
  const first = await applyTables(database, models, { ...options, isFollowed })
  if (first.isWaiting) return first
  const data = await runSteps(database, steps, first, options)
  if (data.steps.length === 0 || first.left.length === 0) return joined(first, data)
  return joined(first, data, await applyTables(database, models, { ...options, isFollowed, backup: false }))
}

async function applyAgreed(
  database: Database,
  models: readonly TableModel[],
  steps: readonly DataStep[],
  options: ApplyAllOptions & { readonly plan: string },
): Promise<Applied> {
  const agreed = await withDataSteps(database, await planDatabase(database, models), steps)
  if (agreed.hash !== options.plan)
    throw new DatabaseError('other_plan', { place: database.place, given: options.plan, hash: agreed.hash })
  const { plan: _plan, ...others } = options
  if (!agreed.steps.some(({ kind }) => kind === 'migrate')) {
    const { hash } = await planDatabase(database, models)
    const applied = await applyTables(database, models, { ...others, plan: hash })
    return joined(applied, await runSteps(database, steps, applied, options))
  }
  const first = await applyTables(database, models, { ...others, isFollowed: true })
  const isDeleting = agreed.steps.some((step) => step.class === 'destructive')
  const data = await runSteps(database, steps, first, options, isDeleting)
  const rest = await planDatabase(database, models)
  // Others may have changed the plan meanwhile: nobody has agreed to what is new.
  if (!rest.steps.every((step) => step.class === 'safe' || agreed.steps.some((other) => isSame(step, other))))
    return joined(first, data)
  const last = await applyTables(database, models, { ...others, plan: rest.hash, backup: false })
  return joined(first, data.left.length === 0 ? data : await runSteps(database, steps, last, options), last)
}

const runSteps = (
  database: Database,
  steps: readonly DataStep[],
  applied: Applied,
  { backup }: ApplyAllOptions,
  isUrgent = false,
): Promise<AppliedDataSteps> =>
  applyDataSteps(database, steps, {
    waiting: applied.left,
    mayApply: true,
    isUrgent,
    backup: backup !== false && applied.backup === null,
  })

const isSame = (one: Step, other: Step): boolean =>
  one.kind === other.kind &&
  one.table === other.table &&
  one.column === other.column &&
  one.sql.join(';') === other.sql.join(';')

/** What was done in all, and what is left after the last of it. */
const joined = (first: Applied, data: AppliedDataSteps, last?: Applied): Applied => ({
  ...first,
  steps: [...first.steps, ...data.steps, ...(last?.steps ?? [])],
  left: [...(last ?? first).left, ...data.left],
  notes: [...(last ?? first).notes, ...data.notes],
  backup: first.backup ?? data.backup,
})
