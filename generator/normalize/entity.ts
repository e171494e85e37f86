/**
 * Makes every document complete: defaults filled in, enum documents inlined, kinds derived. Looks at one document at
 * a time.
 */
import { kinds, textColumnOf } from '../../runtime/protocol/index.ts'
import {
  actionNames,
  type ActionName,
  type AdoptedModel,
  type FieldModel,
  type OptionModel,
  type OwnerModel,
  type SectionModel,
  type SortModel,
  type TreeModel,
  type WireValue,
} from '../../runtime/protocol/index.ts'
import { defaultColumns, defaultForm } from './default-views.ts'
import { storedModel } from './stored-model.ts'
import { idField, implicitFields } from './implicit-fields.ts'
import { member, objectOf, present } from '../source/json.ts'
import { kindOf } from './field-kind.ts'
import { controllerOf, resolveRef, tableOf } from '../source/names.ts'
import { initialOf, stateFieldsOf } from '../machine/states.ts'
import type {
  RawEntity,
  RawEnum,
  RawField,
  RawGrid,
  RawItems,
  RawMachine,
  RawMeta,
  RawOption,
  RawRelation,
  RawSection,
} from '../raw/documents.ts'
import { asRaw } from '../raw/as-raw.ts'
import type { SourceFile } from '../source/source-file.ts'

type RawForm = RawSection | RawGrid

/** A field whose relation still names its target only. */
export interface DraftField {
  readonly model: FieldModel
  readonly relation: RawRelation | null
  readonly raw: RawField | null
}

/** An entity, complete except for what follows from other entities. */
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
  /** Fields the actions of the machine define in place, by action. */
  readonly inputs: ReadonlyMap<string, readonly DraftField[]>
  /** Set when the entity's records are lines of another's. */
  readonly ownedBy?: OwnerModel
  /** Set when another application created the table. */
  readonly adopted?: AdoptedModel
  /** Columns of the key, where the rows are balances that come with postings. */
  readonly balanceKey?: readonly string[]
}

/** Enum documents by path below `schemas/`. */
export type EnumDocuments = ReadonlyMap<string, RawEnum>

/** Upper limit of lines per document where the schema sets none. */
export const maxLines = 500

/** Zone in which a default is read; the site's own is known at run time only, and no default may depend on it. */
const utc = { timeZone: 'UTC' }

/** The draft of a checked entity. */
export function normalizeEntity(file: SourceFile, enums: EnumDocuments): Draft {
  const raw = asRaw<RawEntity>(file.value)
  const meta = raw['x-entity']
  const declared = Object.entries(raw.properties)
    .map(([name, field]) => draftField(name, field, raw, file, enums))
    .flatMap((field) => [field, ...textDraft(field)])
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
    columns: raw['x-views']?.table?.columns ?? defaultColumns(file.value),
    sort: sortOf(raw['x-views']?.table?.sort, meta),
    form: formOf(raw),
    inputs: inputsOf(raw, file, enums),
  }
}

/** The parent field and depth `x-entity.tree` names, or null. */
function treeOf(meta: RawMeta): TreeModel | null {
  if (meta.tree === undefined) return null
  return typeof meta.tree === 'string'
    ? { parent: meta.tree, depth: null }
    : { parent: meta.tree.parent, depth: meta.tree.depth ?? null }
}

function draftField(
  name: string,
  raw: RawField,
  entity: RawEntity,
  file: SourceFile,
  enums: EnumDocuments,
): DraftField {
  const model = withInitialState(fieldModel(name, raw, isRequired(name, entity), file, enums), entity['x-machine'])
  const module = addingModule(name, file)
  return {
    model: module === undefined ? model : { ...model, module },
    relation: raw['x-relation'] ?? null,
    raw,
  }
}

/** The column with the plain text of markup, which is computed whenever the markup is written. */
function textDraft({ model }: DraftField): readonly DraftField[] {
  const name = textColumnOf(model)
  if (name === null) return []
  const { label, renamedFrom } = model
  const part = { op: 'field', name: model.name, of: 'record' } as const
  const text: FieldModel = {
    name,
    kind: 'textarea',
    label: { 'zh-cn': `${label['zh-cn']}（纯文本）`, en: `${label.en} (plain text)` },
    required: false,
    readOnly: true,
    private: true,
    implicit: true,
    ...(renamedFrom !== undefined && { renamedFrom: `${renamedFrom}_text` }),
    computed: {
      rule: { source: `plain text of ${model.name}`, tree: { op: 'plainText', part }, reads: [model.name] },
      stored: true,
    },
  }
  return [{ model: text, relation: null, raw: null }]
}

/** The module whose overlay adds the field; undefined for a field of the entity itself. */
const addingModule = (name: string, { overlays = [] }: SourceFile): string | undefined =>
  overlays.find(({ value }) => member(member(value, 'properties'), name) !== undefined)?.module

/** Only the machine writes state fields, and a new record starts in the initial state. */
function withInitialState(model: FieldModel, machine: RawMachine | undefined): FieldModel {
  if (machine === undefined || !stateFieldsOf(machine).includes(model.name)) return model
  return {
    ...model,
    required: true,
    readOnly: true,
    default: initialOf(machine, [model])[model.name] ?? model.default ?? null,
  }
}

function inputsOf(raw: RawEntity, file: SourceFile, enums: EnumDocuments): Draft['inputs'] {
  return new Map(
    Object.entries(raw['x-machine']?.actions ?? {}).map(([action, { input = [] }]) => {
      const inline = input.flatMap((item) => (typeof item === 'string' ? [] : Object.entries(item)))
      return [
        action,
        inline.map(([name, field]): DraftField => ({
          model: fieldModel(name, field, true, file, enums),
          relation: field['x-relation'] ?? null,
          raw: field,
        })),
      ] as const
    }),
  )
}

/** A field that may not exist is required while it does: that is a rule. */
const isRequired = (name: string, entity: RawEntity): boolean =>
  (entity.required?.includes(name) ?? false) && entity.properties[name]?.['x-when'] === undefined

/** The model of a declared field, its relation left out. Its kind must be known. */
export function fieldModel(
  name: string,
  raw: RawField,
  required: boolean,
  file: SourceFile,
  enums: EnumDocuments,
): FieldModel {
  const document = enumOf(raw, file, enums) ?? (raw.items ? enumOf(raw.items, file, enums) : null)
  const model: FieldModel = {
    name,
    kind: kindOf(objectOf(raw)) ?? 'text',
    label: raw['x-label'] ?? document?.['x-label'] ?? { 'zh-cn': name, en: name },
    help: raw['x-help'],
    required,
    readOnly: (raw.readOnly ?? false) || raw['x-computed'] !== undefined || raw['x-lookup'] !== undefined,
    private: (raw['x-private'] ?? false) || (raw.writeOnly ?? false),
    implicit: false,
    ...boundsOf(raw),
    access: raw['x-file']?.access,
    options: document ? optionsOf(document) : undefined,
    widget: raw['x-widget'],
    cell: raw['x-cell'],
    column: raw['x-column'],
    renamedFrom: raw['x-renamedFrom'],
    adopted: raw['x-stored'] && storedModel(raw['x-stored']),
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
    minItems: raw['x-relation']?.owned ? raw.minItems : undefined,
    maxItems: raw.maxItems ?? (raw['x-relation']?.owned ? maxLines : undefined),
    scale: raw['x-scale'],
    unit: raw['x-unit'],
  }
}

/** The enum document keywords point to, or the one they are themselves; null when they list no values. */
function enumOf(keywords: RawItems, file: SourceFile, enums: EnumDocuments): RawEnum | null {
  if (keywords.$ref !== undefined) return enums.get(resolveRef(file.path, keywords.$ref) ?? '') ?? null
  if (keywords.enum === undefined) return null
  return {
    type: keywords.type === 'string' ? 'string' : 'integer',
    enum: keywords.enum,
    'x-options': keywords['x-options'] ?? {},
  }
}

/** Options in the order of `enum`: the order people see. */
function optionsOf(document: RawEnum): readonly OptionModel[] {
  const entries = Object.entries<RawOption>(document['x-options'])
  return document.enum.flatMap((value) =>
    entries
      .filter(([, option]) => option.value === value)
      .map(([name, option]) =>
        present({
          name,
          value,
          label: option['x-label'],
          tone: option.tone ?? ('none' as const),
          renamedFrom: option['x-renamedFrom'],
          replaces: option['x-replaces'],
        }),
      ),
  )
}

function canonicalDefault(value: WireValue, model: FieldModel): WireValue {
  const read = kinds[model.kind].read(value, model, utc)
  return 'value' in read ? read.value : value
}

/** Actions that an entity has only when it lists them. */
const onlyListed: ReadonlySet<ActionName> = new Set(['restore', 'mail'])

function actionsOf(raw: RawEntity, meta: RawMeta): readonly ActionName[] {
  if (meta.storage === 'none') return []
  const chosen = raw['x-actions']
  return actionNames.filter((action) =>
    chosen ? chosen.includes(action) : !onlyListed.has(action) && (action !== 'sortable' || meta.sort !== undefined),
  )
}

function sortOf(text: string | undefined, meta: RawMeta): SortModel {
  const chosen = text ?? (meta.sort ? `-${meta.sort}` : '-id')
  return chosen.startsWith('-') ? { field: chosen.slice(1), direction: 'desc' } : { field: chosen, direction: 'asc' }
}

const formOf = (raw: RawEntity): readonly SectionModel[] =>
  (raw['x-views']?.form ?? asRaw<readonly RawForm[]>(defaultForm(objectOf(raw)))).map(sectionOf)

function sectionOf(raw: RawForm): SectionModel {
  const label = raw['x-label'] ?? null
  return 'grid' in raw
    ? { name: raw.grid, label, rows: [[raw.grid]], grid: raw.grid }
    : { name: raw.section, label, rows: raw.rows }
}
