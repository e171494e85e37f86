/** Rules of lines, and lines as rules of their owner see them. */
import { linesOf, type RuleRecord, type TableModel } from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import type { Problems } from '../body.ts'
import { checkRules, applyTableRules } from '../policy/rules.ts'
import type { Line } from '../../operation/change.ts'
import type { Scope } from '../../operation/scope.ts'

interface LineCall {
  readonly line: Line
  /** As it is stored; null for a new line. */
  readonly stored: Row | null
  /** The owner as it will be. */
  readonly document: RuleRecord
}

/**
 * Applies the rules to a line in place and adds their problems. A document is saved as a whole, so every line is
 * checked.
 */
export function applyLineRules(
  scope: Scope,
  model: TableModel,
  { line, stored: row, document }: LineCall,
  problems?: Problems,
): void {
  const { values } = line
  const applied = applyTableRules(
    scope,
    { model, record: { ...row, ...Object.fromEntries(values) }, old: row, document },
    values,
    problems,
  )
  if (applied && problems) checkRules(model, applied, row === null ? null : new Set(values.keys()), problems)
}

interface CheckedField {
  readonly field: { readonly name: string }
  readonly table: { readonly model: TableModel }
  readonly whole: readonly Line[]
  readonly current: readonly Row[]
}

/** Applies the rules to all lines again, after hooks have filled in server values. */
export function applyAllLineRules(scope: Scope, all: readonly CheckedField[], document: RuleRecord): void {
  for (const { table, whole, current } of all) {
    const byId = new Map(current.map((row) => [Number(row['id']), row]))
    for (const line of whole)
      applyLineRules(scope, table.model, { line, stored: byId.get(line.id ?? 0) ?? null, document })
  }
}

/**
 * The lines by field: the given ones, and none in the other fields of a new record.
 * @param rest lines of the other fields, where the record exists
 */
export function lineRecords(
  model: TableModel,
  all: readonly CheckedField[],
  rest: ReadonlyMap<string, readonly Row[]> = new Map(),
): ReadonlyMap<string, readonly RuleRecord[]> {
  const linesByField = new Map(
    all.map(({ field, whole }) => [field.name, whole.map((line): RuleRecord => Object.fromEntries(line.values))]),
  )
  return new Map(linesOf(model).map(({ name }) => [name, linesByField.get(name) ?? rest.get(name) ?? []]))
}
