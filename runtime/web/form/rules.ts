/**
 * Evaluates the rules of a table for a form: which fields exist, are editable or required, and what is computed. Pure.
 */
import {
  findBrokenChecks,
  hasRules,
  holdsLines,
  linesOf,
  findMissing,
  applyRules,
  type FieldModel,
  type FieldProblem,
  type RuleActor,
  type RuleFacts,
  type RuleRecord,
  type TableModel,
  type WireValue,
} from '../../protocol/index.ts'
import type { LineRules, WireRow } from '../fields/input-props.ts'
import type { Draft } from './draft.ts'
import {
  computedIn,
  lineProblems,
  lineRecords,
  neededIn,
  evaluateLineRules,
  type LineRuleContext,
} from './line-rules.ts'
import { storedOf, typedOf } from './rule-values.ts'

export interface DraftRules {
  /** The table with all hidden and fixed fields read-only. */
  readonly writable: TableModel
  readonly hidden: ReadonlySet<string>
  readonly fixed: ReadonlySet<string>
  /** Fields a rule asks for, filled or not. */
  readonly needed: ReadonlySet<string>
  /** Computed values as the wire has them. */
  readonly computed: ReadonlyMap<string, WireValue>
  /** Lines by field, where they have rules of their own. */
  readonly lines: ReadonlyMap<string, readonly LineRules[]>
  /** By field; inside lines by path (`product_detail.2.price`). */
  readonly problems: ReadonlyMap<string, FieldProblem>
}

/** What the evaluation of a draft depends on in addition to the draft. */
export interface RuleContext {
  readonly timeZone: string
  readonly actor: RuleActor | null
  /** Unix seconds. */
  readonly now: number
}

/**
 * Evaluates the rules of a draft, with the same result as on the server.
 * @param row the row the changes are based on, null for a new record
 */
export function evaluateDraft(model: TableModel, row: WireRow | null, draft: Draft, base: RuleContext): DraftRules {
  const ruledFields = linesOf(model).filter((field) => hasRules(tableOfLines(model, field)))
  if (!hasRules(model) && ruledFields.length === 0) return withoutRules(model)
  const facts = factsOf(model, row, draft, base)
  const applied = applyRules(model, facts)
  const whole: RuleFacts = { ...facts, record: applied.record }
  const context: LineRuleContext = {
    actor: base.actor,
    now: base.now,
    timeZone: base.timeZone,
    document: applied.record,
  }
  const valueOf = ({ name }: FieldModel): unknown => draft[name] ?? row?.[name]
  return {
    writable: opened(model, applied.hidden, applied.fixed),
    hidden: applied.hidden,
    fixed: applied.fixed,
    needed: neededIn(model.fields, whole, applied.hidden),
    computed: new Map(Object.entries(computedIn(model.fields, applied.record, applied.hidden))),
    lines: new Map(ruledFields.map((field) => [field.name, evaluateLineRules(field, valueOf(field), row, context)])),
    problems: new Map([
      ...problemsOf(model, whole, applied.hidden),
      ...ruledFields.flatMap((field) =>
        applied.hidden.has(field.name) ? [] : [...lineProblems(field, valueOf(field), row, context)],
      ),
    ]),
  }
}

const tableOfLines = (model: TableModel, { fields = [], checks }: FieldModel): TableModel => ({
  ...model,
  fields,
  checks,
})

const none: ReadonlySet<string> = new Set()
const withoutRules = (model: TableModel): DraftRules => ({
  writable: model,
  hidden: none,
  fixed: none,
  needed: none,
  computed: new Map(),
  lines: new Map(),
  problems: new Map(),
})

function opened(model: TableModel, hidden: ReadonlySet<string>, fixed: ReadonlySet<string>): TableModel {
  if (hidden.size + fixed.size === 0) return model
  return {
    ...model,
    fields: model.fields.map((field) =>
      hidden.has(field.name) || fixed.has(field.name) ? { ...field, readOnly: true } : field,
    ),
  }
}

function problemsOf(
  model: TableModel,
  facts: RuleFacts,
  hidden: ReadonlySet<string>,
): ReadonlyMap<string, FieldProblem> {
  const problems = new Map<string, FieldProblem>(
    findMissing(model, facts, { hidden })
      .filter((field) => !field.readOnly)
      .map((field) => [field.name, { rule: 'required' }]),
  )
  const changedNames = new Set(
    model.fields
      .filter((field) => holdsLines(field) || facts.record[field.name] !== (facts.old?.[field.name] ?? null))
      .map((field) => field.name),
  )
  for (const { check, problem } of findBrokenChecks(model, facts, changedNames))
    if (!problems.has(check.field)) problems.set(check.field, problem)
  return problems
}

function factsOf(
  model: TableModel,
  row: WireRow | null,
  draft: Draft,
  { timeZone, actor, now }: RuleContext,
): RuleFacts {
  const old = row && Object.fromEntries(model.fields.map((field) => [field.name, storedOf(field, row[field.name])]))
  const record: RuleRecord = Object.fromEntries(
    model.fields.map((field) => [
      field.name,
      field.readOnly || field.private ? (old?.[field.name] ?? null) : typedOf(field, draft[field.name], timeZone),
    ]),
  )
  const context: LineRuleContext = { actor, now, timeZone, document: record }
  const lines = Object.fromEntries(
    linesOf(model).map((field) => [
      field.name,
      lineRecords(field, draft[field.name] ?? row?.[field.name], row, context),
    ]),
  )
  return { actor, now, old, record, lines }
}
