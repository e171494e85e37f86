/** Ties the drafts together: relations learn their targets, menus their pages. Expects checked documents. */
import { refersToMany } from '../runtime/protocol/index.ts'
import type { FieldModel, RelationFilter, RelationModel, TableModel, Text } from '../runtime/protocol/index.ts'
import type { Entity, House, Module } from './house.ts'
import { formOf } from './form.ts'
import { member } from './json.ts'
import { camelCase, nestedKey, pageOf, pascalCase } from './names.ts'
import type { Draft, DraftField } from './normalize.ts'
import { policyOf } from './policy.ts'
import { compareTexts } from './problem.ts'
import type { RawModule, RawRelation } from './raw.ts'
import { idOf, type SourceFile } from './source.ts'

/** Entity an owner column refers to. */
export const ownerEntity = 'system/admin'

/**
 * The house of all modules.
 * @param documents module and text documents
 */
export function link(drafts: readonly Draft[], documents: readonly SourceFile[]): House {
  const byId = new Map(drafts.map((draft) => [idOf(draft.file), draft]))
  const names = [...new Set(documents.map((file) => file.module))].sort(compareTexts)
  return { modules: names.map((name) => moduleOf(name, byId, documents.filter((file) => file.module === name))) }
}

function moduleOf(name: string, byId: ReadonlyMap<string, Draft>, documents: readonly SourceFile[]): Module {
  const raw = documents.find((file) => file.type === 'module')!.value as unknown as RawModule
  const drafts = [...byId.values()].filter((draft) => draft.file.module === name)
  const entities = drafts.map((draft) => entityOf(draft, byId)).sort((a, b) => compareTexts(a.model.id, b.model.id))
  return { name, label: raw['x-label'], icon: raw.icon ?? null, order: raw.order ?? 0, menu: menuOf(raw, entities), entities, texts: textsOf(documents) }
}

/** Pages of entities that have a list: those the menu names first, in its order, then the rest by id. */
function menuOf(raw: RawModule, entities: readonly Entity[]): readonly string[] {
  const named = raw.menu ?? []
  const rank = (entity: Entity): number => (named.includes(entity.model.name) ? named.indexOf(entity.model.name) : named.length)
  const listed = entities.filter((entity) => entity.model.actions.includes('index'))
  return listed.sort((a, b) => rank(a) - rank(b)).map((entity) => entity.model.page)
}

function textsOf(documents: readonly SourceFile[]): Readonly<Record<string, Text>> {
  const values = (language: string) => documents.find((file) => file.type === 'text' && file.name === language)?.value ?? {}
  const zh = values('zh-cn')
  const en = values('en')
  const keys = Object.keys(zh).filter((key) => key !== '$schema').sort(compareTexts)
  return Object.fromEntries(keys.map((key) => [key, { 'zh-cn': String(zh[key]), en: String(member(en, key) ?? zh[key]) }]))
}

function entityOf(draft: Draft, byId: ReadonlyMap<string, Draft>): Entity {
  const model = tableModel(draft, byId)
  return {
    model,
    form: formOf(draft, model),
    source: draft.file.path,
    variable: camelCase(draft.file.name),
    type: pascalCase(draft.file.name),
  }
}

function tableModel(draft: Draft, byId: ReadonlyMap<string, Draft>): TableModel {
  const { file, raw, meta } = draft
  const policy = policyOf(raw)
  return {
    id: idOf(file),
    module: file.module,
    name: file.name,
    table: draft.table,
    controller: draft.controller,
    page: pageOf(draft.controller),
    label: raw['x-label'],
    icon: meta.icon ?? null,
    title: meta.title,
    key: meta.key ?? [],
    storage: meta.storage ?? 'table',
    created: meta.created ?? null,
    updated: meta.updated ?? null,
    softDelete: meta.softDelete ?? null,
    owner: meta.owner ?? null,
    sort: meta.sort ?? null,
    tree: draft.tree,
    actions: draft.actions,
    search: raw['x-search'] ?? [],
    fields: draft.fields.map((field) => linkField(field, draft, byId)),
    indexes: Object.entries(raw['x-index'] ?? {}).map(([name, index]) => ({ name, on: index.on, unique: index.unique ?? false })),
    list: { columns: draft.columns, sort: draft.sort },
    form: draft.form,
    ...(policy && { policy }),
    renamedFrom: null,
  }
}

function linkField(field: DraftField, draft: Draft, byId: ReadonlyMap<string, Draft>): FieldModel {
  const isOwner = field.raw === null && field.model.name === draft.meta.owner
  const raw: RawRelation | null = isOwner && byId.has(ownerEntity) ? { to: ownerEntity } : field.relation
  const target = raw ? byId.get(raw.to) : undefined
  if (!raw || !target) return field.model
  return { ...field.model, kind: isOwner ? 'reference' : field.model.kind, relation: relationModel(field.model.name, refersToMany(field.model), raw, draft, target) }
}

function relationModel(field: string, isList: boolean, raw: RawRelation, draft: Draft, target: Draft): RelationModel {
  return {
    to: raw.to,
    controller: target.controller,
    table: target.table,
    show: raw.show ?? target.meta.title,
    as: nestedKey(field, draft.tree?.parent === field, isList),
    onDelete: raw.onDelete ?? 'restrict',
    softDelete: target.meta.softDelete ?? null,
    filter: Object.entries(raw.filter ?? {}).map(([column, value]): RelationFilter => (typeof value === 'object' ? { column, field: value.field } : { column, value })),
  }
}
