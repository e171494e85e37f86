/** Evaluates the rules of lines while they are edited, with the same result as on the server. Pure. */
import {
  findBrokenChecks,
  fieldsOfLine,
  kinds,
  findMissing,
  applyRules,
  type FieldModel,
  type FieldProblem,
  type RuleFacts,
  type RuleRecord,
  type StoredValue,
  type WireValue,
} from '../../protocol/index.ts'
import type { LineRules, WireRow } from '../fields/input.ts'
import { linesIn, openFields, type DraftLine } from '../fields/lines/edit.ts'
import { filledLines } from './draft.ts'
import { storedOf, typedOf } from './rule-values.ts'

/** What the rules of a line are evaluated with, in addition to the line. */
export type LineRuleContext = Pick<RuleFacts, 'actor' | 'now'> & {
  readonly document: RuleRecord
  readonly timeZone: string
}

/** @param row the row of the document the changes are based on, null for a new record */
export function evaluateLineRules(
  field: FieldModel,
  value: unknown,
  row: WireRow | null,
  context: LineRuleContext,
): readonly LineRules[] {
  return evaluateLines(field, linesIn(value), row, context).map(({ facts, hidden, fixed }) => ({
    hidden,
    fixed,
    needed: neededIn(field.fields ?? [], facts, hidden),
    computed: computedIn(fieldsOfLine(field), facts.record, hidden),
  }))
}

/** Broken rules by path (`product_detail.2.price`); blank lines break none. */
export function lineProblems(
  field: FieldModel,
  value: unknown,
  row: WireRow | null,
  context: LineRuleContext,
): ReadonlyMap<string, FieldProblem> {
  const fields = field.fields ?? []
  const changed = new Set(openFields(field).map(({ name }) => name))
  const problems = new Map<string, FieldProblem>()
  evaluateLines(field, filledLines(field, value), row, context).forEach(({ facts, hidden }, at) => {
    for (const { name, readOnly } of findMissing({ fields }, facts, { hidden }))
      if (!readOnly) problems.set(`${field.name}.${at}.${name}`, { rule: 'required' })
    for (const { check, problem } of findBrokenChecks({ checks: field.checks }, facts, changed)) {
      const place = `${field.name}.${at}.${check.field}`
      if (!problems.has(place)) problems.set(place, problem)
    }
  })
  return problems
}

/** Lines as stored values, including computed fields. */
export function lineRecords(
  field: FieldModel,
  value: unknown,
  row: WireRow | null,
  context: LineRuleContext,
): readonly RuleRecord[] {
  return evaluateLines(field, filledLines(field, value), row, context).map(({ facts }) => facts.record)
}

/** Fields that a rule requires: those that would be missing if they were empty. */
export function neededIn(
  fields: readonly FieldModel[],
  facts: RuleFacts,
  hidden: ReadonlySet<string>,
): ReadonlySet<string> {
  const requiredFields = fields.filter(
    (field) =>
      field.requiredWhen &&
      findMissing({ fields: [field] }, { ...facts, record: { ...facts.record, [field.name]: null } }, { hidden })
        .length > 0,
  )
  return new Set(requiredFields.map((field) => field.name))
}

/** Computed values as the wire has them. */
export function computedIn(
  fields: readonly FieldModel[],
  record: RuleRecord,
  hidden: ReadonlySet<string>,
): Readonly<Record<string, WireValue>> {
  const computed = fields.filter((field) => field.computed && !hidden.has(field.name))
  return Object.fromEntries(
    computed.map((field) => [field.name, kinds[field.kind].toWire((record[field.name] ?? null) as StoredValue, field)]),
  )
}

interface EvaluatedLine {
  readonly facts: RuleFacts
  readonly hidden: ReadonlySet<string>
  readonly fixed: ReadonlySet<string>
}

function evaluateLines(
  field: FieldModel,
  lines: readonly DraftLine[],
  row: WireRow | null,
  { timeZone, ...context }: LineRuleContext,
): readonly EvaluatedLine[] {
  const table = { fields: field.fields ?? [] }
  const stored = new Map(linesIn(row?.[field.name]).map((line) => [line['id'], line]))
  return lines.map((line) => {
    const before = stored.get(line['id'])
    // Its id distinguishes an existing line from a new one.
    const old = before
      ? { id: Number(before['id']), ...recordOf(table.fields, (one) => storedOf(one, before[one.name])) }
      : null
    const record = recordOf(table.fields, (one) =>
      one.readOnly ? storedOf(one, line[one.name]) : typedOf(one, line[one.name], timeZone),
    )
    const facts: RuleFacts = { ...context, old, record }
    const applied = applyRules(table, facts)
    return { facts: { ...facts, record: applied.record }, hidden: applied.hidden, fixed: applied.fixed }
  })
}

const recordOf = (fields: readonly FieldModel[], valueOf: (field: FieldModel) => RuleRecord[string]): RuleRecord =>
  Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]))
