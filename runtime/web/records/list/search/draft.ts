/** The conditions of the common search between the address and the panel. Pure. */
import { type FieldModel, type Filter, type Operator, type TableModel } from '../../../../protocol/index.ts'
import type { Condition } from '../../../fields/renderer.ts'
import { filters } from '../../../fields/filters.ts'
import { fieldRenderers } from '../../../fields/field-renderers.ts'
import { offeredColumns } from '../columns/columns.ts'

/** By field name; null = no condition. */
export type Draft = Readonly<Record<string, Condition | null>>

/**
 * Fields the panel offers: those of the list first. `filter: false` in the schema and kinds without a filter are left
 * out.
 */
export function offeredFilters(model: TableModel): readonly FieldModel[] {
  return offeredColumns(model).filter((field) => field.column?.filter !== false && filters[field.kind] !== null)
}

/** The operator the panel uses for a field: the schema's, else that of its kind. */
export function operatorOf(field: FieldModel): Operator {
  return field.column?.filter || fieldRenderers[field.kind].operator(field)
}

/** The conditions in force as the panel shows them: one a field, and only where the panel could have made it. */
export function draftOf(model: TableModel, search: readonly Filter[]): Draft {
  return Object.fromEntries(
    offeredFilters(model).map((field) => {
      const filter = search.find((candidate) => isOf(candidate, field))
      return [field.name, filter ? { operator: filter.operator, val: filter.val } : null]
    }),
  )
}

/** The new conditions: the panel's in its order, after those it does not know. */
export function searchOf(model: TableModel, search: readonly Filter[], draft: Draft): readonly Filter[] {
  const offered = offeredFilters(model)
  const foreign = search.filter((filter) => !offered.some((field) => isOf(filter, field)))
  const own = offered.flatMap((field): Filter[] => {
    const condition = draft[field.name]
    return condition ? [{ field: field.name, ...condition }] : []
  })
  return [...foreign, ...own]
}

const nullOperators: readonly Operator[] = ['NULL', 'NOT NULL']

function isOf(filter: Filter, field: FieldModel): boolean {
  if (filter.field !== field.name) return false
  const operator = operatorOf(field)
  return filter.operator === operator || (nullOperators.includes(filter.operator) && nullOperators.includes(operator))
}
