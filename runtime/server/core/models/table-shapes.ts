/** The shapes rows of a table are sent in: every visible field, every label of a relation that may be seen. */
import {
  fieldOf,
  fullTitleName,
  isTextual,
  memoizeByObject,
  refersToMany,
  refersToOne,
  visibleColumns,
  type FieldModel,
  type RelationModel,
  type TableModel,
} from '../../../protocol/index.ts'
import type { Registry } from './registry.ts'
import type { ColumnShape, RelationShape, RowShape } from './row-shape.ts'

/** A relation whose label is shown: the field that refers, and what the label is. */
export interface LabelledRelation {
  readonly field: FieldModel
  readonly relation: RelationModel
  readonly label: FieldModel
}

/** Relations of the table's visible fields whose label is visible as well. */
export function labelledRelations(model: TableModel, registry: Registry): readonly LabelledRelation[] {
  return visibleColumns(model).flatMap((field) => {
    const relation = refersToOne(field) ? field.relation : undefined
    const target = relation && registry.byId(relation.to)
    const label = target && fieldOf(target, relation.show)
    return relation &&
      label &&
      // Guard T10: a private label is not shown beside a reference.
      !label.private
      ? [{ field, relation, label }]
      : []
  })
}

/** Lists of references whose targets have a title that may be seen, and that names them in a file. */
export function labelledLists(model: TableModel, registry: Registry): readonly LabelledRelation[] {
  return visibleColumns(model).flatMap((field) => {
    const relation = refersToMany(field) ? field.relation : undefined
    const target = relation && registry.byId(relation.to)
    const label = target && fieldOf(target, relation.show)
    return relation && label && !label.private && isTextual(label) ? [{ field, relation, label }] : []
  })
}

/** The shape of `index` and `edit`. The same object for the same model: it crosses to a reader once only. */
export const rowShape = memoizeByObject((model: TableModel, registry: Registry): RowShape => ({
  // Guard T10: rows leave without private columns.
  // Without: columns: model.fields.map((field) => columnShape(model, field))
  columns: visibleColumns(model).map((field) => columnShape(model, field)),
  relations: labelledRelations(model, registry).map(relationShape),
}))

/** The shape of a select list: what identifies the record, its details and the fields the quick search compares. */
export const optionShape = memoizeByObject((model: TableModel): RowShape => {
  const names = new Set([
    'id',
    model.title,
    fullTitleName,
    ...model.key,
    ...(model.details ?? []),
    ...model.search,
    ...(model.tree ? [model.tree.parent] : []),
  ])
  return {
    columns: visibleColumns(model)
      .filter((field) => names.has(field.name))
      .map((field) => columnShape(model, field)),
    relations: [],
  }
})

function columnShape(model: TableModel, field: FieldModel): ColumnShape {
  const column = { name: field.name, field: encodingFieldOf(field) }
  return model.tree?.parent === field.name ? { ...column, none: 0 } : column
}

/** Column of a result with the label of a relation. The dot keeps it apart from the names of fields. */
export const labelColumn = (as: string): string => `${as}.label`

function relationShape({ relation, label }: LabelledRelation): RelationShape {
  const { as, fullTitle, softDelete } = relation
  return {
    as,
    idColumn: `${as}.id`,
    labelColumn: labelColumn(as),
    fullTitleColumn: fullTitle ? `${as}.full` : null,
    deletedColumn: softDelete === null ? null : `${as}.deleted`,
    label: encodingFieldOf(label),
  }
}

/** Only what encoding needs, since shapes are copied to workers. */
function encodingFieldOf({ name, kind, scale, options }: FieldModel): FieldModel {
  const texts = { 'zh-cn': '', en: '' }
  return {
    name,
    kind,
    label: texts,
    required: false,
    readOnly: false,
    private: false,
    implicit: false,
    ...(scale !== undefined && { scale }),
    ...(options && { options: options.slice(0, 1) }),
  }
}
