import { sql, type SqlBool } from 'kysely'

/** Questions whose text contains this one, whatever its case. */
export function matchesText(text: string) {
  const pattern = `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<SqlBool>`lower(title_text) like ${pattern} escape '\\'`
}
