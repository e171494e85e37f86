/** How values of PostgreSQL arrive: integers as numbers, truth as 0 or 1, as on the other engine. */
import type pg from 'pg'

type Parser = (text: string) => unknown

/** For the driver: the parsers below, else its own. */
export function valueTypes({ types }: typeof pg): pg.CustomTypesConfig {
  const parsers: ReadonlyMap<number, Parser> = new Map<number, Parser>([
    [types.builtins.INT8, safeInteger],
    [types.builtins.NUMERIC, (text) => (/^-?\d+$/.test(text) ? safeInteger(text) : text)],
    [types.builtins.BOOL, (text) => (text === 't' ? 1 : 0)],
    // JSON columns stay text; the kinds parse them.
    [types.builtins.JSON, (text) => text],
    [types.builtins.JSONB, (text) => text],
  ])
  return {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      parsers.get(oid) ?? types.getTypeParser(oid, format ?? 'text')) as typeof types.getTypeParser,
  }
}

/** An integer as a number; throws a RangeError rather than lose digits. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the integer ${text} is larger than a number can hold exactly`)
  return value
}
