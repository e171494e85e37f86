/** Statements of busy places: compiled once for a database, then only filled with their values. */
import type { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'
import type { Row } from './tables.ts'

/** @param make the query with any values in the places of the later ones, in their order */
export function prepared(make: (query: Database['query']) => CompiledQuery): (database: Database, values: readonly unknown[]) => Promise<readonly Row[]> {
  const compiled = new WeakMap<Database, CompiledQuery>()
  return async (database, values) => {
    const statement = compiled.get(database) ?? make(database.query)
    compiled.set(database, statement)
    return (await database.query.executeQuery<Row>({ ...statement, parameters: values })).rows
  }
}
