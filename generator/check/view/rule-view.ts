/** The rules written in the documents: their places, the type each must have, and the names it may use. */
import { fullTitleName, memoizeByObject, type FieldModel, type KindName } from '../../../runtime/protocol/index.ts'
import { idField, implicitFields } from '../../normalize/implicit-fields.ts'
import { isObject, member, objectOf, type Json, type JsonObject } from '../../source/json.ts'
import { kindOf, ownsLines } from '../../normalize/field-kind.ts'
import { fieldModel, type EnumDocuments } from '../../normalize/entity.ts'
import type { RawMeta } from '../../raw/documents.ts'
import { asRaw } from '../../raw/as-raw.ts'
import { readRule, type Expected, type ReadRule } from '../../rule/read.ts'
import {
  backfillScope,
  fullScope,
  postingScope,
  prefillScope,
  pureScope,
  rowScope,
  type RuleScope,
} from '../../rule/scope.ts'
import { isSound } from './document.ts'
import { enumDocumentOf } from './enum-document.ts'
import { postingsIn } from './ledger-view.ts'
import { enumsOf } from './machine-view.ts'
import { fieldPointer, type EntityView, type View } from './view.ts'

/** A rule in a document. */
export interface RulePlace {
  readonly entity: EntityView
  readonly pointer: string
  readonly source: string
  readonly read: ReadRule
}

/**
 * What the rules of an entity may name: everything a guard, a check or a condition can. Fields with faults are left
 * out.
 */
export const scopeOfEntity = memoizeByObject((entity: EntityView, view: View): RuleScope =>
  fullScope(fieldsOf(entity, view), documentFields(entity, view)),
)

/** All rules of conditions, computed values, checks and policies. Read once per view. */
export const rulePlaces = memoizeByObject(
  (view: View): ReadonlyMap<string, readonly RulePlace[]> =>
    new Map([...view.entities.values()].map((entity) => [entity.id, placesOf(entity, view)])),
)

function placesOf(entity: EntityView, view: View): readonly RulePlace[] {
  if (!hasRules(entity)) return []
  const scope = scopeOfEntity(entity, view)
  const place = (
    pointer: string,
    source: Json | undefined,
    expected: Expected,
    within: RuleScope,
  ): readonly RulePlace[] =>
    typeof source === 'string' && isSound(entity.document, pointer)
      ? [{ entity, pointer, source, read: readRule(source, expected, within) }]
      : []
  const checks = Object.entries(objectOf(member(entity.document.value, 'x-checks')))
  const policy = Object.entries(objectOf(member(entity.document.value, 'x-policy')))
  return [
    ...[...entity.fields].flatMap((field) => ofField(field, { entity, view }, scope, place)),
    ...checks.flatMap(([name, check]) => [
      ...place(`/x-checks/${name}/rule`, member(check, 'rule'), 'condition', scope),
      ...ofMessage(`/x-checks/${name}`, check, scope, place),
    ]),
    ...policy.flatMap(([action, rule]) =>
      place(`/x-policy/${action}/rows`, member(rule, 'rows'), 'condition', rowScope(scope.fields)),
    ),
    ...ofMachine(entity, scope, view, place),
    ...ofPostings(entity, view, place),
  ]
}

/** Conditions of postings see a line and its document, or the document alone. */
function ofPostings(entity: EntityView, view: View, place: Place): readonly RulePlace[] {
  return postingsIn(entity, view).flatMap(({ pointer, raw, line }) => {
    const fields = line ? scopeOfEntity(line, view).fields : null
    return fields
      ? place(
          `${pointer}/when`,
          raw.when,
          'condition',
          postingScope(fields, line === entity ? null : scopeOfEntity(entity, view).fields),
        )
      : []
  })
}

/** Guards and computed fields of actions see the record with what was sent. */
function ofMachine(entity: EntityView, scope: RuleScope, view: View, place: Place): readonly RulePlace[] {
  const actions = Object.entries(objectOf(member(member(entity.document.value, 'x-machine'), 'actions')))
  return actions.flatMap(([name, action]) => {
    const pointer = `/x-machine/actions/${name}`
    const within = { ...scope, fields: [...scope.fields, ...inlineFields(entity, action, pointer, view)] }
    const guard = member(action, 'guard')
    const guards = Array.isArray(guard)
      ? (guard as readonly Json[]).map((one, index) => [`${pointer}/guard/${index}`, one] as const)
      : [[`${pointer}/guard`, guard] as const]
    const inputs = [...inlineFields(entity, action, pointer, view), ...scope.fields]
    return [
      ...Object.entries(objectOf(member(action, 'prefill'))).flatMap(([input, source]) => {
        const model = inputs.find((candidate) => candidate.name === input)
        return model ? place(`${pointer}/prefill/${input}`, source, model, prefillScope(scope.fields)) : []
      }),
      ...guards.flatMap(([at, one]) => [
        ...place(`${at}/rule`, member(one, 'rule'), 'condition', within),
        ...ofMessage(at, one, within, place),
      ]),
      ...(['preview', 'set'] as const).flatMap((keyword) =>
        Object.entries(objectOf(member(action, keyword))).flatMap(([field, source]) => {
          const model = scope.fields.find((candidate) => candidate.name === field)
          return model ? place(`${pointer}/${keyword}/${field}`, source, model, within) : []
        }),
      ),
    ]
  })
}

/** The numbers in a message, which no private value may get into. */
function ofMessage(pointer: string, owner: Json | undefined, scope: RuleScope, place: Place): readonly RulePlace[] {
  return Object.entries(objectOf(member(owner, 'values'))).flatMap(([name, source]) =>
    place(`${pointer}/values/${name}`, source, 'number', { ...scope, hidesPrivate: true }),
  )
}

const numericKinds: readonly KindName[] = ['integer', 'decimal']

/**
 * Fields and inputs that the message of a check or guard can show by their names: numbers that are not private.
 * @param action whose guard it is; null = a check
 */
export function numbersInMessages(entity: EntityView, action: string | null, view: View): readonly string[] {
  const pointer = `/x-machine/actions/${action}`
  const raw =
    action === null ? undefined : member(member(member(entity.document.value, 'x-machine'), 'actions'), action)
  return [...scopeOfEntity(entity, view).fields, ...inlineFields(entity, raw, pointer, view)]
    .filter(({ kind, private: isPrivate }) => numericKinds.includes(kind) && !isPrivate)
    .map(({ name }) => name)
    .filter((name) => name !== 'id')
}

function inlineFields(
  entity: EntityView,
  action: Json | undefined,
  pointer: string,
  view: View,
): readonly FieldModel[] {
  const input = member(action, 'input')
  const items = Array.isArray(input) ? (input as readonly Json[]) : []
  return items.flatMap((item, index) =>
    Object.entries(objectOf(item)).flatMap(([name, field]) => {
      const at = `${pointer}/input/${index}/${name}`
      return isObject(field) && kindOf(field) !== null && isSound(entity.document, at)
        ? [fieldModel(name, field, false, entity.document.file, enumsOf(view))]
        : []
    }),
  )
}

/** Most entities have none, and what a rule may name takes time to find out. */
function hasRules({ document, fields }: EntityView): boolean {
  const ofFields = [...fields.values()].some((field) =>
    ['x-when', 'x-required', 'x-readonly', 'x-computed', 'x-backfill'].some(
      (keyword) => member(field, keyword) !== undefined,
    ),
  )
  return (
    ofFields ||
    ['x-machine', 'x-posting'].some((keyword) => member(document.value, keyword) !== undefined) ||
    member(document.value, 'x-checks') !== undefined ||
    Object.values(objectOf(member(document.value, 'x-policy'))).some((rule) => member(rule, 'rows') !== undefined)
  )
}

type Place = (pointer: string, source: Json | undefined, expected: Expected, within: RuleScope) => readonly RulePlace[]

function ofField(
  [name, field]: readonly [string, JsonObject],
  { entity, view }: { readonly entity: EntityView; readonly view: View },
  scope: RuleScope,
  place: Place,
): readonly RulePlace[] {
  const pointer = fieldPointer(name)
  const model = scope.fields.find((candidate) => candidate.name === name)
  const within = { ...scope, hidesPrivate: model?.private !== true }
  const conditions = ['x-when', 'x-required', 'x-readonly'].flatMap((keyword) =>
    place(`${pointer}/${keyword}`, member(field, keyword), 'condition', within),
  )
  const computed = member(field, 'x-computed')
  if (!model) return conditions
  const backfill = { ...backfillScope(scope.fields), hidesPrivate: within.hidesPrivate }
  conditions.push(...place(`${pointer}/x-backfill`, member(field, 'x-backfill'), model, backfill))
  if (computed === undefined) return conditions
  const isStored = member(computed, 'stored') !== false
  const [at, source] = isObject(computed)
    ? [`${pointer}/x-computed/rule`, member(computed, 'rule')]
    : [`${pointer}/x-computed`, computed]
  return [
    ...conditions,
    ...place(at, source, model, isStored ? within : pureScope([...scope.fields, ...lookupsOf(entity, view)])),
  ]
}

function fieldsOf(entity: EntityView, view: View): readonly FieldModel[] {
  const enums = enumsOf(view)
  // A rule decides on the record itself: what is looked up is another one's, which nothing locks.
  const declared = [...entity.fields].flatMap(([name, field]) =>
    isLookup(field) ? [] : (modelOf(entity, name, field, { view, enums }) ?? []),
  )
  return [
    idField,
    ...declared,
    ...implicitFields(asRaw<RawMeta>(entity.meta)).filter(({ name }) => name !== fullTitleName),
  ]
}

/** True for a field whose value is another record's. */
export const isLookup = (field: JsonObject | undefined): boolean => member(field, 'x-lookup') !== undefined

/** Values of other records, from which only what is computed in each query may be computed. */
const lookupsOf = (entity: EntityView, view: View): readonly FieldModel[] =>
  [...entity.fields].flatMap(([name, field]) =>
    isLookup(field) ? (modelOf(entity, name, field, { view, enums: enumsOf(view) }) ?? []) : [],
  )

function modelOf(
  entity: EntityView,
  name: string,
  field: JsonObject,
  { view, enums }: { readonly view: View; readonly enums: EnumDocuments },
  isLine = false,
): FieldModel | null {
  if (kindOf(field) === null || !isSound(entity.document, fieldPointer(name)) || isWithoutOptions(field, entity, view))
    return null
  const { default: _unread, ...rest } = field
  const model = fieldModel(name, rest, false, entity.document.file, enums)
  const relation = objectOf(member(field, 'x-relation'))
  if (member(field, 'x-relation') === undefined) return model
  const tied: FieldModel = {
    ...model,
    relation: {
      to: String(relation['to']),
      controller: '',
      table: '',
      show: '',
      as: '',
      onDelete: 'restrict',
      softDelete: null,
      filter: [],
    },
  }
  // Lines of lines are refused elsewhere.
  const line = ownsLines(field) && !isLine ? view.entities.get(String(relation['to'])) : undefined
  return line
    ? {
        ...tied,
        fields: [...line.fields].flatMap(
          ([own, keywords]) => modelOf(line, own, keywords, { view, enums }, true) ?? [],
        ),
      }
    : tied
}

function isWithoutOptions(field: JsonObject, entity: EntityView, view: View): boolean {
  return [field, objectOf(member(field, 'items'))].some((keywords) => {
    const document = member(keywords, '$ref') === undefined ? null : enumDocumentOf(keywords, entity, view)
    return document === undefined || (document !== null && document.violations.length > 0)
  })
}

/** Fields of the entity that owns this one. */
function documentFields(entity: EntityView, view: View): readonly FieldModel[] | null {
  const owner = [...view.entities.values()].find((candidate) =>
    [...candidate.fields.values()].some(
      (field) => ownsLines(field) && member(objectOf(field['x-relation']), 'to') === entity.id,
    ),
  )
  return owner ? fieldsOf(owner, view) : null
}
