/** The reads of checks and derivations. */
import type { RawBuilder } from 'kysely'
import type { Row } from '../../db/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { readScan } from '../../records/query/run.ts'

/** All rows of a statement, from one moment's data. */
export const readAll = <DB>(
  scope: Pick<Scope<DB>, 'database' | 'signal'>,
  statement: RawBuilder<unknown>,
): Promise<Row[]> => readScan(scope, statement.compile(scope.database.query))

/** The same of SQL text, for which columns are what the database stores. */
export const readText = (scope: Pick<Scope, 'database' | 'signal'>, text: string): Promise<Row[]> =>
  readScan(scope, { sql: text, parameters: [] })
