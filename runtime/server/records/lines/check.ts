/** Merges sent and stored lines and checks them together. */
import {
  kinds,
  type FieldModel,
  type FieldProblem,
  type RuleRecord,
  type StoredValue,
} from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import { defaultsOf, type Problems } from '../body.ts'
import { refuseHidden, filterVisible, type Hidden } from '../relations/hidden-targets.ts'
import { isRestricted } from '../policy/policy.ts'
import { targetIds, type ChangedRecords } from '../relations/relations.ts'
import { checkSchema } from '../schema-check.ts'
import type { Line } from '../../operation/change.ts'
import type { Scope, Validate } from '../../operation/scope.ts'
import { applyLineRules } from './rules.ts'
import { namedProblems, type GivenLine, type GivenLines } from './body.ts'

/** Lines of one field, ready to be stored once no problem was found. */
export interface CheckedLines extends GivenLines {
  readonly whole: readonly Line[]
  /** As they are stored. */
  readonly current: readonly Row[]
}

/** The data that is read before the transaction begins. */
export interface LinesBefore {
  readonly given: GivenLines
  readonly validate: Validate | null
  /** Targets the caller may not see, by field of the line. */
  readonly hidden: Hidden
}

/** Looks up validators and hidden targets: one look a relation for all lines together. */
export async function beforeLinesCheck(scope: Scope, all: readonly GivenLines[]): Promise<readonly LinesBefore[]> {
  const before: LinesBefore[] = []
  for (const given of all)
    before.push({ given, validate: await scope.validators(given.table.model.id), hidden: await hiddenOf(scope, given) })
  return before
}

async function hiddenOf(scope: Scope, { table, lines }: GivenLines): Promise<Hidden> {
  const hidden = new Map<string, ReadonlySet<number>>()
  // Guard T15: lines lead to records the caller may see only.
  // Without: return hidden
  if (!isRestricted(scope)) return hidden
  for (const field of table.model.fields) {
    const target = field.relation && scope.registry.byId(field.relation.to)
    const ids = [...new Set(lines.flatMap((line) => targetIds(field, line.values.get(field.name) ?? null)))]
    if (!target || ids.length === 0) continue
    const visibleIds = new Set(await filterVisible(scope, target, ids))
    if (ids.some((id) => !visibleIds.has(id))) hidden.set(field.name, new Set(ids.filter((id) => !visibleIds.has(id))))
  }
  return hidden
}

/** Lines that were merged with the stored ones and checked by themselves; their references are not checked yet. */
export interface MergedLines extends CheckedLines {
  readonly references: ChangedRecords
}

/** Adds the problems of the lines, each under the name of its line and field. Their references were checked. */
export function addLineProblems(all: readonly MergedLines[], problems: Problems): void {
  for (const { field, references } of all) {
    const ofLines = references.records.map((record) => record.problems)
    for (const [name, problem] of namedProblems(field, ofLines)) problems.set(name, problem)
  }
}

/**
 * Merges and checks the lines of one field without the database.
 * @param current the stored lines
 * @param document the owner as it will be
 */
export function mergeLines(
  scope: Scope,
  { given, validate, hidden }: LinesBefore,
  current: readonly Row[],
  document: RuleRecord,
): MergedLines {
  const { table, lines } = given
  const byId = new Map(current.map((row) => [Number(row['id']), row]))
  const checkedLines = lines.map((line) => ({
    sent: line,
    line: wholeLine(given, line, byId),
    problems: new Map(line.problems),
  }))
  checkIds(checkedLines, byId)
  for (const { line, problems: ofLine } of checkedLines)
    applyLineRules(scope, table.model, { line, stored: byId.get(line.id ?? 0) ?? null, document }, ofLine)
  const records = checkedLines.map(({ sent: given, line, problems: ofLine }) => ({
    sent: given,
    record: line.values,
    changed: changedIn(line, byId),
    problems: ofLine,
  }))
  for (const { sent: given, record, problems: ofLine } of records) {
    const row = byId.get(given.id ?? 0) ?? {}
    const touched = given.id === null ? new Set(record.keys()) : new Set(given.values.keys())
    checkRequired(table.model.fields, record, touched, ofLine)
    refuseHidden(table.model, ownHidden(table.model.fields, hidden, record), row, ofLine)
    checkSchema(table.model, validate, record, touched, ofLine)
  }
  return { ...given, whole: checkedLines.map(({ line }) => line), current, references: { model: table.model, records } }
}

/** An id names a line of this very record, and each of them once. */
function checkIds(
  lines: readonly { readonly sent: GivenLine; readonly problems: Problems }[],
  byId: ReadonlyMap<number, Row>,
): void {
  const ids = new Set<number>()
  for (const { sent: given, problems } of lines) {
    const { id } = given
    if (id === null) continue
    // Guard T15: an id names a line of this very document.
    // Without: const problem: FieldProblem | null = ids.has(id) ? { rule: 'uniqueItems' } : null
    const problem: FieldProblem | null = ids.has(id)
      ? { rule: 'uniqueItems' }
      : byId.has(id)
        ? null
        : { rule: 'relation' }
    if (problem) problems.set('id', problem)
    ids.add(id)
  }
}

function wholeLine({ table }: GivenLines, { id, values }: GivenLine, byId: ReadonlyMap<number, Row>): Line {
  const row = id === null ? undefined : byId.get(id)
  const before = row
    ? Object.entries(row).filter(([name]) => isOwn(table.model.fields, name))
    : [...startOf(table.model.fields), ...defaultsOf(table.model)]
  return { id, values: new Map<string, StoredValue>([...before, ...values]) }
}

/** Read-only fields of a new line: what they start with. */
function startOf(fields: readonly FieldModel[]): readonly (readonly [string, StoredValue])[] {
  const own = fields.filter((field) => field.readOnly && !field.implicit)
  return own.map((field) => [
    field.name,
    field.default === undefined ? null : kinds[field.kind].toStored(field.default, field),
  ])
}

const isOwn = (fields: readonly FieldModel[], name: string): boolean =>
  fields.some((field) => field.name === name && !field.implicit)

function changedIn({ id, values }: Line, byId: ReadonlyMap<number, Row>): ReadonlySet<string> {
  const row = byId.get(id ?? 0)
  return new Set([...values].filter(([name, value]) => value !== (row?.[name] ?? null)).map(([name]) => name))
}

function checkRequired(
  fields: readonly FieldModel[],
  record: ReadonlyMap<string, StoredValue>,
  touched: ReadonlySet<string>,
  problems: Problems,
): void {
  for (const { name, required, implicit, readOnly } of fields) {
    if (
      required &&
      !implicit &&
      !readOnly &&
      touched.has(name) &&
      !problems.has(name) &&
      (record.get(name) ?? null) === null
    )
      problems.set(name, { rule: 'required' })
  }
}

/** The hidden targets that this line refers to. */
function ownHidden(fields: readonly FieldModel[], hidden: Hidden, record: ReadonlyMap<string, StoredValue>): Hidden {
  const own = [...hidden].map(([name, ids]): [string, ReadonlySet<number>] => {
    // The hidden targets were collected from these fields.
    const field = fields.find((candidate) => candidate.name === name)!
    return [name, new Set(targetIds(field, record.get(name) ?? null).filter((id) => ids.has(id)))]
  })
  return new Map(own.filter(([, ids]) => ids.size > 0))
}
