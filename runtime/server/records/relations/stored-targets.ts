/** References that are stored already, when records that hold them become live. */
import { writableFields, type FieldModel, type TableModel } from '../../../protocol/index.ts'
import { describeFieldProblem } from '../../../i18n/field-problems.ts'
import { rowId, type Row, type Transaction } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { lineTableOf, readLines } from '../lines/read.ts'
import { readTargets, targetIds, type FindTarget } from './relations.ts'
import type { Scope } from '../../operation/scope.ts'

/** A restored record, or one that is copied, refers to a deleted one. */
type GoneText = 'problem.target_gone' | 'problem.target_deleted'

/** A row with references, and the record it is shown with. */
interface Holder {
  readonly table: TableModel
  readonly row: Row
  readonly record: Row
  readonly nameOf: (field: string) => string
}

/**
 * Throws an OperationError `invalid` when one of the records, or a line of it, refers to a deleted record: its parent
 * in a tree, its partner, the products of its lines. Only references that people write count: those of the server
 * describe the past.
 *
 * Locks: the targets FOR KEY SHARE. A document has to be locked before; any other record is locked by `lockOwn`, after
 * its targets.
 * @param how `lockOwn` locks the records with the targets in their own table; `text` is the message
 */
export async function refuseDeletedTargets(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  rows: readonly Row[],
  how: { readonly lockOwn?: () => Promise<void>; readonly text?: GoneText } = {},
): Promise<void> {
  const holders = [
    ...rows.map((row): Holder => ({ table: model, row, record: row, nameOf: (name) => name })),
    ...(await lineHolders(scope, model, trx, rows)),
  ]
  const demands = holders.flatMap(({ table, row }) =>
    referencesOf(table).map((field) => ({ relation: field.relation, ids: targetIds(field, row[field.name] ?? null) })),
  )
  const isOwn = ({ relation }: (typeof demands)[number]): boolean => relation.table === model.table
  const find = await readTargets(
    scope,
    trx,
    'reference',
    demands.filter((demand) => !isOwn(demand)),
  )
  await how.lockOwn?.()
  const findOwn = await readTargets(scope, trx, null, demands.filter(isOwn))
  for (const holder of holders)
    refuseDeleted(scope, model, holder, how.text ?? 'problem.target_gone', (table, id) =>
      (table === model.table ? findOwn : find)(table, id),
    )
}

async function lineHolders(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  rows: readonly Row[],
): Promise<readonly Holder[]> {
  const holders: Holder[] = []
  for (const { name } of model.fields.filter(({ relation }) => relation?.owned)) {
    const { model: table } = lineTableOf(scope.registry, model, name)
    const lines = await readLines(scope, model, trx, name, rows.map(rowId))
    for (const record of rows)
      for (const [index, row] of (lines.get(rowId(record)) ?? []).entries())
        holders.push({ table, row, record, nameOf: (field) => `${name}.${index}.${field}` })
  }
  return holders
}

type Reference = FieldModel & { readonly relation: NonNullable<FieldModel['relation']> }

/** References whose targets are only marked as deleted: the database itself guards the others. */
const referencesOf = (table: TableModel): readonly Reference[] =>
  writableFields(table).filter(
    (field): field is Reference =>
      field.relation !== undefined && !field.relation.owned && field.relation.softDelete !== null,
  )

function refuseDeleted(
  { language }: Scope,
  model: TableModel,
  { table, row, record, nameOf }: Holder,
  text: GoneText,
  find: FindTarget,
): void {
  for (const field of referencesOf(table)) {
    const { softDelete, table: target } = field.relation
    const isGone = (id: number): boolean => (find(target, id)?.[softDelete ?? ''] ?? null) !== null
    if (!targetIds(field, row[field.name] ?? null).some(isGone)) continue
    throw new OperationError('invalid', {
      text,
      params: { title: String(record[model.title] ?? `#${rowId(record)}`), field: field.label[language] },
      errors: { [nameOf(field.name)]: describeFieldProblem(language, { rule: 'relation' }) },
    })
  }
}
