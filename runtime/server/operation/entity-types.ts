/**
 * What the compiler knows of entities. The generator writes these types for each module (`entities.ts`), and hooks and
 * effects are checked with them; the core itself interprets models and works on any entity.
 */
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { LedgerValue, StoredValue } from '../../protocol/index.ts'
import type { Row, Tables } from '../db/tables.ts'

/** One entity of a module. */
export interface EntityTypes {
  /** Its columns as the store holds them. */
  readonly columns: object
  /** A row as it is sent. */
  readonly row: object
  /** What `add` and `edit` take. */
  readonly input: object
  /** Columns of its lines, by field. */
  readonly lines: object
  /** By action: what it takes, as it is sent and as columns hold it. */
  readonly actions: object
  /** Rights beyond those of its actions. */
  readonly rights: string
  /** Columns of the ledgers it posts to, by posting. */
  readonly postings: object
  /** Of a ledger: the entities that post to it. */
  readonly documents: LedgerValue
}

/** An entity the compiler knows nothing of. */
export interface AnyEntity extends EntityTypes {
  readonly columns: Row
  readonly row: Record<string, unknown>
  readonly input: Record<string, unknown>
  readonly lines: Record<string, Row>
  readonly actions: Record<string, { readonly input: Record<string, unknown>; readonly stored: Row }>
  readonly postings: Record<string, Row>
}

/** What the generator knows of a module: `<Module>ServerParts` in its `parts.ts`. */
export interface ModuleTypes {
  /** All tables of the database. */
  readonly tables: object
  /** By id, for example `wms/product`. */
  readonly entities: object
  /** By entity and name, the actions that run the effect. */
  readonly effects: object
}

/** A module the compiler knows nothing of. */
export interface AnyModule extends ModuleTypes {
  readonly tables: Tables
  readonly entities: Readonly<Record<string, AnyEntity>>
  readonly effects: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export type EntityId<Types extends ModuleTypes> = keyof Types['entities'] & string

/** The types of one entity. */
export type EntityOf<Types extends ModuleTypes, Id extends EntityId<Types>> = Types['entities'][Id] & EntityTypes

/** A stored row, as a query returns it. */
export type StoredRow<Entity extends EntityTypes> = Selectable<Entity['columns']>

/** Values of some of the columns, for a write. */
export type SomeColumns<Columns> = string extends keyof Columns ? Row : Updateable<Columns>

/** A row that is inserted. */
export type NewRow<Columns> = Insertable<Columns>

/** A stored line of one field. */
export type LineRow<
  Entity extends EntityTypes,
  Field extends keyof Entity['lines'] = keyof Entity['lines'],
> = Selectable<Entity['lines'][Field]>

export type ActionOf<Entity extends EntityTypes> = keyof Entity['actions'] & string

/** What an action takes, as columns hold it. */
export type StoredInput<
  Entity extends EntityTypes,
  Action extends ActionOf<Entity>,
> = Entity['actions'][Action] extends {
  readonly stored: infer Row
}
  ? Readonly<Row>
  : never

/** What an action takes, as it is sent. */
export type ActionInput<
  Entity extends EntityTypes,
  Action extends ActionOf<Entity>,
> = Entity['actions'][Action] extends {
  readonly input: infer Input
}
  ? Readonly<Input>
  : never

/** A request body before anything of it was checked. */
export type UncheckedBody<Entity extends EntityTypes> = Readonly<
  Partial<Record<keyof Entity['columns'] | keyof Entity['lines'], unknown>>
>

/** Values by column name. A map, since an absent column and NULL differ. */
export type ColumnMap<Columns> = string extends keyof Columns ? Map<string, StoredValue> : TypedColumnMap<Columns>

/** The part of a map that is typed by columns. */
export interface TypedColumnMap<Columns> {
  get<Name extends keyof Selectable<Columns>>(name: Name): Selectable<Columns>[Name] | undefined
  has(name: keyof Selectable<Columns>): boolean
  set<Name extends keyof Selectable<Columns>>(name: Name, value: Selectable<Columns>[Name]): unknown
  entries(): Iterable<[string, StoredValue]>
}

/** The values of a map as a row; columns the map does not name are absent. */
export const rowOf = <Columns>(map: TypedColumnMap<Columns>): Partial<Selectable<Columns>> =>
  // The map holds values of these columns only, which is what its type says of `set`.
  Object.fromEntries(map.entries()) as Partial<Selectable<Columns>>

/** Sets each column that the row names. */
export function setValues<Columns>(map: TypedColumnMap<Columns>, row: Partial<Selectable<Columns>>): void {
  for (const name in row) {
    const value = row[name]
    if (value !== undefined) map.set(name, value as Selectable<Columns>[typeof name])
  }
}
