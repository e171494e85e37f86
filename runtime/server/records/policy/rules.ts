/** Applies the rules of a table to a record before it is stored, in every operation alike. */
import {
  findBrokenChecks,
  hasRules,
  isColumn,
  findMissing,
  applyRules,
  type FieldModel,
  type RuleFacts,
  type RuleRecord,
  type AppliedRules,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import type { Problems, Values } from '../body.ts'
import { nowSeconds } from '../../core/clock.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'

/** A record and the facts of its rules. */
export interface RuleCall {
  readonly model: TableModel
  /** As it will be, including columns of the server. */
  readonly record: Readonly<Row>
  /** As it is stored; null for a new one. */
  readonly old: Row | null
  /** Its lines by field; absent = unknown, and what depends on them stays unchanged. */
  readonly lines?: ReadonlyMap<string, readonly RuleRecord[]>
  /** The record that owns it, when it is a line. */
  readonly document?: RuleRecord
}

/** The facts a rule is evaluated with. */
export function factsOf(
  { actor }: Pick<Scope, 'actor'>,
  { record, old, lines, document }: Omit<RuleCall, 'model'>,
): RuleFacts {
  return {
    record,
    old,
    actor,
    now: nowSeconds(),
    ...(lines && { lines: Object.fromEntries(lines) }),
    ...(document && { document }),
  }
}

/**
 * Writes the results of the rules into `values`: nothing in fields that do not exist, the previous value in fields that
 * cannot be changed, and the computed value in computed ones. Problems of such fields are dropped.
 * @param values the fields that will be written
 * @param problems those found so far; absent = none can be added any more, and a value that is larger than can be
 *   stored throws an OperationError `invalid`
 * @returns the facts with the record as it will be; null when the table has no rules
 */
export function applyTableRules(
  scope: Pick<Scope, 'actor'>,
  call: RuleCall,
  values: Values,
  problems?: Problems,
): AppliedCall | null {
  const { model } = call
  if (!hasRules(model)) return null
  const facts = factsOf(scope, call)
  const appliedRules = applyRules(model, facts)
  for (const field of model.fields.filter((candidate) => isRuled(candidate) && isColumn(candidate))) {
    const value = (appliedRules.record[field.name] ?? null) as StoredValue
    if (value !== (call.record[field.name] ?? null) || values.has(field.name) || call.old === null)
      values.set(field.name, value)
    if (appliedRules.hidden.has(field.name) || appliedRules.fixed.has(field.name)) problems?.delete(field.name)
  }
  if (!problems && overflowingFields(model, appliedRules).length > 0)
    throw new OperationError('invalid', { text: 'ledger.overflow' })
  return { applied: appliedRules, facts: { ...facts, record: appliedRules.record } }
}

/** Stored fields that would lose their value because it is too large. */
const overflowingFields = (model: TableModel, { overflowing }: AppliedRules): readonly FieldModel[] =>
  overflowing.size === 0 ? [] : model.fields.filter((field) => overflowing.has(field.name) && isColumn(field))

export interface AppliedCall {
  readonly applied: AppliedRules
  readonly facts: RuleFacts
}

const isRuled = ({ when, readOnlyWhen, computed }: FieldModel): boolean =>
  when !== undefined || readOnlyWhen !== undefined || computed !== undefined

/**
 * Adds the problems the rules find.
 * @param touched fields that are written, or whose value changes; null = all, for a new record. A record that was never
 * complete must not prevent changes to something else.
 */
export function checkRules(
  model: TableModel,
  { applied: appliedRules, facts }: AppliedCall,
  touched: ReadonlySet<string> | null,
  problems: Problems,
): void {
  for (const field of findMissing(model, facts, appliedRules)) {
    const isAsked =
      touched === null ||
      [field.name, ...(field.requiredWhen?.reads ?? []), ...(field.when?.reads ?? [])].some((name) => touched.has(name))
    if (isAsked && !problems.has(field.name)) problems.set(field.name, { rule: 'required' })
  }
  for (const { name, computed } of overflowingFields(model, appliedRules)) {
    const { reads = [], asks = [] } = computed?.rule ?? {}
    if (touched !== null && !asks.includes('lines') && !reads.some((name) => touched.has(name))) continue
    // At what a person can change.
    const entered = model.fields.find((field) => reads.includes(field.name) && !field.readOnly)?.name ?? name
    if (!problems.has(entered)) problems.set(entered, { rule: 'overflow' })
  }
  for (const { check, problem } of findBrokenChecks(model, facts, touched ?? new Set())) {
    // Values that cannot be read are reported first.
    if (!problems.has(check.field) && !check.rule.reads.some((name) => problems.has(name)))
      problems.set(check.field, problem)
  }
}
