/** Ties the drafts together: relations learn their targets, menus their pages. Expects checked documents. */
import { columnType, fullTitleName, holdsLines, isColumn, refersToMany } from '../../runtime/protocol/index.ts'
import type {
  DetailModel,
  FieldModel,
  FormModel,
  IndexModel,
  LookupModel,
  RelationFilter,
  RelationModel,
  TableModel,
  Text,
} from '../../runtime/protocol/index.ts'
import type { Entity, SchemaSet, Module } from './schema-set.ts'
import { formOf } from './form.ts'
import { member } from '../source/json.ts'
import {
  balancesByEntity,
  ledgerIndexes,
  ledgerOf,
  balanceIn,
  lookupPathOf,
  protectBalances,
} from '../ledger/ledger.ts'
import { titleOf } from '../normalize/implicit-fields.ts'
import { listOf } from '../raw/ledger.ts'
import { postingsOf } from '../ledger/posting.ts'
import { machineOf } from '../machine/machine.ts'
import { camelCase, nestedKey, pageOf, pascalCase } from '../source/names.ts'
import type { Draft, DraftField } from '../normalize/entity.ts'
import { checksOf, attachRules, attachFieldRules } from '../rule/attach-rules.ts'
import { adoptedOf, withOwnerColumn } from '../normalize/adopted.ts'
import { attachToOwner, ownersOf, lineNumberColumn } from '../normalize/owned-lines.ts'
import { ownerEntity, policyOf } from '../normalize/policy.ts'
import { compareTexts } from '../source/problem.ts'
import type { RawModule, RawRelation } from '../raw/documents.ts'
import { asRaw } from '../raw/as-raw.ts'
import { idOf, type SourceFile } from '../source/source-file.ts'

/**
 * The schema set of all modules.
 * @param documents module and text documents
 */
export function link(drafts: readonly Draft[], documents: readonly SourceFile[]): SchemaSet {
  const owners = ownersOf(drafts)
  const modules = new Map(
    documents.flatMap((file) => (file.type === 'module' ? [[file.module, asRaw<RawModule>(file.value)] as const] : [])),
  )
  const owned = new Map(
    drafts.map((draft) => [
      idOf(draft.file),
      withOwnerColumn(attachToOwner({ ...draft, ...foundIn(draft, modules) }, owners)),
    ]),
  )
  const kept = balancesByEntity(owned)
  const byId = new Map([...owned].map(([id, draft]) => [id, protectBalances(draft, kept)]))
  const names = [...new Set(documents.map((file) => file.module))].sort(compareTexts)
  return {
    modules: names.map((name) =>
      moduleOf(
        name,
        byId,
        documents.filter((file) => file.module === name),
      ),
    ),
  }
}

function foundIn(draft: Draft, modules: ReadonlyMap<string, RawModule>): Pick<Draft, 'adopted'> {
  const adopted = adoptedOf(draft, modules.get(draft.file.module))
  return adopted ? { adopted } : {}
}

function moduleOf(name: string, byId: ReadonlyMap<string, Draft>, documents: readonly SourceFile[]): Module {
  // The names of modules are those of the folders that have a module document.
  const raw = asRaw<RawModule>(documents.find((file) => file.type === 'module')!.value)
  const drafts = [...byId.values()].filter((draft) => draft.file.module === name)
  const entities = drafts.map((draft) => entityOf(draft, byId)).sort((a, b) => compareTexts(a.model.id, b.model.id))
  return {
    name,
    label: raw['x-label'],
    icon: raw.icon ?? null,
    order: raw.order ?? 0,
    menu: menuOf(raw, entities),
    entities,
    texts: textsOf(documents),
  }
}

/** Pages of entities that have a list: those the menu names first, in its order, then the rest by id. */
function menuOf(raw: RawModule, entities: readonly Entity[]): readonly string[] {
  const named = raw.menu ?? []
  const rank = (entity: Entity): number =>
    named.includes(entity.model.name) ? named.indexOf(entity.model.name) : named.length
  const listed = entities.filter((entity) => entity.model.actions.includes('index'))
  return listed.sort((a, b) => rank(a) - rank(b)).map((entity) => entity.model.page)
}

function textsOf(documents: readonly SourceFile[]): Readonly<Record<string, Text>> {
  const values = (language: string) =>
    documents.find((file) => file.type === 'text' && file.name === language)?.value ?? {}
  const zh = values('zh-cn')
  const en = values('en')
  const keys = Object.keys(zh)
    .filter((key) => key !== '$schema')
    .sort(compareTexts)
  return Object.fromEntries(
    keys.map((key) => [key, { 'zh-cn': String(zh[key]), en: String(member(en, key) ?? zh[key]) }]),
  )
}

function entityOf(draft: Draft, byId: ReadonlyMap<string, Draft>): Entity {
  const model = tableModel(draft, byId)
  return {
    model,
    form: formOf(draft, model, lineForms(model, byId)),
    actionForms: actionFormsOf(draft, model),
    source: [draft.file, ...(draft.file.overlays ?? [])].map(({ path }) => path).join(', schemas/'),
    variable: camelCase(draft.file.name),
    type: pascalCase(draft.file.name),
  }
}

/** Forms of the lines, by field. */
function lineForms(model: TableModel, byId: ReadonlyMap<string, Draft>): ReadonlyMap<string, FormModel> {
  return new Map(
    model.fields.filter(holdsLines).flatMap((field) => {
      const line = byId.get(field.relation?.to ?? '')
      return line ? [[field.name, formOf(line, tableModel(line, byId), new Map())] as const] : []
    }),
  )
}

/** The dialog of an action is the form of its inputs. */
function actionFormsOf(draft: Draft, model: TableModel): ReadonlyMap<string, FormModel> {
  const asking = (model.machine?.actions ?? []).filter((action) => action.input.length > 0)
  return new Map(
    asking.map(({ name, input }) => {
      const fields = [...draft.fields, ...(draft.inputs.get(name) ?? [])]
      const section = { name: 'input', label: null, rows: input.map((field) => [field.name]) }
      return [
        name,
        formOf(
          { ...draft, fields },
          { ...model, id: `${model.id}/${name}`, fields: input, form: [section] },
          new Map(),
        ),
      ] as const
    }),
  )
}

function tableModel(draft: Draft, byId: ReadonlyMap<string, Draft>): TableModel {
  const { file, raw, meta } = draft
  const fields = draft.fields.map((field) => linkField(field, draft, byId))
  const policy = policyOf(raw)
  const ledger = ledgerOf(draft, byId)
  const balance = balanceIn(idOf(file), byId)
  const postings = postingsOf(draft, byId, (one) => one.fields.map((field) => linkField(field, one, byId)))
  const model: TableModel = {
    id: idOf(file),
    module: file.module,
    name: file.name,
    table: draft.table,
    controller: draft.controller,
    page: pageOf(draft.controller),
    label: raw['x-label'],
    singular: meta.label,
    icon: meta.icon ?? null,
    title: titleOf(meta),
    key: meta.key ?? [],
    ...(meta.details && { details: meta.details }),
    storage: meta.storage ?? 'table',
    ...(meta.lock && { lock: meta.lock }),
    created: meta.created ?? null,
    updated: meta.updated ?? null,
    softDelete: meta.softDelete ?? null,
    owner: meta.owner ?? null,
    sort: meta.sort ?? null,
    tree: draft.tree,
    actions: draft.actions,
    search: raw['x-search'] ?? [],
    fields,
    indexes: indexesOf(draft),
    list: { columns: draft.columns, sort: draft.sort },
    ...(raw['x-views']?.mail && { mail: raw['x-views'].mail }),
    form: draft.form,
    ...(ledger && { ledger }),
    ...(balance && { balanceOf: balance }),
    ...(postings && { postings }),
    ...(policy && { policy }),
    ...(draft.ownedBy && { ownedBy: draft.ownedBy }),
    ...(meta.number && { number: meta.number }),
    ...(raw['x-machine'] && { machine: machineOf({ raw: raw['x-machine'], fields, inline: inlineOf(draft, byId) }) }),
    renamedFrom: raw['x-renamedFrom'] ?? null,
    ...(draft.adopted && { adopted: draft.adopted }),
  }
  return attachRules(model, raw, documentOf(draft, byId))
}

/** Fields of the owner, where the entity is one of lines. */
function documentOf({ ownedBy }: Draft, byId: ReadonlyMap<string, Draft>): readonly FieldModel[] | null {
  const owner = ownedBy && byId.get(ownedBy.entity)
  return owner ? owner.fields.map((field) => linkField(field, owner, byId)) : null
}

/** Declared ones, the order of lines within their owner, and the last guard of numbers. */
function indexesOf(draft: Draft): readonly IndexModel[] {
  const { raw, meta, ownedBy } = draft
  const declared = Object.entries(raw['x-index'] ?? {}).map(([name, index]): IndexModel => ({
    name,
    on: index.on,
    unique: index.unique ?? false,
  }))
  const number = meta.number?.field
  const isGuarded = number === undefined || declared.some((index) => index.unique && index.on.join() === number)
  return [
    ...declared,
    ...(ownedBy ? [{ name: ownedBy.lines, on: [ownedBy.field, lineNumberColumn], unique: false }] : []),
    ...(isGuarded ? [] : [{ name: `${number}_number`, on: [number], unique: true }]),
    ...ledgerIndexes(draft).filter(
      (own) => !declared.some((index) => index.unique === own.unique && index.on.join() === own.on.join()),
    ),
  ]
}

const inlineOf = (draft: Draft, byId: ReadonlyMap<string, Draft>): ReadonlyMap<string, readonly FieldModel[]> =>
  new Map([...draft.inputs].map(([action, fields]) => [action, fields.map((field) => linkField(field, draft, byId))]))

function linkField(field: DraftField, draft: Draft, byId: ReadonlyMap<string, Draft>): FieldModel {
  const isOwner = field.raw === null && field.model.name === draft.meta.owner
  const raw: RawRelation | null = isOwner && byId.has(ownerEntity) ? { to: ownerEntity } : field.relation
  const target = raw ? byId.get(raw.to) : undefined
  const lookup = lookupOf(field, draft, byId)
  if (lookup) return { ...field.model, lookup }
  const fill = fillOf(field, draft, byId)
  if (!raw || !target) return { ...field.model, ...fill }
  const relation = relationModel(field.model, raw, draft, target, byId)
  if (raw.owned)
    return { ...field.model, relation: ownedRelation(relation, field.model.name), ...linesModel(draft, target, byId) }
  return { ...field.model, kind: isOwner ? 'reference' : field.model.kind, relation, ...fill }
}

/** What a form fills in when a record is chosen: where it is in the row of that record. */
function fillOf(field: DraftField, draft: Draft, byId: ReadonlyMap<string, Draft>): Pick<FieldModel, 'fill'> {
  const [from, ...names] = field.raw?.['x-fill']?.split('.') ?? []
  const relation = draft.fields.find(({ model }) => model.name === from)?.relation
  const target = relation && byId.get(relation.to)
  if (from === undefined || !target) return {}
  const nameInRow = (name: string) => nestedKey(name, target.tree?.parent === name, false)
  const [first = '', label] = names
  if (label !== undefined) return { fill: { from, path: [nameInRow(first), label] } }
  return { fill: { from, path: [first], ...(field.relation && { label: nameInRow(first) }) } }
}

/** Where the value of a field without a column comes from. */
function lookupOf({ raw, model }: DraftField, draft: Draft, byId: ReadonlyMap<string, Draft>): LookupModel | undefined {
  if (raw === null) return model.name === fullTitleName ? fullTitleOf(draft, byId) : undefined
  const paths = raw['x-lookup']
  return paths === undefined ? undefined : lookupModel(listOf(paths), draft, byId)
}

/** What identifies a record of the entity, where its title names several fields. */
const fullTitleOf = (draft: Draft, byId: ReadonlyMap<string, Draft>): LookupModel | undefined =>
  typeof draft.meta.title === 'string' ? undefined : lookupModel(draft.meta.title, draft, byId)

/** Names on the way to a record are read from the widest to the narrowest; own fields stand side by side. */
function lookupModel(texts: readonly string[], draft: Draft, byId: ReadonlyMap<string, Draft>): LookupModel {
  return {
    paths: texts.map((text) => lookupPathOf(draft, text.split('.'), byId)),
    separator: texts.some((text) => text.includes('.')) ? ' / ' : ' ',
  }
}

/** The part of a field model that describes its lines: their fields, the columns of their grid, their checks. */
function linesModel(
  owner: Draft,
  { fields, raw, ...line }: Draft,
  byId: ReadonlyMap<string, Draft>,
): Pick<FieldModel, 'fields' | 'columns' | 'checks'> {
  const document = owner.fields.filter(({ relation }) => !relation?.owned).map((field) => linkField(field, owner, byId))
  const own = fields.map((field) => linkField(field, { fields, raw, ...line }, byId))
  const shown = new Set(fields.filter(isOfLine).map(({ model }) => model.name))
  const columns = raw['x-views']?.table?.columns?.filter((name) => shown.has(name))
  const checks = checksOf(own, raw, document)
  return {
    fields: attachFieldRules(own, raw, document).filter((field) => shown.has(field.name)),
    ...(columns && { columns }),
    ...(checks.length > 0 && { checks }),
  }
}

const isOfLine = ({ model }: DraftField): boolean => !model.implicit && isColumn(model)

/** Lines travel under the field's own name and go with their owner. */
const ownedRelation = (relation: RelationModel, name: string): RelationModel => ({
  ...relation,
  as: name,
  onDelete: 'cascade',
  owned: true,
})

/** What options show beside the name of a record. */
function detailsOf({ meta, fields }: Draft): readonly DetailModel[] {
  return (meta.details ?? []).flatMap((name) => {
    const field = fields.find(({ model }) => model.name === name)?.model
    if (!field) return []
    return [{ name, ...(columnType(field) !== 'text' && { label: field.label }) }]
  })
}

function relationModel(
  field: FieldModel,
  raw: RawRelation,
  draft: Draft,
  target: Draft,
  byId: ReadonlyMap<string, Draft>,
): RelationModel {
  const isList = refersToMany(field)
  const fullTitle = isList ? undefined : fullTitleOf(target, byId)
  const details = detailsOf(target)
  return {
    to: raw.to,
    controller: target.controller,
    table: target.table,
    show: raw.show ?? titleOf(target.meta),
    ...(fullTitle && (raw.show ?? titleOf(target.meta)) === titleOf(target.meta) && { fullTitle }),
    ...(details.length > 0 && { details }),
    as: nestedKey(field.name, draft.tree?.parent === field.name, isList),
    onDelete: raw.onDelete ?? 'restrict',
    softDelete: target.meta.softDelete ?? null,
    filter: Object.entries(raw.filter ?? {}).map(([column, value]): RelationFilter =>
      typeof value === 'object' ? { column, field: value.field } : { column, value },
    ),
  }
}
