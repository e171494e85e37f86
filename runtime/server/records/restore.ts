/** The operation behind `restore`: restores records that were marked as deleted, all of them or none. */
import { sql } from 'kysely'
import { visibleColumns, writableFields, type StoredValue, type TableModel } from '../../protocol/index.ts'
import { describeFieldProblem } from '../../i18n/i18n.ts'
import { rowId, type Row, type Transaction } from '../db/index.ts'
import { OperationError } from '../errors/operation-error.ts'
import { runAfterWrite, runBeforeWrite } from './run-hooks.ts'
import { filterAccessible } from './accessible.ts'
import { lineTableOf, readLines } from './lines/read.ts'
import { viewOf } from './policy/policy.ts'
import { refuseClashes } from './problems.ts'
import { idOf } from './read-id.ts'
import { targetIds } from './relations/relations.ts'
import { nowSeconds } from '../clock.ts'
import type { Scope } from '../operation/scope.ts'

/**
 * Ids of records that are not deleted are skipped.
 * @returns how many were restored
 * @throws an OperationError: `not_found` when there was none; `invalid` when a record refers to one that no longer
 * exists; `duplicate` when its value of a unique field is used meanwhile
 */
export async function restore(
  scope: Scope,
  model: TableModel,
  ids: readonly unknown[],
): Promise<{ readonly count: number }> {
  const { softDelete } = model
  if (softDelete === null) throw new TypeError(`${model.id} keeps nothing that was deleted`)
  const seen = visibleColumns(viewOf(scope, model, 'index'))
  const wanted = await filterAccessible(
    scope,
    model,
    [...new Set(ids.map(idOf).filter((id) => id !== null))],
    'restore',
  )
  const restoredValues = new Map<string, StoredValue>()
  const count = await refuseClashes(scope, model, restoredValues, () =>
    scope.database.write((trx) =>
      restoreRows(scope, trx, model, softDelete, wanted, (row) => {
        for (const { name } of seen) restoredValues.set(name, row[name] ?? null)
      }),
    ),
  )
  if (count === 0) throw new OperationError('not_found')
  return { count }
}

/** @param comes called with the record that is restored next, so that an error can name its values */
async function restoreRows(
  scope: Scope,
  trx: Transaction,
  model: TableModel,
  softDelete: string,
  ids: readonly number[],
  onRow: (row: Row) => void,
): Promise<number> {
  await runBeforeWrite(scope, model, trx)
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom(model.table)
          .selectAll()
          .where('id', 'in', [...ids])
          .where(softDelete, 'is not', null)
          .orderBy('id')
          .execute()
  if (rows.length === 0) return 0
  await checkTargets(scope, trx, model, rows)
  const found = rows.map((row) => Number(row['id']))
  const times = model.updated ? { [model.updated]: nowSeconds() } : {}
  for (const row of rows) {
    onRow(row)
    await trx
      .updateTable(model.table)
      .set({ [softDelete]: null, ...times })
      .set({ version: sql<number>`version + 1` })
      .where('id', '=', rowId(row))
      .execute()
  }
  await runAfterWrite(scope, model, trx, { action: 'restore', ids: found, changed: new Set([softDelete]) })
  return found.length
}

/**
 * A record cannot be restored while records it refers to are deleted: its parent in a tree, its partner, the products
 * of its lines.
 */
async function checkTargets(scope: Scope, trx: Transaction, model: TableModel, rows: readonly Row[]): Promise<void> {
  for (const row of rows) await refuseDeletedTargets(scope, trx, model, [row], row, (name) => name)
  for (const { name } of model.fields.filter(({ relation }) => relation?.owned)) {
    const lines = await readLines(
      scope,
      trx,
      model,
      name,
      rows.map((row) => Number(row['id'])),
    )
    const { model: table } = lineTableOf(scope.registry, model, name)
    for (const row of rows)
      await refuseDeletedTargets(
        scope,
        trx,
        table,
        lines.get(rowId(row)) ?? [],
        row,
        (field, at) => `${name}.${at}.${field}`,
        model,
      )
  }
}

/**
 * Only references that people write count: those of the server describe the past.
 * @param row the record to restore
 * @param rows the record itself, or its lines
 */
async function refuseDeletedTargets(
  scope: Scope,
  trx: Transaction,
  table: TableModel,
  rows: readonly Row[],
  row: Row,
  nameOf: (field: string, at: number) => string,
  model = table,
): Promise<void> {
  for (const field of writableFields(table)) {
    const { relation } = field
    if (!relation || relation.owned || relation.softDelete === null) continue
    const named = rows.map((one) => targetIds(field, one[field.name] ?? null))
    const ids = [...new Set(named.flat())]
    const gone =
      ids.length === 0
        ? []
        : await trx
            .selectFrom(relation.table)
            .select('id')
            .where('id', 'in', ids)
            .where(relation.softDelete, 'is not', null)
            .execute()
    const at = named.findIndex((targets) => gone.some(({ id }) => targets.includes(Number(id))))
    if (at < 0) continue
    const params = { title: String(row[model.title] ?? `#${String(row['id'])}`), field: field.label[scope.language] }
    throw new OperationError('invalid', {
      text: 'problem.target_gone',
      params,
      errors: { [nameOf(field.name, at)]: describeFieldProblem(scope.language, { rule: 'relation' }) },
    })
  }
}
