/** Caches the SQL text of frequent statements, because compiling one can cost more than running it. */
import { CompiledQuery, createQueryId, type Compilable, type QueryResult } from 'kysely'
import { memoizeByObject, type StoredValue } from '../../protocol/index.ts'
import { asItIs } from './stored.ts'
import type { Reading, Row } from './tables.ts'

/** By database, then by owner, then by key. */
const textsOf = memoizeByObject((_database: object, _owner: object) => new Map<string, string | null>())

/** What stands for a database whose columns are stored in another way than when its first texts were compiled. */
const renewed = new WeakMap<object, object>()

/** The object that texts compiled for a database live with. */
export function compiledFor(query: Pick<Reading, 'getExecutor'>): object {
  const { adapter } = query.getExecutor()
  return renewed.get(adapter) ?? adapter
}

/** To be called when texts compiled so far no longer fit the tables. */
export function forgetCompiled(query: Pick<Reading, 'getExecutor'>): void {
  renewed.set(query.getExecutor().adapter, {})
}

/**
 * The SQL text, compiled once per database.
 * @param owner the object the text is derived from; the text lives as long as it
 * @param key distinguishes the texts of one owner
 */
export function compiledSql<Text extends string | null>(
  query: Pick<Reading, 'getExecutor'>,
  owner: object,
  key: string,
  print: () => Text,
): Text {
  const texts = textsOf(compiledFor(query), owner)
  const known = texts.get(key)
  if (known !== undefined) return known as Text
  const text = print()
  texts.set(key, text)
  return text
}

/** Runs a text about tables as the database has them, such as a step of a plan; it is sent as it is. */
export async function runText(
  query: Pick<Reading, 'getExecutor' | 'executeQuery'>,
  text: string,
): Promise<readonly Row[]> {
  const [executor, id] = [query.getExecutor(), createQueryId()]
  const compiled = executor.compileQuery<Row>(executor.transformQuery(asItIs(text), id), id)
  return (await query.executeQuery(compiled)).rows
}

/**
 * Runs a query whose text depends on owner and key alone.
 * @param values its parameters in the order in which the text names them; what `build` binds does not count
 */
export async function runCached<Result = Row>(
  query: Pick<Reading, 'getExecutor' | 'executeQuery'>,
  owner: object,
  key: string,
  build: () => Compilable<Result>,
  values: readonly StoredValue[],
): Promise<{ readonly rows: readonly Result[]; readonly changed: number }> {
  const text = compiledSql(query, owner, key, () => build().compile().sql)
  const { rows, numAffectedRows } = await executeText<Result>(query, text, values)
  return { rows, changed: Number(numAffectedRows ?? 0) }
}

/**
 * Runs a text with the values of its parameters. Kysely's own way would make and freeze a tree for each statement.
 */
export function executeText<Result>(
  query: Pick<Reading, 'executeQuery'>,
  text: string,
  values: readonly unknown[],
): Promise<QueryResult<Result>> {
  return query.executeQuery<Result>({ sql: text, parameters: values, query: rawText, queryId: createQueryId() })
}

/** What Kysely would show of such a statement: no plugin of ours looks at it. */
const rawText = CompiledQuery.raw('').query
