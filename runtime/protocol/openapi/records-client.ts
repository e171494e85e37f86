/**
 * A client for records, typed by the schemas: which entities there are, what they are made of, what they take and what
 * can be done with them. Pages send its requests with the session of the browser, tests with that of an account.
 */

/** The types of one entity in `generated/api.ts`. */
export interface EntityTypes {
  /** A record as it is sent. */
  readonly row: object
  /** The input of `add`; `edit` takes a part of it. */
  readonly input: object
  /** Actions by name, with what they take. */
  readonly actions: object
}

/** Entities whose schemas the compiler does not know. */
export type AnyEntities = Readonly<
  Record<
    string,
    {
      readonly row: Readonly<Record<string, unknown>>
      readonly input: Readonly<Record<string, unknown>>
      readonly actions: Readonly<Record<string, { readonly input: Readonly<Record<string, unknown>> }>>
    }
  >
>

/** Ids of the entities, for example `shop/product`. */
export type EntityId<Entities> = keyof Entities & string
export type RowOf<Entities, Id extends keyof Entities> = Entities[Id] extends { readonly row: infer Row } ? Row : never
export type InputOfEntity<Entities, Id extends keyof Entities> = Entities[Id] extends { readonly input: infer Input }
  ? Input
  : never
type ActionsOf<Entities, Id extends keyof Entities> = Entities[Id] extends { readonly actions: infer Actions }
  ? Actions
  : never
export type ActionOf<Entities, Id extends keyof Entities> = keyof ActionsOf<Entities, Id> & string
type ActionInput<Entities, Id extends keyof Entities, Action> = Action extends keyof ActionsOf<Entities, Id>
  ? ActionsOf<Entities, Id>[Action] extends { readonly input: infer Input }
    ? Input
    : never
  : never

/** Whose record an action is about. `version` refuses it when the record has changed since. */
export interface Target {
  readonly id: number
  readonly version?: number
}

export interface RecordsClient<Entities> {
  /** One page of records; `query` as a list sends it, for example `search[0][field]=status&…`. */
  list<Id extends EntityId<Entities>>(entity: Id, query?: string): Promise<readonly RowOf<Entities, Id>[]>
  read<Id extends EntityId<Entities>>(entity: Id, id: number): Promise<RowOf<Entities, Id>>
  /** Adds a record and returns its id. */
  add<Id extends EntityId<Entities>>(entity: Id, values: InputOfEntity<Entities, Id>): Promise<number>
  /** Changes the named fields of a record. With `version`, it is refused when the record has changed since. */
  edit<Id extends EntityId<Entities>>(
    entity: Id,
    id: number,
    values: Partial<InputOfEntity<Entities, Id>> & { readonly version?: number },
  ): Promise<void>
  remove(entity: EntityId<Entities>, ...ids: number[]): Promise<void>
  /** Runs an action of a state machine on one record. Returns what it answers: the id, the new version, and more. */
  act<Id extends EntityId<Entities>, Action extends ActionOf<Entities, Id>>(
    entity: Id,
    action: Action,
    body: Target & ActionInput<Entities, Id, Action>,
  ): Promise<{ readonly id: number; readonly version: number; readonly [more: string]: unknown }>
}

/** One request; resolves with the `data` of a success, and rejects on anything else. */
export type SendRequest = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  query: string,
  body?: object,
) => Promise<unknown>

/**
 * @param controllerOf the controller of an entity; throws when there is none
 * @example
 * const records = createRecordsClient<Entities>(send, (entity) => controllers[entity])
 * await records.edit('shop/product', 7, { price: '12.50' })
 */
export function createRecordsClient<Entities>(
  send: SendRequest,
  controllerOf: (entity: EntityId<Entities>) => string,
): RecordsClient<Entities> {
  const route = (entity: EntityId<Entities>, action: string): string => `/admin/${controllerOf(entity)}/${action}`
  // The server keeps to its description: that is what the fuzzer of the API checks.
  const typed = <Data>(answer: Promise<unknown>): Promise<Data> => answer as Promise<Data>
  return {
    list: async <Id extends EntityId<Entities>>(entity: Id, query = '') =>
      (await typed<{ readonly list: readonly RowOf<Entities, Id>[] }>(send('GET', route(entity, 'index'), query))).list,
    read: async <Id extends EntityId<Entities>>(entity: Id, id: number) =>
      (await typed<{ readonly row: RowOf<Entities, Id> }>(send('GET', route(entity, 'edit'), `id=${id}`))).row,
    add: async (entity, values) =>
      (await typed<{ readonly id: number }>(send('POST', route(entity, 'add'), '', values as object))).id,
    edit: async (entity, id, values) => void (await send('POST', route(entity, 'edit'), '', { ...values, id })),
    remove: async (entity, ...ids) =>
      void (await send('DELETE', route(entity, 'del'), ids.map((id) => `ids[]=${id}`).join('&'))),
    act: (entity, action, body) => typed(send('POST', route(entity, action), '', body)),
  }
}
