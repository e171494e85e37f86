/** What the rules of a table make of a form: which fields exist, which take input, which must be filled, what is computed. Pure. */
import {
  brokenChecks, hasRules, holdsLines, kinds, missing, settle, type FieldModel, type FieldProblem, type RuleActor, type RuleFacts, type RuleRecord, type RuleValue, type StoredValue, type TableModel, type WireValue,
} from '../../protocol/index.ts'
import type { WireRow } from '../fields/input.ts'
import { linesIn } from '../fields/lines/edit.ts'
import { filledLines, readValue, type Draft } from './draft.ts'

export interface RuledDraft {
  /** The table as it can be written now: what does not exist or cannot be changed takes nothing. */
  readonly open: TableModel
  readonly hidden: ReadonlySet<string>
  readonly fixed: ReadonlySet<string>
  /** Fields a rule asks for, filled or not. */
  readonly needed: ReadonlySet<string>
  /** Computed values as the wire has them. */
  readonly computed: ReadonlyMap<string, WireValue>
  readonly problems: ReadonlyMap<string, FieldProblem>
}

/** What judging a draft depends on beside it. */
export interface RuleSite {
  readonly timeZone: string
  readonly actor: RuleActor | null
  /** Unix seconds. */
  readonly now: number
}

/**
 * The draft as the rules see it; the same that the server will make of it.
 * @param row the row the changes are made on, null for a new record
 */
export function ruledDraft(model: TableModel, row: WireRow | null, draft: Draft, site: RuleSite): RuledDraft {
  if (!hasRules(model) && !model.fields.some((field) => field.fields && hasRules({ ...model, fields: field.fields }))) return untouched(model)
  const facts = factsOf(model, row, draft, site)
  const settled = settle(model, facts)
  const whole: RuleFacts = { ...facts, record: settled.record }
  const needed = neededIn(model, whole, settled.hidden)
  const computed = model.fields.flatMap((field) => (field.computed && !settled.hidden.has(field.name) ? [[field.name, kinds[field.kind].toWire((settled.record[field.name] ?? null) as StoredValue, field)] as const] : []))
  return { open: opened(model, settled.hidden, settled.fixed), hidden: settled.hidden, fixed: settled.fixed, needed, computed: new Map(computed), problems: problemsOf(model, whole, settled.hidden) }
}

const none: ReadonlySet<string> = new Set()
const untouched = (model: TableModel): RuledDraft => ({ open: model, hidden: none, fixed: none, needed: none, computed: new Map(), problems: new Map() })

function opened(model: TableModel, hidden: ReadonlySet<string>, fixed: ReadonlySet<string>): TableModel {
  if (hidden.size + fixed.size === 0) return model
  return { ...model, fields: model.fields.map((field) => (hidden.has(field.name) || fixed.has(field.name) ? { ...field, readOnly: true } : field)) }
}

/** Fields whose rule asks for a value: those that would be missing if they were empty. */
function neededIn(model: TableModel, facts: RuleFacts, hidden: ReadonlySet<string>): ReadonlySet<string> {
  const asked = model.fields.filter((field) => field.requiredWhen && missing({ fields: [field] }, { ...facts, record: { ...facts.record, [field.name]: null } }, { hidden }).length > 0)
  return new Set(asked.map((field) => field.name))
}

function problemsOf(model: TableModel, facts: RuleFacts, hidden: ReadonlySet<string>): ReadonlyMap<string, FieldProblem> {
  const problems = new Map<string, FieldProblem>(missing(model, facts, { hidden }).filter((field) => !field.readOnly).map((field) => [field.name, { rule: 'required' }]))
  const changed = new Set(model.fields.filter((field) => holdsLines(field) || facts.record[field.name] !== (facts.old?.[field.name] ?? null)).map((field) => field.name))
  for (const { field, message } of brokenChecks(model, facts, changed)) if (!problems.has(field)) problems.set(field, { rule: 'check', text: message })
  return problems
}

function factsOf(model: TableModel, row: WireRow | null, draft: Draft, site: RuleSite): RuleFacts {
  const old = row && Object.fromEntries(model.fields.map((field) => [field.name, storedOf(field, row[field.name])]))
  const record = Object.fromEntries(model.fields.map((field) => [field.name, field.readOnly || field.private ? (old?.[field.name] ?? null) : typedOf(field, draft[field.name], site.timeZone)]))
  const outside = { old: null, actor: site.actor, now: site.now }
  const lines = Object.fromEntries(model.fields.filter(holdsLines).map((field) => [field.name, lineRecords(field, draft[field.name] ?? row?.[field.name], record, { ...site, outside })]))
  return { ...outside, old, record, lines }
}

/** A value of a row as its column holds it. */
const storedOf = (field: FieldModel, value: unknown): RuleValue => (value === undefined || value === null || value === '' ? null : kinds[field.kind].toStored(value as WireValue, field))

/** A value as typed; what cannot be read is none. */
function typedOf(field: FieldModel, value: unknown, timeZone: string): RuleValue {
  if (holdsLines(field)) return null
  const read = readValue(field, value, timeZone)
  return 'value' in read ? storedOf(field, read.value) : null
}

/** Lines with what is computed in them. */
function lineRecords(field: FieldModel, value: unknown, document: RuleRecord, { timeZone, outside }: RuleSite & { readonly outside: Pick<RuleFacts, 'old' | 'actor' | 'now'> }): readonly RuleRecord[] {
  const fields = field.fields ?? []
  return filledLines(field, linesIn(value)).map((line) => {
    const record = Object.fromEntries(fields.map((one) => [one.name, one.readOnly ? storedOf(one, line[one.name]) : typedOf(one, line[one.name], timeZone)]))
    return settle({ fields }, { ...outside, record, document }).record
  })
}
