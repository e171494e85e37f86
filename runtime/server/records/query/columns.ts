/** The columns of lists with the labels of what they refer to, built once for a model and its shape. */
import { sql, type RawBuilder } from 'kysely'
import { isColumn, memoizeByObject, type RelationModel, type TableModel } from '../../../protocol/index.ts'
import { reusedSql, type Adapter } from '../../db/index.ts'
import type { RelationShape, RowShape } from '../../core/models/row-shape.ts'
import { columnExpression } from '../../operation/rules/eval-context.ts'
import { lookupSql } from '../../operation/rules/lookup-sql.ts'
import { nowSlot } from './statement.ts'

/** The columns of a row, with what is computed or looked up in place of one under its name. */
export const namedColumns = memoizeByObject(
  (adapter: Adapter, model: TableModel, shape: RowShape, table: string): RawBuilder<unknown> =>
    reusedSql(sql.join(namesOf(adapter, model, shape, table))),
)

/** The same with the labels, whose targets are joined as `r.<relation>`. */
export const labelledColumns = memoizeByObject(
  (adapter: Adapter, model: TableModel, shape: RowShape, table: string): RawBuilder<unknown> =>
    reusedSql(sql.join([...namesOf(adapter, model, shape, table), ...labelsOf(model, shape)])),
)

/** The same around a subquery called `p`, which has the columns already. */
export const outerColumns = memoizeByObject((model: TableModel, shape: RowShape): RawBuilder<unknown> =>
  reusedSql(sql.join([...shape.columns.map(({ name }) => sql.id('p', name)), ...labelsOf(model, shape)])),
)

/** Joins of the labels around rows of that alias. */
export const labelJoins = memoizeByObject((model: TableModel, shape: RowShape, rows: string): RawBuilder<unknown> => {
  const joins = shape.relations.map((join) => {
    const { name, relation } = relationOf(model, join)
    return sql`left join ${sql.table(relation.table)} as ${sql.id(alias(join))}
    on ${sql.id(alias(join), 'id')} = ${sql.id(rows, name)}`
  })
  return reusedSql(sql.join(joins, sql` `))
})

function namesOf(adapter: Adapter, model: TableModel, shape: RowShape, table: string): readonly RawBuilder<unknown>[] {
  const unstored = new Set(model.fields.filter((field) => !isColumn(field)).map(({ name }) => name))
  return shape.columns.map(({ name }) =>
    unstored.has(name)
      ? sql`${columnExpression(adapter, model, name, table, nowSlot)} as ${sql.id(name)}`
      : sql.id(table, name),
  )
}

function labelsOf(model: TableModel, shape: RowShape): readonly RawBuilder<unknown>[] {
  return shape.relations.flatMap((join) => {
    const { softDelete, fullTitle } = relationOf(model, join).relation
    const labels = [
      sql`${sql.id(alias(join), 'id')} as ${sql.id(join.idColumn)}`,
      sql`${sql.id(alias(join), join.label.name)} as ${sql.id(join.labelColumn)}`,
      ...(fullTitle && join.fullTitleColumn
        ? [sql`${lookupSql(fullTitle, alias(join))} as ${sql.id(join.fullTitleColumn)}`]
        : []),
    ]
    return softDelete === null || join.deletedColumn === null
      ? labels
      : [...labels, sql`${sql.id(alias(join), softDelete)} as ${sql.id(join.deletedColumn)}`]
  })
}

const alias = ({ as }: RelationShape): string => `r.${as}`

/** The field behind a relation of the shape, which was made from the same model. */
function relationOf(
  model: TableModel,
  { as }: RelationShape,
): { readonly name: string; readonly relation: RelationModel } {
  for (const { name, relation } of model.fields) if (relation?.as === as) return { name, relation }
  throw new TypeError(`${model.id} has no relation ${as}`)
}
