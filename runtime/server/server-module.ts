/** What a module adds to the server by hand. Everything else follows from its schemas. */
import type { ModuleSetting } from './settings/module-settings.ts'
import type { Hooks, Effect, Scope } from './operation/scope.ts'

/** A field of a demo record: a plain value, the key of an earlier record, or drawings to be stored as pictures. */
export type DemoValue = string | number | null | DemoReference | DemoPicture | readonly DemoPicture[]

/** Points at the record of that key, which stands earlier in the list. */
export interface DemoReference {
  readonly ref: string
}

/** SVG text drawn by us. */
export interface DemoPicture {
  readonly svg: string
}

export interface DemoRecord {
  /** Entity, for example `wms/product`. */
  readonly table: string
  /** Unique in the whole list. */
  readonly key: string
  readonly values: Readonly<Record<string, DemoValue>>
}

/** The operations people use, for what is to have happened in a demo. They refuse like everywhere. */
export interface DemoWork {
  readonly scope: Scope
  /** Adds a record as a body of `add` says. @returns its id */
  add(entity: string, body: Readonly<Record<string, unknown>>): Promise<number>
  /** Takes an action of a state machine; the body holds the id and the inputs. */
  act(entity: string, action: string, body: Readonly<Record<string, unknown>>): Promise<void>
}

/** A group of admins that comes with demo data. */
export interface DemoRole {
  readonly name: string
  /** Permission nodes, for example `wms/product/add`; ancestors come along. */
  readonly nodes: readonly string[]
}

interface OwnParts {
  /** The module's name, as its folder under `schemas/`. */
  readonly name: string
  /** Demo data in the order it can be inserted; the same for the same scale (1 = full size) and seed. */
  readonly demo?: (scale: number, seed: number) => readonly DemoRecord[]
  /** What a site may decide about the module, by name (`wms_four_eyes`); operations read them in `scope.settings.own`. */
  readonly settings?: Readonly<Record<string, ModuleSetting>>
  /** What happened to the demo records; runs once they are there. */
  readonly demoWork?: (work: DemoWork) => Promise<void>
  /** Groups that come with the demo data. */
  readonly roles?: readonly DemoRole[]
  /** What the module adds to the operations on its records, by entity. */
  readonly hooks?: Readonly<Record<string, Hooks>>
}

export interface ServerModule extends OwnParts {
  /** What actions of its records do, by entity and name. */
  readonly effects?: Readonly<Record<string, Readonly<Record<string, Effect>>>>
}

/** As `generated/<module>/parts.ts` lists them: by entity the names its schema runs. */
export interface ServerPartNames {
  readonly effects: object
}

type Supplied<Names extends object> = keyof Names extends never
  ? { readonly effects?: Readonly<Record<string, never>> }
  : { readonly effects: { readonly [Entity in keyof Names]: { readonly [Name in Names[Entity] & string]: Effect } } }

/**
 * Gives the hand-written part of a module its one shape. An effect the schemas run and this lacks, and one this has and no
 * schema runs, are compile errors.
 * @example
 * export const wmsServer = defineServerModule<WmsServerParts>({ name: 'wms', effects: { 'wms/relocation': { move } } })
 */
export function defineServerModule<Names extends ServerPartNames>(
  module: OwnParts & Supplied<Names['effects']>,
): ServerModule {
  return module
}
