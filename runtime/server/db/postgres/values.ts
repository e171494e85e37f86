/** How values of PostgreSQL arrive: integers as numbers, truth as 0 or 1, as on the other engine. */
import pg from 'pg'

type Parser = (text: string) => unknown

const parsers: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [pg.types.builtins.INT8, safeInteger],
  [pg.types.builtins.NUMERIC, (text) => (/^-?\d+$/.test(text) ? safeInteger(text) : text)],
  [pg.types.builtins.BOOL, (text) => (text === 't' ? 1 : 0)],
  // JSON columns stay text; the kinds parse them.
  [pg.types.builtins.JSON, (text) => text],
  [pg.types.builtins.JSONB, (text) => text],
])

/** For `pg`: the parsers above, else its own. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format ?? 'text')) as typeof pg.types.getTypeParser,
}

/** An integer as a number; throws a RangeError rather than lose digits. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the integer ${text} is larger than a number can hold exactly`)
  return value
}
