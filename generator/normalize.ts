/** Makes every document complete: defaults filled in, enum documents inlined, kinds concluded. Looks at one document at a time. */
import { kinds } from '../runtime/protocol/index.ts'
import { actionNames, type ActionName, type FieldModel, type OptionModel, type SectionModel, type SortModel, type TreeModel, type WireValue } from '../runtime/protocol/index.ts'
import { idField, implicitFields } from './implicit.ts'
import { present, type JsonObject } from './json.ts'
import { kindOf } from './kind-of.ts'
import { controllerOf, resolveRef, tableOf } from './names.ts'
import type { RawEntity, RawEnum, RawField, RawItems, RawMeta, RawOption, RawRelation } from './raw.ts'
import type { SourceFile } from './source.ts'

/** A field whose relation still names its target only. */
export interface DraftField {
  readonly model: FieldModel
  readonly relation: RawRelation | null
  readonly raw: RawField | null
}

/** An entity, complete but for what other entities say. */
export interface Draft {
  readonly file: SourceFile
  readonly raw: RawEntity
  readonly meta: RawMeta
  readonly table: string
  readonly controller: string
  readonly fields: readonly DraftField[]
  readonly tree: TreeModel | null
  readonly actions: readonly ActionName[]
  readonly columns: readonly string[]
  readonly sort: SortModel
  readonly form: readonly SectionModel[]
}

/** Enum documents by path below `schemas/`. */
export type EnumDocuments = ReadonlyMap<string, RawEnum>

/** Zone in which a default is read; the site's own is known at run time only, and no default may depend on it. */
const utc = { timeZone: 'UTC' }

/** The draft of a checked entity. */
export function normalizeEntity(file: SourceFile, enums: EnumDocuments): Draft {
  const raw = file.value as unknown as RawEntity
  const meta = raw['x-entity']
  const declared = Object.entries(raw.properties).map(([name, field]) => draftField(name, field, raw, file, enums))
  const implicit = implicitFields(meta).map((model): DraftField => ({ model, relation: null, raw: null }))
  const fields = [{ model: idField, relation: null, raw: null }, ...declared, ...implicit]
  return {
    file,
    raw,
    meta,
    table: meta.table ?? tableOf(file.module, file.name),
    controller: meta.controller ?? controllerOf(file.module, file.name),
    fields,
    tree: treeOf(meta),
    actions: actionsOf(raw, meta),
    columns: raw['x-views']?.table?.columns ?? defaultColumns(declared),
    sort: sortOf(raw['x-views']?.table?.sort, meta),
    form: formOf(raw, declared),
  }
}

/** The parent field and depth `x-entity.tree` names, or null. */
export function treeOf(meta: RawMeta): TreeModel | null {
  if (meta.tree === undefined) return null
  return typeof meta.tree === 'string' ? { parent: meta.tree, depth: null } : { parent: meta.tree.parent, depth: meta.tree.depth ?? null }
}

function draftField(name: string, raw: RawField, entity: RawEntity, file: SourceFile, enums: EnumDocuments): DraftField {
  return { model: fieldModel(name, raw, entity.required?.includes(name) ?? false, file, enums), relation: raw['x-relation'] ?? null, raw }
}

/** The model of a declared field, its relation left out. Its kind must be known. */
export function fieldModel(name: string, raw: RawField, required: boolean, file: SourceFile, enums: EnumDocuments): FieldModel {
  const document = enumOf(raw, file, enums) ?? (raw.items ? enumOf(raw.items, file, enums) : null)
  const model: FieldModel = {
    name,
    kind: kindOf(raw as unknown as JsonObject) ?? 'text',
    label: raw['x-label'] ?? document?.['x-label'] ?? { 'zh-cn': name, en: name },
    help: raw['x-help'],
    required,
    readOnly: raw.readOnly ?? false,
    private: (raw['x-private'] ?? false) || (raw.writeOnly ?? false),
    implicit: false,
    ...boundsOf(raw),
    options: document ? optionsOf(document) : undefined,
    widget: raw['x-widget'],
    cell: raw['x-cell'],
    column: raw['x-column'],
  }
  return present(raw.default === undefined ? model : { ...model, default: canonicalDefault(raw.default, model) })
}

function boundsOf(raw: RawField): Partial<FieldModel> {
  const items = raw.items ?? raw.additionalProperties
  return {
    minLength: raw.minLength,
    maxLength: raw.maxLength ?? items?.maxLength,
    pattern: raw.pattern,
    minimum: raw.minimum,
    maximum: raw.maximum,
    maxItems: raw.maxItems,
    scale: raw['x-scale'],
    unit: raw['x-unit'],
  }
}

/** The enum document words point to, or the one they are themselves; null when they list no values. */
export function enumOf(words: RawItems, file: SourceFile, enums: EnumDocuments): RawEnum | null {
  if (words.$ref !== undefined) return enums.get(resolveRef(file.path, words.$ref) ?? '') ?? null
  if (words.enum === undefined) return null
  return { type: words.type === 'string' ? 'string' : 'integer', enum: words.enum, 'x-options': words['x-options'] ?? {} }
}

/** Options in the order of `enum`: the order people see. */
function optionsOf(document: RawEnum): readonly OptionModel[] {
  const entries = Object.entries<RawOption>(document['x-options'])
  return document.enum.flatMap((value) =>
    entries.filter(([, option]) => option.value === value).map(([name, option]) => ({ name, value, label: option['x-label'], tone: option.tone ?? 'none' })),
  )
}

function canonicalDefault(value: WireValue, model: FieldModel): WireValue {
  const read = kinds[model.kind].read(value, model, utc)
  return 'value' in read ? read.value : value
}

function actionsOf(raw: RawEntity, meta: RawMeta): readonly ActionName[] {
  if (meta.storage === 'none') return []
  const chosen = raw['x-actions']
  return actionNames.filter((action) => (chosen ? chosen.includes(action) : action !== 'sortable' || meta.sort !== undefined))
}

/** Columns of a list that names none: what fits a screen and is worth a look. */
function defaultColumns(declared: readonly DraftField[]): readonly string[] {
  const shown = declared.filter(({ model }) => !model.private && (model.maxLength ?? 0) <= 255)
  return shown.slice(0, 8).map(({ model }) => model.name)
}

function sortOf(text: string | undefined, meta: RawMeta): SortModel {
  const chosen = text ?? (meta.sort ? `-${meta.sort}` : '-id')
  return chosen.startsWith('-') ? { field: chosen.slice(1), direction: 'desc' } : { field: chosen, direction: 'asc' }
}

function formOf(raw: RawEntity, declared: readonly DraftField[]): readonly SectionModel[] {
  const sections = raw['x-views']?.form
  if (sections) return sections.map((section) => ({ name: section.section, label: section['x-label'] ?? null, rows: section.rows }))
  const rows = declared.filter(({ model }) => !model.readOnly).map(({ model }) => [model.name])
  return rows.length > 0 ? [{ name: 'basic', label: null, rows }] : []
}
