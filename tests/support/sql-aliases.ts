/** Finds the names that statements give to tables, columns and common tables, by the texts of the sources. */
import { Visitor } from 'rolldown/utils'
import { parseSync } from 'vite'
import type { SourceFile } from './source-tree.ts'

export interface SqlAlias {
  readonly name: string
  /** Path of the file, with the text it was found in. */
  readonly place: string
}

/** Words of SQL: a text with several of them is a part of a statement. */
const statement = /\b(select|from|join|where|update|insert|with recursive|order by)\b[^]*/i
/** Tables of the engine itself have no columns of ours. */
const catalogue = /\b(pg_|sqlite_|pragma_|information_schema)/
const words =
  'bigint integer text numeric json jsonb real double char tsquery regclass boolean date oid smallint timestamp blob ' +
  'const materialized not select on null case'
const types = new RegExp(`^(${words.replaceAll(' ', '|')})$`)

/** What stands for an expression of a template. */
const hole = '\u0001'

/** @returns every alias, those of Kysely's builders (`table as alias`) included */
export function aliasesOf({ path, text }: SourceFile): readonly SqlAlias[] {
  const found: SqlAlias[] = []
  const add = (sql: string) => {
    if (!statement.test(sql) || catalogue.test(sql)) return
    const names = [
      ...[...sql.matchAll(/\bas\s+"?([a-z_][a-z0-9_]*)\b/gi)].map(([, name = '']) => name),
      ...[
        ...sql.matchAll(
          /(?:\bwith(?: recursive)?|,)\s+"?([a-z_][a-z0-9_]*)"?\s*(?:\(([^()]*)\))?\s+as\s+(?:materialized\s*)?\(/gi,
        ),
      ].flatMap(([, name = '', columns = '']) => [name, ...columns.split(',').map((one) => one.trim())]),
    ]
    for (const name of names)
      if (/^[a-z_]\w*$/i.test(name) && !types.test(name))
        found.push({ name, place: `${path}: ${sql.replaceAll(hole, '…').replace(/\s+/g, ' ').slice(0, 120)}` })
  }
  new Visitor({
    TemplateLiteral: (node) => add(node.quasis.map(({ value }) => value.cooked ?? '').join(hole)),
    Literal: (node) => {
      if (typeof node.value !== 'string') return
      add(node.value)
      const [, name] = /^[\w.]+ as (\w+)$/.exec(node.value) ?? []
      if (name) found.push({ name, place: `${path}: ${node.value}` })
    },
  }).visit(parseSync(path, text).program)
  return found
}
