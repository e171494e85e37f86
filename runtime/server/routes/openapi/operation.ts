/** How a route of the framework is described: its input and the data of its answer. */
import { apiAnswer, apiObject, type ApiSchema } from '../../../protocol/index.ts'

/** What a route takes and answers. Its method, address and need of a sign-in are in its declaration. */
export interface RouteDescription {
  readonly summary: string
  /** Parameters of the query by name; `[]` at the end of a name = several. */
  readonly query?: Readonly<Record<string, ApiSchema>>
  /** Names of the parameters that have to be sent. */
  readonly needs?: readonly string[]
  /** The JSON body of a POST; absent = there is none. */
  readonly body?: ApiSchema
  /** The form of an upload, instead of `body`. */
  readonly form?: ApiSchema
  readonly responses: ApiSchema
}

/** By address below the area, and by method where it answers to several: `Index/login`, `Index/login GET`. */
export type Descriptions = Readonly<Record<string, RouteDescription>>

export const text: ApiSchema = { type: 'string' }
export const optionalText: ApiSchema = { type: ['string', 'null'] }
export const integer: ApiSchema = { type: 'integer' }
export const id: ApiSchema = { type: 'integer', minimum: 1 }
export const boolean: ApiSchema = { type: 'boolean' }
/** 0 or 1, as old clients read it. */
export const flag: ApiSchema = { enum: [0, 1] }
export const nothing: ApiSchema = { type: 'null' }

/** What clients send. Further members are refused of ours (`x-tablewright: 1`), and left out of those of others. */
export const input = (
  properties: Readonly<Record<string, ApiSchema>>,
  required: readonly string[] = [],
): ApiSchema => ({ type: 'object', properties, required })

export const done: ApiSchema = apiAnswer(nothing)
export const answer = (properties: Readonly<Record<string, ApiSchema>>, required?: readonly string[]): ApiSchema =>
  apiAnswer(apiObject(properties, required))
