/** The order in the address as the sorting state of the table. The server sorts. Pure. */
import type { SortingState } from '@tanstack/react-table'
import type { FieldModel, SortModel } from '../../../../protocol/index.ts'
import { orderFieldOf } from '../query/list-state.ts'

/** @returns nothing for an order by something that is no column */
export function sortingOf(order: SortModel | null, fields: readonly FieldModel[]): SortingState {
  const column = order && fields.find((field) => order.field === orderFieldOf(field) || order.field === field.name)
  return column ? [{ id: column.name, desc: order.direction === 'desc' }] : []
}

/** @returns null for the table's own order */
export function orderOf([sort]: SortingState, fields: readonly FieldModel[]): SortModel | null {
  const field = sort && fields.find(({ name }) => name === sort.id)
  return field ? { field: orderFieldOf(field), direction: sort.desc ? 'desc' : 'asc' } : null
}
