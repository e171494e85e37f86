/**
 * What a query may name: the one list of fields that index, select, search, order, initKey, counts and export share.
 */
import { sql, type Expression, type RawBuilder } from 'kysely'
import {
  isColumn,
  kinds,
  memoizeByObject,
  refersToOne,
  textColumnOf,
  visibleColumns,
  type FieldModel,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import { comparedColumn, isNullable, storedValue, type Adapter } from '../../db/index.ts'
import type { Registry } from '../../core/models/registry.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { columnExpression } from '../../operation/rules/eval-context.ts'
import { labelledRelations, type LabelledRelation } from '../../core/models/table-shapes.ts'
import { nowSlot } from './statement.ts'

/** A column a query may use. Inside statements the table is called `t`, a joined target `t.<relation>`. */
export interface Source {
  /** As the caller names it, for example `price` or `brand.name`. */
  readonly name: string
  readonly field: FieldModel
  readonly column: RawBuilder<StoredValue>
  /** The text that a search compares: of markup that which people read. */
  readonly text: RawBuilder<StoredValue>
  /** The column for comparisons and orders, in the form that indexes have. */
  readonly compared: RawBuilder<StoredValue>
  /** A value of the field in that form. */
  readonly toCompared: (value: Expression<unknown>) => Expression<unknown>
  /** The relation to join, null for the table's own columns. */
  readonly join: LabelledRelation | null
  readonly nullable: boolean
  /**
   * True when the wire sends a value of its own for NULL ("" or [] or the tree's 0), which then compares like any
   * other.
   */
  readonly hasEmptyValue: boolean
  /** An index begins with this column, so looking for a value or walking in order is cheap. */
  readonly indexed: boolean
}

export type Sources = ReadonlyMap<string, Source>

/** All a query on the table may name, by name. */
export const sourcesOf = memoizeByObject(makeSources)

/** The source of that name. Hidden and missing fields get the same error. */
export function sourceOf(sources: Sources, name: string): Source {
  // Guard T04: no path into a JSON column.
  // Without: const source = sources.get(name) ?? sources.get(name.split(/[^a-z]/)[0]!)
  const source = sources.get(name)
  // Guard T01: hidden and missing are told in the same words.
  // Without: if (!source) throw new OperationError('bad_query', { errors: { [name]: 'unknown' } })
  // Guard T02: columns come from the list of sources.
  // Without: if (!source) return { ...sources.get('id')!, name, compared: sql.raw(`t.${name}`) as never }
  if (!source) throw new OperationError('bad_query')
  return source
}

/** The alias of a joined target inside statements. */
export const joinAlias = (joined: LabelledRelation): string => `t.${joined.relation.as}`

function makeSources(model: TableModel, registry: Registry, adapter: Adapter): Sources {
  const sources = new Map<string, Source>()
  // Guard T01, T11: only visible fields may be named; order and search know visible fields only.
  // Without: const own = model.fields.map((field) => ownSource(model, field, adapter))
  const own = visibleColumns(model).map((field) => ownSource(model, field, adapter))
  for (const source of own) sources.set(source.name, source)
  for (const joined of labelledRelations(model, registry)) {
    const names = [joined.relation.as, snake(joined.relation.as)]
    for (const name of names)
      for (const source of joinedSources(joined, name, registry))
        if (!sources.has(source.name)) sources.set(source.name, source)
  }
  for (const source of own)
    for (const name of relatedNames(model, source)) if (!sources.has(name)) sources.set(name, { ...source, name })
  return sources
}

/** A looked-up value of a record that a field refers to is also called `user.nickname`, as in that record's object. */
function relatedNames(model: TableModel, { field: { lookup } }: Source): readonly string[] {
  const [path, ...otherPaths] = lookup?.paths ?? []
  const [step, ...furtherSteps] = path?.steps ?? []
  const as = model.fields.find(({ name }) => name === step?.column)?.relation?.as
  if (!path || as === undefined || otherPaths.length + furtherSteps.length > 0) return []
  return [as, snake(as)].map((name) => `${name}.${path.column}`)
}

function ownSource(model: TableModel, field: FieldModel, adapter: Adapter): Source {
  const column = sql<StoredValue>`${columnExpression(adapter, model, field.name, 't', nowSlot)}`
  const isStored = isColumn(field) && (field.scale ?? 0) > 0
  const textColumn = textColumnOf(field)
  return {
    name: field.name,
    field,
    column,
    text: textColumn === null ? column : sql<StoredValue>`${sql.id('t', textColumn)}`,
    compared: isStored ? comparedColumn(model.table, field.name, 't') : column,
    toCompared: isStored ? (value) => storedValue(model.table, field.name, value) : (value) => value,
    join: null,
    nullable: isNullable(model, field.name),
    hasEmptyValue: model.tree?.parent === field.name || kinds[field.kind].toWire(null, field) !== null,
    indexed: isIndexed(model, field),
  }
}

/** `brand.name` and `brand.id`. */
function joinedSources(joined: LabelledRelation, name: string, registry: Registry): readonly Source[] {
  const id = registry.byId(joined.relation.to)?.fields.slice(0, 1) ?? []
  return [joined.label, ...id].map((field) => {
    const column = sql<StoredValue>`${sql.id(joinAlias(joined), field.name)}`
    return {
      name: `${name}.${field.name}`,
      field,
      column,
      text: column,
      compared: column,
      toCompared: (value) => value,
      join: joined,
      nullable: true,
      hasEmptyValue: kinds[field.kind].toWire(null, field) !== null,
      indexed: false,
    }
  })
}

function isIndexed(model: TableModel, field: FieldModel): boolean {
  return (
    field.name === 'id' ||
    field.name === model.sort ||
    refersToOne(field) ||
    model.indexes.some((index) => index.on[0] === field.name)
  )
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
