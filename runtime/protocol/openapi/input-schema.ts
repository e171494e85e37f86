/** Schemas of what routes take, and their types. */

/** The type of values of any shape, within the limits that all bodies have. */
export type AnyJson = readonly ['string', 'number', 'boolean', 'array', 'object', 'null']

/** The JSON Schemas that inputs may consist of. */
export type InputSchema =
  | {
      readonly type: 'string'
      readonly maxLength: number
      readonly minLength?: number
      readonly pattern?: string
      readonly enum?: readonly string[]
      readonly description?: string
    }
  | {
      readonly type: 'integer' | 'number'
      readonly minimum?: number
      readonly maximum?: number
      readonly enum?: readonly number[]
      readonly description?: string
    }
  /** Numbers that some clients send as text. The handler reads it; the format says what it accepts. */
  | {
      readonly type: readonly ['string', 'number'] | readonly ['string', 'integer']
      readonly maxLength: number
      readonly format?: 'decimal' | 'integer'
      readonly description?: string
    }
  /** Texts that may be absent. */
  | { readonly type: readonly ['string', 'null']; readonly maxLength: number; readonly description?: string }
  | { readonly type: 'boolean'; readonly description?: string }
  /** Values of clients of other products, of which the handler reads the parts that it understands. */
  | { readonly type: AnyJson; readonly description?: string }
  | {
      readonly type: 'array'
      readonly items: InputSchema
      readonly maxItems: number
      readonly minItems?: number
      readonly uniqueItems?: boolean
      readonly description?: string
    }
  | ObjectSchema

/** An object; members that it does not declare are left out. */
export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, InputSchema>>
  readonly required?: readonly string[]
  readonly description?: string
}

/** The type of values that a schema accepts. */
export type InputOf<Schema> = Schema extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : Schema extends { readonly type: 'string' }
    ? string
    : Schema extends { readonly type: readonly ['string', 'number' | 'integer'] }
      ? string | number
      : Schema extends { readonly type: readonly ['string', 'null'] }
        ? string | null
        : Schema extends { readonly type: 'integer' | 'number' }
          ? number
          : Schema extends { readonly type: 'boolean' }
            ? boolean
            : Schema extends { readonly type: AnyJson }
              ? unknown
              : Schema extends { readonly type: 'array'; readonly items: infer Items }
                ? readonly InputOf<Items>[]
                : Schema extends { readonly properties: infer Properties }
                  ? { readonly [Name in keyof Properties & RequiredIn<Schema>]: InputOf<Properties[Name]> } & {
                      readonly [Name in Exclude<keyof Properties, RequiredIn<Schema>>]?: InputOf<Properties[Name]>
                    }
                  : Readonly<Record<never, never>>

type RequiredIn<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never
