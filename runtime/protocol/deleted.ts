/** A table as the list of its deleted records shows it. */
import { memoizeByObject } from './memoize.ts'
import type { TableModel } from './table-model.ts'

/** True when records are only marked as deleted, and the table's own action brings them back. */
export const keepsDeleted = ({ softDelete, actions }: Pick<TableModel, 'softDelete' | 'actions'>): boolean =>
  softDelete !== null && actions.includes('restore')

/**
 * The same table with the time of the deletion as a column, the latest first. Deleted records have no order by hand and
 * no actions of a state machine: they can be listed and restored. The same object for the same model.
 * @throws for tables that keep nothing that was deleted
 */
export const deletedView = memoizeByObject(({ machine: _machine, ...model }: TableModel): TableModel => {
  const { softDelete } = model
  if (softDelete === null) throw new TypeError(`${model.id} keeps nothing that was deleted`)
  const [first, ...rest] = model.list.columns
  return {
    ...model,
    sort: null,
    actions: model.actions.filter((action) => action === 'index' || action === 'restore'),
    // On a small screen there is only space for the title and the time of the deletion.
    fields: model.fields.map((field) =>
      field.name === softDelete
        ? { ...field, private: false, column: { ...field.column, priority: 1 } }
        : { ...field, column: { ...field.column, priority: field.column?.priority === 3 ? 3 : 2 } },
    ),
    list: {
      columns: [...(first === undefined ? [] : [first]), softDelete, ...rest],
      sort: { field: softDelete, direction: 'desc' },
    },
  }
})
