/**
 * The facts that rules are evaluated with in the browser: the row as the wire sent it, converted to stored values.
 * Pure.
 */
import {
  fieldsOfLine,
  isColumn,
  isEmpty,
  kinds,
  linesOf,
  type FieldModel,
  type RuleFacts,
  type RuleModel,
  type RuleRecord,
  type TableModel,
  type WireValue,
} from '../../protocol/index.ts'
import type { WireRow } from './input-props.ts'

/** The signed-in admin, as far as the session knows; the groups are unknown. */
export interface Actor {
  readonly id: number
  readonly super: boolean
}

/** @param nowMs milliseconds since 1970 */
export function factsOf(model: TableModel, row: WireRow, actor: Actor, nowMs: number): RuleFacts {
  const record = storedOf(model.fields.filter(isColumn), row)
  const lines = linesOf(model).filter((field) => Array.isArray(row[field.name]))
  return {
    record,
    old: record,
    actor: { id: actor.id, super: actor.super, groups: [] },
    now: Math.floor(nowMs / 1000),
    lines: Object.fromEntries(
      lines.map((field) => [
        field.name,
        (row[field.name] as WireRow[]).map((line) => storedOf(fieldsOfLine(field), line)),
      ]),
    ),
  }
}

/** False for a rule that needs what the browser does not have: groups of the admin, or a field that was not sent. */
export function isJudgeable(model: TableModel, row: WireRow, rule: RuleModel): boolean {
  const isMissing = (name: string): boolean => model.fields.some((field) => field.name === name) && !(name in row)
  return !rule.source.includes('groups') && !rule.reads.some(isMissing)
}

function storedOf(fields: readonly FieldModel[], row: WireRow): RuleRecord {
  return Object.fromEntries(
    fields.map((field) => {
      const value = row[field.name]
      return [field.name, isEmpty(value) ? null : kinds[field.kind].toStored(value as WireValue, field)]
    }),
  )
}
