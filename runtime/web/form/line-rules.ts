/** Evaluates the rules of lines while they are edited, with the same result as on the server. Pure. */
import {
  findBrokenChecks,
  fieldsOfLine,
  kinds,
  findMissing,
  applyRules,
  memoizeByObject,
  type FieldModel,
  type FieldProblem,
  type RuleFacts,
  type RuleRecord,
  type RuleRequirement,
  type StoredValue,
  type WireValue,
} from '../../protocol/index.ts'
import type { LineRules, WireRow } from '../fields/input-props.ts'
import { linesIn, openFields, type DraftLine } from '../fields/lines/edit.ts'
import { filledLines } from './draft.ts'
import { createLineCache } from './line-cache.ts'
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
  return evaluateLines(field, linesIn(value), row, context).map((line) => line.rules())
}

/** Broken rules by path (`product_detail.2.price`); blank lines break none. */
export function lineProblems(
  field: FieldModel,
  value: unknown,
  row: WireRow | null,
  context: LineRuleContext,
): ReadonlyMap<string, FieldProblem> {
  const lines = evaluateLines(field, filledLines(field, value), row, context)
  return new Map(
    lines.flatMap((line, index) =>
      line.problems().map(([name, problem]) => [`${field.name}.${index}.${name}`, problem] as const),
    ),
  )
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
  readonly rules: () => LineRules
  /** Broken rules by field. */
  readonly problems: () => readonly (readonly [field: string, problem: FieldProblem])[]
}

const evaluatedLineCache = createLineCache<EvaluatedLine>()

function evaluateLines(
  field: FieldModel,
  lines: readonly DraftLine[],
  row: WireRow | null,
  context: LineRuleContext,
): readonly EvaluatedLine[] {
  const rowsById = storedLines(row?.[field.name])
  return evaluatedLineCache(field, lines, { row, text: contextText(field, context) }, (line) =>
    evaluateLine(field, line, rowsById, context),
  )
}

/** What rules of the lines read in addition to the line: the actor, the time, the document. */
const requirementsOf = memoizeByObject(({ fields = [], checks = [] }: FieldModel): ReadonlySet<RuleRequirement> => {
  const rules = [
    ...fields.flatMap((column) => [column.when, column.requiredWhen, column.readOnlyWhen, column.computed?.rule]),
    ...checks.flatMap(({ rule, values = {} }) => [rule, ...Object.values(values).map((value) => value.rule)]),
  ]
  return new Set(rules.flatMap((rule) => rule?.asks ?? []))
})

/** The part of a context that the lines depend on, as text. */
function contextText(field: FieldModel, { timeZone, actor, now, document }: LineRuleContext): string {
  const asks = requirementsOf(field)
  return JSON.stringify([
    timeZone,
    asks.has('actor') && actor,
    asks.has('now') && now,
    asks.has('document') && document,
  ])
}

/** The stored lines of a row by id. */
function storedLines(value: unknown): ReadonlyMap<unknown, DraftLine> {
  return typeof value === 'object' && value !== null ? storedLinesOf(value) : new Map()
}

const storedLinesOf = memoizeByObject(
  (lines: object): ReadonlyMap<unknown, DraftLine> => new Map(linesIn(lines).map((line) => [line['id'], line])),
)

function evaluateLine(
  field: FieldModel,
  line: DraftLine,
  rowsById: ReadonlyMap<unknown, DraftLine>,
  { timeZone, ...context }: LineRuleContext,
): EvaluatedLine {
  const table = { fields: field.fields ?? [] }
  const before = rowsById.get(line['id'])
  // Its id distinguishes an existing line from a new one.
  const old = before
    ? { id: Number(before['id']), ...recordOf(table.fields, (column) => storedOf(column, before[column.name])) }
    : null
  const record = recordOf(table.fields, (column) =>
    column.readOnly ? storedOf(column, line[column.name]) : typedOf(column, line[column.name], timeZone),
  )
  const entered: RuleFacts = { ...context, old, record }
  const applied = applyRules(table, entered)
  const facts: RuleFacts = { ...entered, record: applied.record }
  return {
    facts,
    rules: lazily(() => ({
      hidden: applied.hidden,
      fixed: applied.fixed,
      needed: neededIn(table.fields, facts, applied.hidden),
      computed: computedIn(fieldsOfLine(field), facts.record, applied.hidden),
    })),
    problems: lazily(() => problemsOfLine(field, facts, applied.hidden)),
  }
}

function problemsOfLine(
  field: FieldModel,
  facts: RuleFacts,
  hidden: ReadonlySet<string>,
): readonly (readonly [field: string, problem: FieldProblem])[] {
  const changedNames = new Set(openFields(field).map(({ name }) => name))
  const problems = new Map<string, FieldProblem>()
  for (const { name, readOnly } of findMissing({ fields: field.fields ?? [] }, facts, { hidden }))
    if (!readOnly) problems.set(name, { rule: 'required' })
  for (const { check, problem } of findBrokenChecks({ checks: field.checks }, facts, changedNames))
    if (!problems.has(check.field)) problems.set(check.field, problem)
  return [...problems]
}

/** Computed when it is first asked for. */
function lazily<T>(compute: () => T): () => T {
  let result: { readonly value: T } | undefined
  return () => (result ??= { value: compute() }).value
}

const recordOf = (fields: readonly FieldModel[], valueOf: (field: FieldModel) => RuleRecord[string]): RuleRecord =>
  Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]))
