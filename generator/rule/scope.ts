/** What a rule may name. */
import { holdsLines, isColumn, type FieldModel } from '../../runtime/protocol/index.ts'

export interface RuleScope {
  /** Fields of the record. A rule of lines names the lines' fields by the `fields` of the field that holds them. */
  readonly fields: readonly FieldModel[]
  /** Whether `old.x`, the record as it was, can be asked for. */
  readonly old?: boolean
  readonly actor?: boolean
  /** Whether `actor.groups` is available, which is not the case in forms. */
  readonly groups?: boolean
  readonly now?: boolean
  /** Whether lines of the record can be looked into. */
  readonly lines?: boolean
  /** Fields are unknown to a rule when the people who see its outcome may not see them: it would leak them. */
  readonly hidesPrivate?: boolean
  /** Fields of the owner, for a rule of its lines. */
  readonly document?: readonly FieldModel[] | null
}

/** What a guard, a check or a condition of a form may name: what is available to both the server and a form. */
export const fullScope = (fields: readonly FieldModel[], document: readonly FieldModel[] | null = null): RuleScope => ({
  fields,
  old: true,
  actor: true,
  now: true,
  lines: true,
  document,
})

/** What the database can answer row by row: no lines, no record as it was. */
export const rowScope = (fields: readonly FieldModel[]): RuleScope => ({ fields, actor: true, groups: true, now: true })

/** What decides whether something is posted: what is stored of it and of the document it is a line of. */
export const postingScope = (fields: readonly FieldModel[], document: readonly FieldModel[] | null): RuleScope => ({
  fields,
  actor: true,
  now: true,
  document,
})

/**
 * What the database can answer row by row and what is the same for everybody: a value that is computed whenever it is
 * asked for.
 */
export const pureScope = (fields: readonly FieldModel[]): RuleScope => ({ fields, now: true, hidesPrivate: true })

/** What is known of records that are there before a field: their other columns. */
export const backfillScope = (fields: readonly FieldModel[]): RuleScope => ({
  fields: fields.filter(isColumn),
  now: true,
  hidesPrivate: true,
})

/** What a dialog knows of the record when it opens. */
export const prefillScope = (fields: readonly FieldModel[]): RuleScope => ({
  fields: fields.filter(isColumn),
  actor: true,
  now: true,
  hidesPrivate: true,
})

/** The fields a rule may name, by name. */
export function namesOf(
  fields: readonly FieldModel[],
  { hidesPrivate = false, lines = false }: RuleScope,
): ReadonlyMap<string, FieldModel> {
  return new Map(
    fields
      .filter((field) => !(hidesPrivate && field.private) && (lines || !holdsLines(field)))
      .map((field) => [field.name, field]),
  )
}
