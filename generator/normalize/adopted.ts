/** Tables that another application created: where they are, and how their columns hold values. */
import type { AdoptedModel, FieldModel } from '../../runtime/protocol/index.ts'
import type { RawModule } from '../raw/documents.ts'
import type { Draft, DraftField } from './entity.ts'

/** Where the table of a draft is; undefined where it is one of the product's own. */
export function adoptedOf({ file, meta }: Draft, module: RawModule | undefined): AdoptedModel | undefined {
  const { adopted } = meta
  if (!adopted || !module?.adopts) return undefined
  const { engine, file: path } = module.adopts
  return {
    engine,
    ...(path !== undefined && { file: { name: `adopted_${file.module}`, path } }),
    ...(engine === 'postgresql' && { schema: adopted.schema ?? 'public' }),
    table: adopted.table,
    key: adopted.key,
    id: adopted.id ?? 'column',
    ...(adopted.numbered && { isNumbered: true as const }),
    ...(adopted.view && { isView: true as const }),
  }
}

/** The column that ties a line to its document has a name of its own in an adopted table. */
export function withOwnerColumn(draft: Draft): Draft {
  const { ownedBy, meta } = draft
  const column = meta.adopted?.owner
  if (!ownedBy || column === undefined) return draft
  const attach = (model: FieldModel): FieldModel =>
    model.name === ownedBy.field ? { ...model, adopted: { column } } : model
  return { ...draft, fields: draft.fields.map((field): DraftField => ({ ...field, model: attach(field.model) })) }
}
