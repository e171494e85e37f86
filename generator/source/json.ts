/** Values as JSON.parse gives them. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json | undefined
}

/** True for a JSON object: no list, not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object a value is, or an empty one: lets rules look into documents other rules have already refused. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The texts among the items of a list; nothing when the value is no list. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** The member of that own name, or undefined: names such as `constructor` find nothing by accident. */
export function member(value: unknown, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** The same object without members that are undefined, so that what is printed shows only what is said. */
export function present<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

/** A name as a part of a JSON pointer. */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
