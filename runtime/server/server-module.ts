/** The hand-written server part of a module. Everything else follows from its schemas. */
import type { Language } from '../protocol/index.ts'
import type { Check } from './ops/doctor/check.ts'
import type { Derivation } from './ops/doctor/derivation.ts'
import type {
  ActionInput,
  ActionOf,
  AnyModule,
  EntityId,
  EntityOf,
  EntityTypes,
  ModuleTypes,
} from './operation/entity-types.ts'
import type { AnyJob } from './operation/jobs/declaration.ts'
import type { ModuleRoute } from './routes/module-routes/declaration.ts'
import type {
  Lessons,
  MemberCard,
  MemberErasure,
  MemberNotices,
  PayProject,
  Payments,
  QuestionBank,
  StockHolder,
  StockHolds,
  Wallet,
} from './operation/contracts.ts'
import type { WordFilter } from './operation/contracts/word-filter.ts'
import type { PublicPage } from './routes/public-pages/declaration.ts'
import type { Mailer, MessageDeclaration, SmsSender } from './operation/messages.ts'
import type { MemberAccounts } from './operation/access/member.ts'
import type { Effect, Hooks, Scope } from './operation/scope.ts'
import type { Migration, PrepareCall } from './migration.ts'
import type { TopicKind } from './hub/topic-kind.ts'
import type { NoticeKind } from './identity/notifications/notice.ts'
import type { DemoRole, MenuPage } from './identity/permissions/derived-rules.ts'
import type { ModuleSetting } from './settings/module-settings.ts'

/** A field of a demo record: a plain value, the key of an earlier record, or drawings to be stored as pictures. */
export type DemoValue = string | number | null | DemoReference | DemoPicture | readonly DemoPicture[]

/** Refers to the record of that key, which comes earlier in the list. */
export interface DemoReference {
  readonly ref: string
}

/** An SVG drawing as text. */
export interface DemoPicture {
  readonly svg: string
}

export interface DemoRecord<Types extends ModuleTypes = AnyModule, Id extends EntityId<Types> = EntityId<Types>> {
  /** Entity, for example `wms/product`. */
  readonly table: Id
  /** Unique in the whole list. */
  readonly key: string
  readonly values: DemoValues<EntityOf<Types, Id>>
}

/** Values of a demo record by column. */
export type DemoValues<Entity extends EntityTypes> = string extends keyof Entity['columns']
  ? Readonly<Record<string, DemoValue>>
  : { readonly [Column in keyof Entity['columns']]?: DemoValue }

/** Any demo record of a module. */
export type AnyDemoRecord<Types extends ModuleTypes> = {
  [Id in EntityId<Types>]: DemoRecord<Types, Id>
}[EntityId<Types>]

/** The operations that users call, for the events of a demo. They refuse as they do for users. */
export interface DemoWork<Types extends ModuleTypes = AnyModule> {
  readonly scope: Scope<Types['tables']>
  /** Does what follows as if it were that moment (seconds since 1970). One event at a time. */
  at<Result>(moment: number, event: () => Promise<Result>): Promise<Result>
  /** Sets a setting of the site, for example a switch of the module (`'1'`). */
  configure(name: string, value: string): Promise<void>
  /** Adds a record. @returns its id */
  add<Id extends EntityId<Types>>(entity: Id, body: EntityOf<Types, Id>['input']): Promise<number>
  /** Changes a record. The body may be partial. */
  edit<Id extends EntityId<Types>>(entity: Id, id: number, body: Partial<EntityOf<Types, Id>['input']>): Promise<void>
  /** Runs an action of a state machine; the body holds the id and the inputs. */
  runAction<Id extends EntityId<Types>, Action extends ActionOf<EntityOf<Types, Id>>>(
    entity: Id,
    action: Action,
    body: { readonly id: number } & ActionInput<EntityOf<Types, Id>, Action>,
  ): Promise<void>
}

/** Hooks of the operations on the module's records, by entity. */
export type ModuleHooks<Types extends ModuleTypes> = {
  readonly [Id in EntityId<Types>]?: Hooks<EntityOf<Types, Id>, Types['tables']>
}

/** Effects of the module's actions, by entity and name: each effect can serve all actions that run it. */
export type ModuleEffects<Types extends ModuleTypes> = {
  readonly [Id in keyof Types['effects'] & EntityId<Types>]: {
    readonly [Name in keyof Types['effects'][Id]]: Effect<
      EntityOf<Types, Id>,
      Types['effects'][Id][Name] & ActionOf<EntityOf<Types, Id>>,
      Types['tables']
    >
  }
}

interface OwnParts<Types extends ModuleTypes> {
  /** The module's name, as its folder under `schemas/`. */
  readonly name: string
  /** Demo data in the order it can be inserted; the same for the same scale (1 = full size), seed and language. */
  demo?(scale: number, seed: number, language: Language): readonly AnyDemoRecord<Types>[]
  /**
   * What a site may decide about the module, by name (`wms_four_eyes`); operations read them in `scope.settings.own`.
   */
  readonly settings?: Readonly<Record<string, ModuleSetting>>
  /** Makes the history of the demo records; runs once they are stored. */
  demoWork?(work: DemoWork<Types>): Promise<void>
  /** Groups that come with the demo data, and presets of the role editor. */
  readonly roles?: readonly DemoRole[]
  readonly hooks?: ModuleHooks<Types>
  /** Pages without a table, which the web part of the module renders: menu entry, title and right. */
  readonly pages?: readonly MenuPage[]
  /**
   * Controllers of its routes that neither begin with the name of the module nor belong to its tables: addresses that
   * clients know already.
   */
  readonly controllers?: readonly string[]
  /** Routes of its own, made with `createRouteDefinition`. */
  readonly routes?: readonly ModuleRoute[]
  /** Pages that anybody may read: plain HTML from the server, feeds and maps of the site. */
  readonly publicPages?: readonly PublicPage<Types['tables']>[]
  /** Background jobs, made with `createJobDefinition`. */
  readonly jobs?: readonly AnyJob[]
  /** Checks of `tablewright doctor` in addition to those that follow from the schemas. */
  readonly checks?: readonly Check<Types['tables']>[]
  /** Tables that `tablewright rebuild` derives again, in this order, after the balances of the ledgers. */
  readonly derivations?: readonly Derivation<Types['tables']>[]
  /** Changes of its records that no conversion of a field covers; each runs once in a database, in this order. */
  readonly migrations?: readonly Migration<Types>[]
  /** Kinds of its notices: administrators choose by kind what they also receive by mail. */
  readonly notices?: readonly NoticeKind[]
  /** Its topics of the realtime hub: who may read them, and how they are fetched. */
  readonly topics?: readonly TopicKind<Types['tables']>[]
  /** Messages that it sends by mail or SMS. */
  readonly messages?: readonly MessageDeclaration[]
  /** Sends mail for all modules; at most one module supplies it. */
  readonly mailer?: Mailer
  /** The accounts of members; at most one module supplies them. */
  readonly members?: MemberAccounts
  /** Sends SMS for all modules; at most one module supplies it. */
  readonly smsSender?: SmsSender
  /** Balance and points of members; at most one module supplies them, as each of the contracts that follow. */
  readonly wallet?: Wallet
  /** Tells members what happened. */
  readonly memberNotices?: MemberNotices
  /** Payments of members. */
  readonly payments?: Payments
  /** Holds stock for orders of other modules. */
  readonly stockHolds?: StockHolds
  /** Questions for quizzes of other modules. */
  readonly questionBank?: QuestionBank
  /** Lessons of courses. */
  readonly lessons?: Lessons
  /** Finds words that texts may not contain, in place of the list of the site. */
  readonly wordFilter?: WordFilter
  /** Objects that the module is paid for through `scope.payments`. */
  readonly payProjects?: readonly PayProject[]
  /** Records that stock is held for through `scope.stockHolds`. */
  readonly stockHolders?: readonly StockHolder[]
  /** Lines that it shows to administrators about a member. */
  readonly memberCards?: readonly MemberCard[]
  /** Deletes and exports its data of a member. */
  readonly memberErasure?: MemberErasure
  /**
   * Stores the records that the module cannot work without, once its tables are there: with every start that may change
   * the database, and with `apply`. What exists already stays as it is. Several processes may run it at the same time.
   */
  prepare?(call: PrepareCall<Types>): Promise<void>
}

/** The hand-written part of a module, as the core runs it. */
export interface ServerModule extends Omit<OwnParts<AnyModule>, 'hooks'> {
  readonly hooks?: Readonly<Record<string, Hooks>>
  readonly effects?: Readonly<Record<string, Readonly<Record<string, Effect>>>>
}

/** The hand-written part of a module, as the compiler checks it. */
type CheckedModule<Types extends ModuleTypes> = OwnParts<Types> &
  (keyof Types['effects'] extends never
    ? { readonly effects?: Readonly<Record<string, never>> }
    : { readonly effects: ModuleEffects<Types> })

/**
 * Gives the hand-written part of a module its one shape. Hooks and effects are typed by what the generator knows of the
 * entities. An effect that is missing, and one that no schema runs, are compile errors.
 * @example
 * export const wmsServer = defineServerModule<WmsServerParts>({ name: 'wms', effects: { 'wms/relocation': { move } } })
 */
export function defineServerModule<Types extends ModuleTypes>(module: CheckedModule<Types>): ServerModule {
  // The core calls hooks and effects with rows of the very entity they are registered for, which it knows at run time
  // only.
  return module as unknown as ServerModule
}
