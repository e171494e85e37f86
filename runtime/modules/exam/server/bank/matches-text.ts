import { sql, type SqlBool } from 'kysely'
import { likePattern } from 'tablewright/server'

/** Questions whose text contains this one, whatever its case. */
export const matchesText = (text: string) =>
  sql<SqlBool>`lower(title_text) like ${likePattern(text.trim().toLowerCase())} escape '\\'`
