/**
 * Applies the rules of a table to a record: fields that do not exist lose their value, read-only fields keep theirs,
 * and computed fields get theirs. The server stores the result, the form shows it.
 */
import { memoizeByObject } from '../memoize.ts'
import { kinds } from '../kinds/index.ts'
import type { FieldModel } from '../field-model.ts'
import type { FieldProblem } from '../problems.ts'
import type { CheckModel, TableModel } from '../table-model.ts'
import type { RuleFacts, RuleRecord, RuleValue } from './rule.ts'
import { messageValues } from './message-values.ts'
import { canEvaluate, isRuleBroken, evaluateRule, computeRuleValue } from './evaluate-rule.ts'

export interface AppliedRules {
  readonly record: RuleRecord
  /** Fields that do not exist now. */
  readonly hidden: ReadonlySet<string>
  /** Fields that cannot be changed now. */
  readonly fixed: ReadonlySet<string>
  /** Computed fields whose value is larger than can be computed or stored. */
  readonly overflowing: ReadonlySet<string>
}

type Fields = Pick<TableModel, 'fields'>

/** True when rules affect the values of the table. */
export const hasRules = ({ fields, checks }: TableModel): boolean =>
  checks !== undefined || fields.some((field) => field.requiredWhen !== undefined || hasApplicableRule(field))

const hasApplicableRule = ({ when, readOnlyWhen, computed }: FieldModel): boolean =>
  when !== undefined || readOnlyWhen !== undefined || computed !== undefined

/** Applies the rules to the record of the facts. When lines are missing, fields that depend on them stay unchanged. */
export function applyRules(model: Fields, facts: RuleFacts): AppliedRules {
  const record: Record<string, RuleValue> = { ...facts.record }
  const hidden = new Set<string>()
  const fixed = new Set<string>()
  const overflowing = new Set<string>()
  const evaluated: RuleFacts = { ...facts, record }
  for (const field of ruleOrderOf(model)) {
    const { name, when, readOnlyWhen, computed } = field
    if (when && canEvaluate(when, evaluated) && !evaluateRule(when, evaluated)) {
      hidden.add(name)
      record[name] = null
      continue
    }
    if (readOnlyWhen && canEvaluate(readOnlyWhen, evaluated) && evaluateRule(readOnlyWhen, evaluated)) {
      fixed.add(name)
      record[name] = facts.old === null ? initial(field) : (facts.old[name] ?? null)
    }
    if (computed && canEvaluate(computed.rule, evaluated))
      record[name] = computeRuleValue(computed.rule, evaluated, () => overflowing.add(name))
  }
  for (const name of overflowing) if ((record[name] ?? null) !== null) overflowing.delete(name)
  return { record, hidden, fixed, overflowing }
}

/** The record with the computed values that no column stores; stored values stay as they are. */
export function withComputed({ fields }: Fields, facts: RuleFacts): RuleRecord {
  const unstored = fields.flatMap(({ name, computed }) =>
    computed?.stored === false ? [[name, computeRuleValue(computed.rule, facts)] as const] : [],
  )
  return unstored.length === 0 ? facts.record : { ...facts.record, ...Object.fromEntries(unstored) }
}

const initial = (field: FieldModel): RuleValue =>
  field.default === undefined ? null : kinds[field.kind].toStored(field.default, field)

const ruleOrderOf = memoizeByObject((model: Fields): readonly FieldModel[] => {
  const order = computeRuleOrder(model)
  if ('cycle' in order) throw new Error(`rules form a cycle: ${order.cycle.join(', ')}`)
  return order.order
})

/** Fields with rules, each after those its rules read; or the names that depend on each other in a cycle. */
export function computeRuleOrder({
  fields,
}: Fields): { readonly order: readonly FieldModel[] } | { readonly cycle: readonly string[] } {
  const order: FieldModel[] = []
  let waiting = fields.filter(hasApplicableRule)
  while (waiting.length > 0) {
    const names = new Set(waiting.map((field) => field.name))
    const ready = waiting.filter((field) => !dependsOn(field).some((name) => names.has(name)))
    if (ready.length === 0) return { cycle: [...names] }
    order.push(...ready)
    waiting = waiting.filter((field) => !ready.includes(field))
  }
  return { order }
}

const dependsOn = ({ when, readOnlyWhen, computed }: FieldModel): readonly string[] =>
  [when, readOnlyWhen, computed?.rule].flatMap((rule) => rule?.reads ?? [])

/**
 * Fields that require a value now and have none.
 * @param facts the facts after the rules were applied
 */
export function findMissing(
  model: Fields,
  facts: RuleFacts,
  { hidden }: Pick<AppliedRules, 'hidden'>,
): readonly FieldModel[] {
  return model.fields.filter(
    (field) =>
      field.requiredWhen &&
      !hidden.has(field.name) &&
      (facts.record[field.name] ?? null) === null &&
      canEvaluate(field.requiredWhen, facts) &&
      evaluateRule(field.requiredWhen, facts),
  )
}

/** A check that a record breaks, and the problem its field has then. */
interface BrokenCheck {
  readonly check: CheckModel
  readonly problem: FieldProblem
}

/**
 * Checks the record breaks, each with its message and the numbers in it.
 * @param changedFields fields whose value is no longer the stored one
 */
export function findBrokenChecks(
  { checks = [] }: Pick<TableModel, 'checks'>,
  facts: RuleFacts,
  changedFields: ReadonlySet<string>,
): readonly BrokenCheck[] {
  return checks
    .filter(
      (check) =>
        canEvaluate(check.rule, facts) &&
        isRuleBroken(check.rule, facts) &&
        !isToleratedBreach(check, facts, changedFields),
    )
    .map((check) => ({
      check,
      problem: { rule: 'check', text: check.message, ...(check.values && { params: messageValues(check, facts) }) },
    }))
}

/** An existing breach is tolerated while none of the rule's fields changes. */
const isToleratedBreach = (
  { allowExisting, rule }: CheckModel,
  { old }: RuleFacts,
  changedFields: ReadonlySet<string>,
): boolean => allowExisting && old !== null && !rule.reads.some((name) => changedFields.has(name))
