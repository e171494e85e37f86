/** Statements that are texts already. */
import { CompiledQuery, createQueryId, type QueryResult } from 'kysely'
import { asItIs } from './column-storage.ts'
import type { Reading, Row, Statement } from './tables.ts'

/** Runs a text about tables as the database has them, such as a step of a plan; it is sent as it is. */
export async function runText(
  query: Pick<Reading, 'getExecutor' | 'executeQuery'>,
  text: string,
): Promise<readonly Row[]> {
  const [executor, id] = [query.getExecutor(), createQueryId()]
  const compiled = executor.compileQuery<Row>(executor.transformQuery(asItIs(text), id), id)
  return (await query.executeQuery(compiled)).rows
}

/** Runs a finished statement. */
export const runStatement = (
  query: Pick<Reading, 'executeQuery'>,
  { sql, parameters }: Statement,
): Promise<QueryResult<Row>> => query.executeQuery(CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<Row>)
