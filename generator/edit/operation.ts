/**
 * The closed list of changes that tools make to schemas: plain data, so that they can be stored, sent and replayed.
 * Each becomes edits of few bytes and knows what takes it back.
 */
import { isObject, type Json, type JsonObject } from '../source/json.ts'

interface OfEntity {
  /** `shop/brand` */
  readonly entity: string
}
interface OfField extends OfEntity {
  readonly field: string
}

/** A text in each language. */
type LabelJson = JsonObject

/** Where a field stands in the form; a row that does not exist yet is made. */
export interface FormPlace {
  /** Index in the list of sections and grids. */
  readonly section: number
  readonly row: number
  /** Index in the row; absent = a row of its own, before the one with that index. */
  readonly column?: number
}

export type Operation =
  | { readonly op: 'addModule'; readonly module: string; readonly document: JsonObject }
  /** The entities of a module in the order of the menu. */
  | { readonly op: 'setMenu'; readonly module: string; readonly menu: readonly string[] }
  | ({ readonly op: 'addEntity'; readonly document: JsonObject } & OfEntity)
  | ({ readonly op: 'renameEntity'; readonly name: string } & OfEntity)
  | ({ readonly op: 'removeEntity' } & OfEntity)
  | ({ readonly op: 'addField'; readonly schema: JsonObject; readonly place?: FormPlace } & OfField)
  /** A field that another module adds; its name begins with that of the module. */
  | ({ readonly op: 'addOverlayField'; readonly module: string; readonly schema: JsonObject } & OfField)
  | ({ readonly op: 'renameField'; readonly name: string } & OfField)
  | ({ readonly op: 'removeField' } & OfField)
  /** Other keywords of the kind; label, help and what does not belong to the kind stay. */
  | ({ readonly op: 'changeKind'; readonly schema: JsonObject } & OfField)
  | ({ readonly op: 'setRequired'; readonly required: boolean } & OfField)
  /** A value at a path of the entity, for example `properties`, `price`, `x-help`. */
  | ({ readonly op: 'setFacet'; readonly path: readonly string[]; readonly value: Json } & OfEntity)
  | ({ readonly op: 'removeFacet'; readonly path: readonly string[] } & OfEntity)
  | ({ readonly op: 'moveInForm'; readonly to: FormPlace | null } & OfField)
  /** @property to index among the columns; null = no column */
  | ({ readonly op: 'moveInTable'; readonly to: number | null } & OfField)
  | ({ readonly op: 'addSection'; readonly name: string; readonly label: LabelJson; readonly index: number } & OfEntity)
  /** Its rows go to the section before it, or the one behind it. */
  | ({ readonly op: 'removeSection'; readonly index: number } & OfEntity)
  | ({ readonly op: 'moveSection'; readonly from: number; readonly to: number } & OfEntity)
  | ({
      readonly op: 'addOption'
      readonly name: string
      readonly option: JsonObject
      readonly index?: number
    } & OfField)
  | ({ readonly op: 'renameOption'; readonly option: string; readonly name: string } & OfField)
  | ({ readonly op: 'setOption'; readonly option: string; readonly facet: string; readonly value: Json } & OfField)
  | ({ readonly op: 'moveOption'; readonly option: string; readonly to: number } & OfField)
  /** @property into the option that records of the removed one get */
  | ({ readonly op: 'removeOption'; readonly option: string; readonly into?: string } & OfField)
  | ({
      readonly op: 'addIndex'
      readonly name: string
      readonly on: readonly string[]
      readonly unique?: boolean
    } & OfEntity)
  | ({ readonly op: 'removeIndex'; readonly name: string } & OfEntity)

export type OperationName = Operation['op']
export type OperationOf<Name extends OperationName> = Extract<Operation, { readonly op: Name }>

/** Why an operation cannot be done on the documents as they are. */
export type OperationRefusal = 'missing' | 'taken' | 'name' | 'protected' | 'place' | 'last' | 'value'

/** An operation does not fit the documents: they have changed, or it was never possible. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
  readonly reason: OperationRefusal
  /** The field, option or path that it is about. */
  readonly subject: string

  constructor(reason: OperationRefusal, subject: string) {
    super(`${subject}: ${reason}`)
    this.reason = reason
    this.subject = subject
  }
}

export const entityPath = (entity: string): string => `${entity}.json`
export const modulePath = (module: string): string => `${module}/module.json`

// Guard T62: the names of an operation become paths of files, so they are plain names.
// Without: const namePattern = /^.+$/
const namePattern = /^[a-z][a-z0-9_]{0,30}$/

/** @throws OperationError when the text is no name of the schema language */
export function requireName(name: string): void {
  if (!namePattern.test(name)) throw new OperationError('name', name)
}

/** @throws OperationError when the text is not `<module>/<name>` */
export function requireEntity(entity: string): readonly [module: string, name: string] {
  const [module = '', name = '', ...rest] = entity.split('/')
  if (rest.length > 0) throw new OperationError('name', entity)
  requireName(module)
  requireName(name)
  return [module, name]
}

/** Types of the members of each operation, for what comes from outside. */
type MemberType = 'text' | 'object' | 'flag' | 'index' | 'names' | 'json' | 'place' | 'indexOrNull' | 'placeOrNull'

const ofField = { entity: 'text', field: 'text' } as const
const members: Readonly<Record<OperationName, Readonly<Record<string, MemberType>>>> = {
  addModule: { module: 'text', document: 'object' },
  setMenu: { module: 'text', menu: 'names' },
  addEntity: { entity: 'text', document: 'object' },
  renameEntity: { entity: 'text', name: 'text' },
  removeEntity: { entity: 'text' },
  addField: { ...ofField, schema: 'object', 'place?': 'place' },
  addOverlayField: { ...ofField, module: 'text', schema: 'object' },
  renameField: { ...ofField, name: 'text' },
  removeField: ofField,
  changeKind: { ...ofField, schema: 'object' },
  setRequired: { ...ofField, required: 'flag' },
  setFacet: { entity: 'text', path: 'names', value: 'json' },
  removeFacet: { entity: 'text', path: 'names' },
  moveInForm: { ...ofField, to: 'placeOrNull' },
  moveInTable: { ...ofField, to: 'indexOrNull' },
  addSection: { entity: 'text', name: 'text', label: 'object', index: 'index' },
  removeSection: { entity: 'text', index: 'index' },
  moveSection: { entity: 'text', from: 'index', to: 'index' },
  addOption: { ...ofField, name: 'text', option: 'object', 'index?': 'index' },
  renameOption: { ...ofField, option: 'text', name: 'text' },
  setOption: { ...ofField, option: 'text', facet: 'text', value: 'json' },
  moveOption: { ...ofField, option: 'text', to: 'index' },
  removeOption: { ...ofField, option: 'text', 'into?': 'text' },
  addIndex: { entity: 'text', name: 'text', on: 'names', 'unique?': 'flag' },
  removeIndex: { entity: 'text', name: 'text' },
}

const isIndex = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const isPlace = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).every((key) => key === 'section' || key === 'row' || key === 'column') &&
  isIndex(value['section']) &&
  isIndex(value['row']) &&
  (value['column'] === undefined || isIndex(value['column']))

const checks: Readonly<Record<MemberType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  object: isObject,
  flag: (value) => typeof value === 'boolean',
  index: isIndex,
  names: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  json: (value) => value !== undefined,
  place: isPlace,
  indexOrNull: (value) => value === null || isIndex(value),
  placeOrNull: (value) => value === null || isPlace(value),
}

/**
 * An operation that came from outside.
 *
 * @throws OperationError when it is not in the list, lacks a member, has another one, or one of another type
 */
export function readOperation(input: unknown): Operation {
  const op = isObject(input) ? input['op'] : undefined
  if (!isObject(input) || typeof op !== 'string' || !Object.hasOwn(members, op))
    throw new OperationError('value', String(op))
  const shape = members[op as OperationName]
  const memberNames = new Set(['op', ...Object.keys(shape).map((name) => name.replace('?', ''))])
  const extra = Object.keys(input).find((name) => !memberNames.has(name))
  if (extra !== undefined) throw new OperationError('value', `${op}.${extra}`)
  for (const [key, type] of Object.entries(shape)) {
    const name = key.replace('?', '')
    const value = Object.hasOwn(input, name) ? input[name] : undefined
    if (value === undefined && key.endsWith('?')) continue
    if (!checks[type](value)) throw new OperationError('value', `${op}.${name}`)
  }
  // Each of its members was checked just now.
  return input as unknown as Operation
}
