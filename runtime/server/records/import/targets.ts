/**
 * Records that a batch of rows refers to, read in one query per table. Cells name them by title: digits are the title
 * of a record or of none, never its id, which nobody who writes a file knows.
 */
import {
  fieldOf,
  isTextual,
  requireRelation,
  type FieldModel,
  type FieldProblem,
  type RelationModel,
  type StoredValue,
} from '../../../protocol/index.ts'
import { rowId, type Reading, type Row } from '../../db/index.ts'
import type { Registry } from '../../core/models/registry.ts'
import type { Operation } from '../../operation/scope.ts'
import type { Bounds } from '../bounds.ts'
import { isMatching, targetColumns } from '../relations/relations.ts'

/** The targets the rows need, by relation field. */
export interface WantedTargets {
  readonly texts: ReadonlyMap<FieldModel, ReadonlySet<string>>
  readonly ids: ReadonlyMap<FieldModel, ReadonlySet<number>>
}

export class Targets {
  readonly #byTable = new Map<string, Map<number, Row>>()

  add(table: string, row: Row): void {
    const rows = this.#byTable.get(table) ?? new Map<number, Row>()
    this.#byTable.set(table, rows.set(Number(row['id']), row))
  }

  /** What locking the record has found; undefined = it was removed. One that could not be found stays unknown. */
  refresh(table: string, id: number, row: Row | undefined): void {
    const cachedRow = this.find(table, id)
    if (
      row &&
      // Guard T15: import: locking finds no target that the caller does not see.
      cachedRow
    )
      this.add(table, { ...cachedRow, ...row })
    else this.#byTable.get(table)?.delete(id)
  }

  find(table: string, id: number): Row | undefined {
    return this.#byTable.get(table)?.get(id)
  }

  /** The record a cell names, as far as the row's own values distinguish it from others with the same title. */
  resolve(
    field: FieldModel,
    cell: string,
    values: ReadonlyMap<string, StoredValue>,
  ): { readonly stored: StoredValue } | { readonly problem: FieldProblem } {
    const relation = requireRelation(field)
    const { table, show, softDelete } = relation
    const live = [...(this.#byTable.get(table)?.values() ?? [])].filter(
      (row) => softDelete === null || (row[softDelete] ?? null) === null,
    )
    const matches = live.filter((row) => row[show] === cell)
    const called = matches.length > 0 ? matches : live.filter((row) => row[show] === cell.trim())
    if (called.length === 0) return { problem: { rule: 'relation' } }
    const fitting = called.filter((row) => fitsKnown(relation, row, values))
    if (fitting.length > 1) return { problem: { rule: 'ambiguous', params: { value: cell.trim() } } }
    const target = fitting[0] ?? (called.length === 1 ? called[0] : undefined)
    return target ? { stored: rowId(target) } : { problem: { rule: 'relation' } }
  }
}

/** Filters on fields that the row does not contain are checked later, with the whole record. */
function fitsKnown({ filter: filters }: RelationModel, row: Row, values: ReadonlyMap<string, StoredValue>): boolean {
  return filters.every(
    (filter) => (filter.field !== undefined && !values.has(filter.field)) || isMatching(filter, row, values),
  )
}

/**
 * Reads the needed targets and adds them.
 * @param bounds by table: which rows may be found; absent = records that were selected before
 */
export async function readTargets(
  { scope: { registry }, model }: Pick<Operation, 'scope' | 'model'>,
  query: Reading,
  { texts, ids }: WantedTargets,
  into: Targets,
  bounds?: ReadonlyMap<string, Bounds>,
): Promise<void> {
  const related = model.fields.flatMap((field) => (field.relation ? [{ field, relation: field.relation }] : []))
  const lookups = related.filter(({ field }) => (texts.get(field)?.size ?? 0) + (ids.get(field)?.size ?? 0) > 0)
  for (const table of new Set(lookups.map(({ relation }) => relation.table))) {
    const group = lookups.filter(({ relation }) => relation.table === table)
    const [first] = group
    const bound = bounds?.get(table)
    const columns = new Set([
      'id',
      ...(bound?.columns ?? []),
      ...related
        .filter(({ relation }) => relation.table === table)
        .flatMap(({ relation }) => [relation.show, ...targetColumns(relation)]),
    ])
    const names = [...new Set(group.flatMap(({ field, relation }) => titles(relation, registry, texts.get(field))))]
    const numbers = [...new Set(group.flatMap(({ field }) => [...(ids.get(field) ?? [])]))]
    const rows = () => query.selectFrom(table).select([...columns])
    // Two statements, because planners read the whole table where one condition or the other is to be met.
    const found = [
      ...(first && names.length > 0 ? await rows().where(first.relation.show, 'in', names).execute() : []),
      ...(numbers.length > 0 ? await rows().where('id', 'in', numbers).execute() : []),
    ]
    for (const row of found) if (!bound || bound.has(row)) into.add(table, row)
  }
}

function titles(
  { to, show: name }: RelationModel,
  registry: Registry,
  texts: ReadonlySet<string> = new Set(),
): readonly string[] {
  const target = registry.byId(to)
  const show = target && fieldOf(target, name)
  return show && isTextual(show) && !show.private ? [...texts, ...[...texts].map((text) => text.trim())] : []
}
