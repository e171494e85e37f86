/**
 * Which stored records the rows of a file are about, and what they leave as it is. A record is known by its key; where
 * that is not enough (names that several records share, references to deleted ones, no key at all), by the id that an
 * export has written, provided that the key reads as the export writes it.
 */
import {
  refersToMany,
  refersToOne,
  requireRelation,
  type FieldModel,
  type StoredValue,
} from '../../../protocol/index.ts'
import { rowId, type Reading, type Row } from '../../db/index.ts'
import { unprotectedCell } from '../../core/models/csv.ts'
import type { Values } from '../body.ts'
import { targetIds } from '../relations/relations.ts'
import type { Column } from './header.ts'
import type { ImportRow } from './import-row.ts'
import { findByKeys, rowsOf } from './find-records.ts'
import type { ImportRun } from './run.ts'
import { keyOf } from './record-state.ts'
import { readTargets, type Targets } from './targets.ts'

type Current = ReadonlyMap<string, StoredValue>

const refersToRecords = (field: FieldModel): boolean => refersToOne(field) || refersToMany(field)

/** The stored records of a batch. */
export interface StoredRecords {
  readonly byKey: ReadonlyMap<string, readonly Row[]>
  readonly byId: ReadonlyMap<number, Row>
}

/** The key of a row; null where it has none, or where a part of it cannot be read. */
export const keyOfRow = ({ model }: ImportRun, { values, problems }: ImportRow): string | null =>
  model.key.some((name) => problems.has(name)) ? null : keyOf(model.key, values)

/** The values of the key, also with the apostrophes that may be a part of them or protect them. */
function keysOfRow(run: ImportRun, row: ImportRow): readonly Current[] {
  if (keyOfRow(run, row) === null) return []
  const literal = new Map(row.values)
  for (const column of run.columns) {
    const cell = cellOf(row, column)
    const { name } = column.field
    if (run.model.key.includes(name) && literal.get(name) === unprotectedCell(cell)) literal.set(name, cell)
  }
  return keyOf(run.model.key, literal) === keyOfRow(run, row) ? [row.values] : [row.values, literal]
}

/** The id in a row, where it may be needed to tell which record is meant. */
function idOfRow({ idAt }: ImportRun, { record }: ImportRow): number | null {
  const cell = idAt === null ? '' : (record.cells[idAt] ?? '')
  return /^[1-9]\d{0,15}$/.test(cell) && Number.isSafeInteger(Number(cell)) ? Number(cell) : null
}

/** The records that keys and ids name. */
export async function findStored(run: ImportRun, query: Reading, rows: readonly ImportRow[]): Promise<StoredRecords> {
  const { model, scope } = run
  const byKey = await findByKeys(
    scope.database,
    model,
    query,
    rows.flatMap((row) => keysOfRow(run, row)),
  )
  const isReferring = model.fields.some((field) => model.key.includes(field.name) && refersToRecords(field))
  const ids = rows.filter((row) => isReferring || !isClear(run, row, byKey)).flatMap((row) => idOfRow(run, row) ?? [])
  return { byKey, byId: await findByIds(run, query, [...new Set(ids)]) }
}

const keyed = (run: ImportRun, row: ImportRow, byKey: StoredRecords['byKey']): readonly Row[] =>
  keysOfRow(run, row).flatMap((values) => rowsOf(byKey, keyOf(run.model.key, values)))

/** True when the key names one record by texts that read as they are stored. */
function isClear(run: ImportRun, row: ImportRow, byKey: StoredRecords['byKey']): boolean {
  const [record, ...others] = keyed(run, row, byKey)
  return record !== undefined && others.length === 0 && readsAsKey(run, row, valuesOf(record), noTargets)
}

async function findByIds({ model }: ImportRun, query: Reading, ids: readonly number[]): Promise<Map<number, Row>> {
  if (ids.length === 0) return new Map()
  const rows = query.selectFrom(model.table).selectAll().where('id', 'in', ids)
  const live = model.softDelete === null ? rows : rows.where(model.softDelete, 'is', null)
  return new Map((await live.execute()).map((row) => [rowId(row as Row), row as Row]))
}

const valuesOf = (row: Row): Current => new Map(Object.entries(row))
const noTargets = { find: () => undefined }

/** The records that a row may be about, as they are stored. One where the id tells which. */
export function candidatesOf(
  run: ImportRun,
  row: ImportRow,
  records: StoredRecords,
  labels: Pick<Targets, 'find'>,
): readonly Row[] {
  const record = records.byId.get(idOfRow(run, row) ?? 0)
  const isKnown = record !== undefined && run.own.has(record) && isRecord(run, row, valuesOf(record), labels)
  return isKnown ? [record] : keyed(run, row, records.byKey).filter((candidate) => run.own.has(candidate))
}

/** True for the record with the id of the row; without a key only when nothing differs, since the id may be foreign. */
function isRecord(run: ImportRun, row: ImportRow, current: Current, labels: Pick<Targets, 'find'>): boolean {
  const hasKey = run.model.key.some((name) => (current.get(name) ?? null) !== null)
  return hasKey ? readsAsKey(run, row, current, labels) : readsAsWhole(run, row, current, labels)
}

const cellOf = ({ record }: ImportRow, { at: index }: Column): string => record.cells[index] ?? ''

/** True when the cell reads as an export would write the value. */
const readsAs = (
  { exported }: ImportRun,
  row: ImportRow,
  column: Column,
  current: Current,
  labels: Pick<Targets, 'find'>,
): boolean =>
  exported.isText(cellOf(row, column), column.field, current.get(column.field.name) ?? null, (table, id) =>
    labels.find(table, id),
  )

const readsAsKey = (run: ImportRun, row: ImportRow, current: Current, labels: Pick<Targets, 'find'>): boolean =>
  run.columns
    .filter(({ field }) => run.model.key.includes(field.name))
    .every((column) => readsAs(run, row, column, current, labels))

/** True when nothing in the row differs from the record. */
export const readsAsWhole = (
  run: ImportRun,
  row: ImportRow,
  current: Current,
  labels: Pick<Targets, 'find'>,
): boolean => run.columns.every((column) => readsAs(run, row, column, current, labels))

/**
 * Reads the records that the stored ones refer to, deleted ones and those out of the caller's reach included: an export
 * shows their labels.
 */
export async function readLabels(
  run: ImportRun,
  query: Reading,
  rows: readonly ImportRow[],
  { byKey, byId }: StoredRecords,
  into: Targets,
): Promise<void> {
  const related = run.columns.map(({ field }) => field).filter(refersToRecords)
  const ids = new Map<FieldModel, Set<number>>()
  const add = (row: Row, isNeeded: (field: FieldModel) => boolean): void => {
    for (const field of related.filter(isNeeded))
      for (const id of targetIds(field, row[field.name] ?? null))
        if (!into.find(requireRelation(field).table, id)) ids.set(field, (ids.get(field) ?? new Set()).add(id))
  }
  for (const row of byId.values()) add(row, () => true)
  for (const row of rows)
    for (const record of keyed(run, row, byKey))
      add(record, ({ name }) => row.problems.has(name) || row.values.get(name) !== (record[name] ?? null))
  await readTargets(run, query, { texts: new Map(), ids }, into)
}

/**
 * Takes out of the row what leaves its record as it is: cells that read as an export would write the value, whatever
 * they would be read as otherwise, and blank cells.
 */
export function keepCurrent(run: ImportRun, row: ImportRow, current: Current, labels: Pick<Targets, 'find'>): void {
  for (const column of run.columns) {
    const { name } = column.field
    if (!row.problems.has(name) && row.values.get(name) === (current.get(name) ?? null)) continue
    const isKept =
      (!run.clearsBlank && !run.model.key.includes(name) && cellOf(row, column).trim() === '') ||
      readsAs(run, row, column, current, labels)
    if (isKept) leave(row, name)
  }
}

function leave({ values, problems, targets }: ImportRow, name: string): void {
  ;(values as Values).delete(name)
  problems.delete(name)
  targets.delete(name)
}
