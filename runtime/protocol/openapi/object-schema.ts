/**
 * Parts of JSON Schemas of contracts, with the types that requests and answers derive from them. An object whose
 * members are not all required is written out.
 */

/** An object with all of these members. */
export const objectSchema = <const Properties extends object>(properties: Properties) =>
  ({ type: 'object', properties, required: namesOf(properties) }) as const

/** The same, or null. */
export const nullableObjectSchema = <const Properties extends object>(properties: Properties) =>
  ({ ...objectSchema(properties), type: ['object', 'null'] }) as const

export const arraySchema = <const Items extends object>(items: Items) => ({ type: 'array', items }) as const

const namesOf = <Properties extends object>(properties: Properties) =>
  // `Object.keys` does not know the keys of its argument.
  Object.keys(properties) as (keyof Properties & string)[]
