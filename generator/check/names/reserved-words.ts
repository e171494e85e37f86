/** Words that cannot be names: SQL's that are reserved in PostgreSQL or SQLite, and TypeScript's. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const sqlReservedWords = words(`
  all alter analyse analyze and any array as asc asymmetric authorization between binary both by case cast check
  collate collation column commit concurrently constraint create cross current_catalog current_date current_role
  current_schema current_time current_timestamp current_user default deferrable deferred delete desc distinct do drop
  else end escape except exists false fetch for foreign freeze from full grant group having if ilike in index indexed
  initially inner insert intersect into is isnull join lateral leading left like limit localtime localtimestamp
  natural not nothing notnull null offset oid on only or order outer overlaps placing primary references returning
  right rowid select session_user set similar some symmetric system_user table tablesample then to trailing
  transaction true union unique update user using values variadic verbose when where window with ctid xmin xmax cmin
  cmax tableoid
`)

export const typescriptReservedWords = words(`
  abstract any arguments as async await boolean break case catch class const constructor continue debugger declare
  default delete do else enum eval export extends false finally for function get if implements import in infer
  instanceof interface is keyof let module namespace never new null number object of package private protected public
  readonly require return set static string super switch symbol this throw true try type typeof undefined unique
  unknown var void while with yield
`)
