/** Rules of a table over a record on its way in: whatever door it comes by, what is stored is what the rules leave. */
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
import { nowSeconds } from '../../clock.ts'
import type { Scope } from '../../operation/scope.ts'

/** A record and what its rules may ask for. */
export interface RuleCall {
  readonly model: TableModel
  /** As it will be, columns of the server among them. */
  readonly record: ReadonlyMap<string, StoredValue>
  /** As it is stored; null for a new one. */
  readonly old: Row | null
  /** Its lines by field; absent = not at hand, and what depends on them is left as it is. */
  readonly lines?: ReadonlyMap<string, readonly RuleRecord[]>
  /** The record that owns it, when it is a line. */
  readonly document?: RuleRecord
}

/** The facts a rule is judged over. */
export function factsOf(
  { actor }: Pick<Scope, 'actor'>,
  { record, old, lines, document }: Omit<RuleCall, 'model'>,
): RuleFacts {
  return {
    record: Object.fromEntries(record),
    old,
    actor: actor && { id: actor.id, super: actor.super, groups: actor.groups },
    now: nowSeconds(),
    ...(lines && { lines: Object.fromEntries(lines) }),
    ...(document && { document }),
  }
}

/**
 * Puts into `values` what the rules make of them: nothing in fields that do not exist, what stood in those that cannot
 * be changed, the server's own in computed ones. What was wrong with such a field does not matter any more.
 * @param values the fields that are to be written
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
  const settled = applyRules(model, facts)
  for (const field of model.fields.filter((one) => isRuled(one) && isColumn(one))) {
    const value = (settled.record[field.name] ?? null) as StoredValue
    if (value !== (call.record.get(field.name) ?? null) || values.has(field.name) || call.old === null)
      values.set(field.name, value)
    if (settled.hidden.has(field.name) || settled.fixed.has(field.name)) problems?.delete(field.name)
  }
  return { applied: settled, facts: { ...facts, record: settled.record } }
}

export interface AppliedCall {
  readonly applied: AppliedRules
  readonly facts: RuleFacts
}

const isRuled = ({ when, readOnlyWhen, computed }: FieldModel): boolean =>
  when !== undefined || readOnlyWhen !== undefined || computed !== undefined

/**
 * Adds what the rules say against the record.
 * @param touched fields that are written, or whose value changes; null = all, for a new record. A record that was never
 * complete must not keep a person from changing something else.
 */
export function checkRules(
  model: TableModel,
  { applied: settled, facts }: AppliedCall,
  touched: ReadonlySet<string> | null,
  problems: Problems,
): void {
  for (const field of findMissing(model, facts, settled)) {
    const isAsked =
      touched === null ||
      [field.name, ...(field.requiredWhen?.reads ?? []), ...(field.when?.reads ?? [])].some((name) => touched.has(name))
    if (isAsked && !problems.has(field.name)) problems.set(field.name, { rule: 'required' })
  }
  for (const { rule, field, message } of findBrokenChecks(model, facts, touched ?? new Set())) {
    // What cannot be read is told first.
    if (!problems.has(field) && !rule.reads.some((name) => problems.has(name)))
      problems.set(field, { rule: 'check', text: message })
  }
}
