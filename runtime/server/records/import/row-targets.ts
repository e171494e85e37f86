/** Which records of other tables the rows of a file refer to. */
import { itemsOfText, refersToMany, refersToOne, requireField, type FieldModel } from '../../../protocol/index.ts'
import { targetIds } from '../relations/relations.ts'
import type { ImportRow } from './import-row.ts'
import type { ImportRun } from './run.ts'
import type { Targets } from './targets.ts'

/** The cells that name records, by field. */
export function textsOf(
  { model }: ImportRun,
  rows: readonly ImportRow[],
): ReadonlyMap<FieldModel, ReadonlySet<string>> {
  const texts = new Map<FieldModel, Set<string>>()
  for (const row of rows) {
    for (const [name, text] of row.targets) {
      const field = requireField(model, name)
      const titles = texts.get(field) ?? new Set<string>()
      for (const title of refersToMany(field) ? itemsOfText(text) : [text]) titles.add(title)
      texts.set(field, titles)
    }
  }
  return texts
}

/** The ids that hooks have put into rows, and those of the lists that cells have named. */
export function idsOf({ model }: ImportRun, rows: readonly ImportRow[]): ReadonlyMap<FieldModel, ReadonlySet<number>> {
  const related = model.fields.filter((field) => refersToOne(field) || refersToMany(field))
  const isOpen = rows.some((row) => row.prepared) || related.some(refersToMany)
  if (!isOpen) return new Map()
  const givenIds = (field: FieldModel): readonly number[] =>
    rows
      .filter((row) => row.prepared !== null || refersToMany(field))
      .flatMap((row) => targetIds(field, row.values.get(field.name) ?? null))
  return new Map(related.map((field) => [field, new Set(givenIds(field))]))
}

/** Records of the table itself that a dry run has created or renamed count as targets as well. */
export function addTrialTargets({ model, trial }: ImportRun, targets: Targets): void {
  if (!trial || !refersToItself(model.fields, model.table)) return
  for (const state of trial.states.values())
    targets.add(model.table, { ...Object.fromEntries(state.values), id: state.id })
}

/** True when rows may refer to records that appear earlier in the same file. */
export const refersToItself = (fields: readonly FieldModel[], table: string): boolean =>
  fields.some((field) => field.relation?.table === table)
