/** Rules of a record that is changed: its stored lines count where the body names none. */
import { linesOf, type RuleRecord, type TableModel } from '../../../protocol/index.ts'
import type { Row, Transaction } from '../../db/index.ts'
import type { Problems, Values } from '../body.ts'
import type { CheckedLines } from '../lines/check.ts'
import { readLines } from '../lines/read.ts'
import { lineRecords, applyAllLineRules } from '../lines/rules.ts'
import { checkRules, applyTableRules } from './rules.ts'
import type { Change } from '../../operation/change.ts'
import type { Scope } from '../../operation/scope.ts'

export interface EditRules {
  readonly change: Change
  readonly current: Row
  /** Lines the body names. */
  readonly checked: readonly CheckedLines[]
  /** Stored lines of the other fields. */
  readonly rest: ReadonlyMap<string, readonly Row[]>
}

/** Stored lines of the fields the body does not name. */
export async function otherLines(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  id: number,
  checked: readonly CheckedLines[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const linesByField = new Map<string, readonly Row[]>()
  for (const { name } of linesOf(model).filter((field) => !checked.some((lines) => lines.field.name === field.name)))
    linesByField.set(name, (await readLines(scope, model, trx, name, [id])).get(id) ?? [])
  return linesByField
}

/** Applies the rules to the given values, with the lines, and adds their problems. */
export function checkEdit(
  scope: Scope,
  model: TableModel,
  { change, current, checked, rest }: EditRules,
  problems: Problems,
): void {
  const record = { ...current, ...Object.fromEntries(change.given) }
  const applied = applyTableRules(
    scope,
    { model, record, old: current, lines: lineRecords(model, checked, rest) },
    change.given,
    problems,
  )
  const changedFields = [...change.given]
    .filter(([name, value]) => value !== (current[name] ?? null))
    .map(([name]) => name)
  const lineFields = checked.map(({ field }) => field.name)
  if (applied)
    checkRules(model, applied, new Set([...changedFields, ...lineFields, ...emptied(change, problems)]), problems)
}

/** Fields that the body leaves empty are checked even when they were empty before. */
const emptied = ({ given: values, body }: Change, problems: Problems): readonly string[] =>
  [...values.keys()].filter((name) => Object.hasOwn(body, name) && values.get(name) === null && !problems.has(name))

/** After all hooks: what the rules decide is decided last. */
export function applyEditRules(scope: Scope, model: TableModel, { change, current, checked, rest }: EditRules): void {
  const row: Record<string, Row[string]> = { ...current, ...Object.fromEntries([...change.given, ...change.overrides]) }
  applyAllLineRules(scope, checked, row as RuleRecord)
  const values: Values = new Map()
  applyTableRules(scope, { model, record: row, old: current, lines: lineRecords(model, checked, rest) }, values)
  for (const [name, value] of values) {
    change.given.set(name, value)
    if (change.overrides.has(name)) change.overrides.set(name, value)
  }
}
