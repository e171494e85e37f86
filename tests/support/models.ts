/** Small table models for tests, in the shape the generator gives them. */
import type { FieldModel, IndexModel, KindName, RelationModel, TableModel } from 'tablewright/protocol'

const text = (value: string) => ({ 'zh-cn': value, en: value })

/** A declared field. */
export function field(name: string, kind: KindName, more: Partial<FieldModel> = {}): FieldModel {
  return { name, kind, label: text(name), required: false, readOnly: false, private: false, implicit: false, ...more }
}

/** A field that refers to the model. */
export function reference(
  name: string,
  to: TableModel,
  onDelete: RelationModel['onDelete'] = 'restrict',
  more: Partial<FieldModel> = {},
): FieldModel {
  const as = name.replace(/_id$/, '').replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  return field(name, 'reference', {
    relation: {
      to: to.id,
      controller: to.controller,
      table: to.table,
      show: to.title,
      as,
      onDelete,
      softDelete: to.softDelete,
      filter: [],
    },
    ...more,
  })
}

interface ModelFacts extends Partial<TableModel> {
  readonly fields: readonly FieldModel[]
  readonly indexes?: readonly IndexModel[]
}

const implicit = (name: string, kind: KindName, more: Partial<FieldModel> = {}) =>
  field(name, kind, { implicit: true, readOnly: true, ...more })

/** A model with `id` before and the other implicit fields behind the given ones. Names the entity `<module>/<name>`. */
export function tableModel(id: string, { fields, ...more }: ModelFacts): TableModel {
  const [module = '', name = ''] = id.split('/')
  const model: Omit<TableModel, 'fields'> = {
    id,
    module,
    name,
    table: `${module}_${name}`,
    controller: `${module}.${name}`,
    page: `${module}/${name}`,
    label: text(name),
    singular: text(name),
    icon: null,
    title: fields[0]!.name,
    key: [],
    storage: 'table',
    created: null,
    updated: null,
    softDelete: null,
    owner: null,
    sort: null,
    tree: null,
    actions: ['index', 'add', 'edit', 'del'],
    search: [],
    indexes: [],
    list: { columns: [], sort: { field: 'id', direction: 'desc' } },
    form: [],
    renamedFrom: null,
    ...more,
  }
  const times = [model.created, model.updated].filter((one) => one !== null).map((one) => implicit(one, 'datetime'))
  const rest = [
    ...(model.sort ? [implicit(model.sort, 'integer')] : []),
    ...times,
    ...(model.softDelete ? [implicit(model.softDelete, 'datetime', { private: true })] : []),
    implicit('version', 'integer'),
  ]
  return { ...model, fields: [implicit('id', 'integer'), ...fields, ...rest] }
}
