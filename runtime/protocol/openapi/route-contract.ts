/**
 * What the sender and the receiver of a request agree on: a route of a module is declared once, the server answers it,
 * and pages and tests send it, all three typed by its schemas.
 */
import type { ApiSchema } from './answers.ts'
import type { InputOf, ObjectSchema } from './input-schema.ts'

type Method = 'GET' | 'POST' | 'DELETE'

export interface RouteContract<
  Input extends ObjectSchema | null = ObjectSchema | null,
  Answer extends ApiSchema = ApiSchema,
  Sending extends Method = Method,
> {
  /** `<controller>/<action>`, for example `yard.Visit/arrivals`. */
  readonly path: string
  readonly area: 'admin' | 'api'
  readonly method: Sending
  /** The schema of the query, for POST of the body; null = there is no input. */
  readonly input: Input
  /** JSON Schema of the `data` of a success. */
  readonly answer: Answer
}

/**
 * Declares a route for both sides.
 * @example
 * export const arrivals = defineRouteContract({
 *   path: 'yard.Visit/arrivals',
 *   area: 'admin',
 *   method: 'GET',
 *   input: { type: 'object', properties: { haulier: { type: 'integer', minimum: 1 } }, required: ['haulier'] },
 *   answer: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
 * })
 */
export const defineRouteContract = <
  const Input extends ObjectSchema | null,
  const Answer extends ApiSchema,
  const Sending extends Method,
>(
  contract: RouteContract<Input, Answer, Sending>,
): RouteContract<Input, Answer, Sending> => contract

/** The type that a schema describes; unknown where it says nothing that the compiler can read. */
export type AnswerOf<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly anyOf: readonly (infer Member)[] }
      ? AnswerOfEach<Member>
      : Schema extends { readonly type: readonly (infer Name)[] }
        ? AnswerNamed<Name, Schema>
        : Schema extends { readonly type: infer Name }
          ? AnswerNamed<Name, Schema>
          : unknown

type AnswerOfEach<Schema> = Schema extends unknown ? AnswerOf<Schema> : never

type AnswerNamed<Name, Schema> = Name extends 'string'
  ? string
  : Name extends 'integer' | 'number'
    ? number
    : Name extends 'boolean'
      ? boolean
      : Name extends 'null'
        ? null
        : Name extends 'array'
          ? readonly AnswerOf<Schema extends { readonly items: infer Items } ? Items : unknown>[]
          : Name extends 'object'
            ? ObjectAnswer<Schema>
            : unknown

type ObjectAnswer<Schema> = Schema extends { readonly properties: infer Properties }
  ? { readonly [Member in keyof Properties & RequiredIn<Schema>]: AnswerOf<Properties[Member]> } & {
      readonly [Member in Exclude<keyof Properties, RequiredIn<Schema>>]?: AnswerOf<Properties[Member]>
    }
  : Schema extends { readonly additionalProperties: infer Values }
    ? Readonly<Record<string, AnswerOf<Values>>>
    : Readonly<Record<string, unknown>>

type RequiredIn<Schema> = Schema extends { readonly required: readonly (infer Member)[] } ? Member : never

/** Null is no input: it is left out. */
export type ContractInput<Input> = Input extends null ? null : InputOf<Input>

/** A request of a route, without its origin and who sends it. */
export interface ContractRequest {
  readonly method: Method
  readonly path: string
  readonly query: string
  readonly body?: object
}

/** The request with that input. */
export function requestOf<Input extends ObjectSchema | null>(
  { path, area, method, input: schema }: RouteContract<Input>,
  input: ContractInput<Input>,
): ContractRequest {
  const address = { method, path: `/${area}/${path}` }
  if (schema === null || input === null) return { ...address, query: '' }
  if (method === 'POST') return { ...address, query: '', body: input as object }
  const parts = Object.entries(input as object).flatMap(([name, value]) => queryParts(name, value))
  return { ...address, query: new URLSearchParams(parts).toString() }
}

/** Names and texts of one member; none for what is absent. Lists are `name[0]=…&name[1]=…`. */
function queryParts(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([member, memberValue]) => queryParts(`${name}[${member}]`, memberValue))
}
