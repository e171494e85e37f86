/** The reads of checks and derivations: passes over whole tables, for which no request waits. */
import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Row } from '../db/index.ts'
import type { ReadLimits } from '../db/limits/read-limits.ts'
import type { Scope } from '../operation/scope.ts'

/** Long enough for a pass over millions of rows. */
const limits: ReadLimits = { account: null, signal: null, deadlineMs: 30 * 60_000 }

/** All rows of a statement, from one moment's data. */
export const readAll = ({ database }: Pick<Scope, 'database'>, statement: RawBuilder<unknown>): Promise<Row[]> => {
  const compiled: CompiledQuery = statement.compile(database.query)
  return database.rows(compiled, 'heavy', limits)
}
