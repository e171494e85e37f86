import { sql, type SqlBool } from 'kysely'

const patternOf = (text: string): string =>
  `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, String.raw`\$&`)}%`

/** Questions whose text contains this one, whatever its case. */
export const matchesText = (text: string) => sql<SqlBool>`lower(title_text) like ${patternOf(text)} escape '\\'`
