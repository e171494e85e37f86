/**
 * Decides whether a record may take an action. Pure, so that the server refuses and the web disables by the same
 * answer.
 */
import type { Text } from '../field-model.ts'
import type { GuardModel, MachineActionModel, MachineModel, State, StatePattern } from './machine-model.ts'
import type { RuleFacts, RuleModel } from '../rules/rule.ts'
import { canEvaluate, evaluateRule } from '../rules/evaluate-rule.ts'
import { messageValues } from '../rules/message-values.ts'
import { matchesState } from './state-pattern.ts'
import { fieldOf, type languages, type TableModel } from '../table-model.ts'

/**
 * `state`: the record is in another state than the action starts from. `guard`: a condition is not true; `message` says
 * which, `values` fill its placeholders.
 */
export type ActionPermission =
  | { readonly may: true }
  | { readonly may: false; readonly because: 'state' }
  | {
      readonly may: false
      readonly because: 'guard'
      readonly message: Text
      readonly values: Readonly<Record<string, string>>
    }

/** The action of that name, compared like a permission node: without case. */
export function actionOf(machine: MachineModel | undefined, name: string): MachineActionModel | undefined {
  return machine?.actions.find((action) => action.name.toLowerCase() === name.toLowerCase())
}

/**
 * Whether the action is legal for the record. A guard is skipped when its facts are missing: owned lines when the facts
 * contain none, and the action's inputs unless `inputs` says that they are among the record's values.
 * @param facts `record` as columns store it, overlaid with the inputs where `inputs` is true; `old` the record before
 * the action
 */
export function checkAction(action: MachineActionModel, facts: RuleFacts, inputs = false): ActionPermission {
  if (!matchesState(action.from, facts.old ?? facts.record)) return { may: false, because: 'state' }
  const inputNames = new Set(inputs ? [] : action.input.map((input) => input.name))
  const speaks = (rule: RuleModel): boolean =>
    canEvaluate(rule, facts) && !rule.reads.some((name) => inputNames.has(name))
  const broken = action.guards.find((guard) => rulesOf(guard).every(speaks) && !evaluateRule(guard.rule, facts))
  return broken
    ? { may: false, because: 'guard', message: broken.message, values: messageValues(broken, facts) }
    : { may: true }
}

/** The condition of a guard and the rules of the numbers in its message. */
export const rulesOf = ({ rule, values = {} }: GuardModel): readonly RuleModel[] => [
  rule,
  ...Object.values(values).map((value) => value.rule),
]

/** The state a record is in. */
export function stateOf(machine: MachineModel, record: Readonly<Record<string, unknown>>): State {
  return Object.fromEntries(machine.fields.map((field) => [field, record[field] as number | string]))
}

/** A state, or the states of a pattern, as people read them: "Audited · Shipped", "Not moved / Partially moved". */
export function stateText(model: TableModel, state: State | StatePattern): Text {
  const fields = (model.machine?.fields ?? []).flatMap((name) => {
    const value = state[name]
    return value === undefined ? [] : [{ name, values: [value].flat() }]
  })
  const wordsOf = (language: (typeof languages)[number]): string =>
    fields
      .map(({ name, values }) => values.map((value) => optionLabel(model, name, value, language)).join(' / '))
      .join(' · ')
  return { 'zh-cn': wordsOf('zh-cn'), en: wordsOf('en') }
}

function optionLabel(
  model: TableModel,
  field: string,
  value: number | string,
  language: (typeof languages)[number],
): string {
  const option = fieldOf(model, field)?.options?.find((candidate) => candidate.value === value)
  return option?.label[language] ?? String(value)
}
