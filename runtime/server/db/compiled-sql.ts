/** Caches the SQL text of frequent statements, because compiling one can cost more than running it. */
import { CompiledQuery, type Compilable } from 'kysely'
import { memoizeByObject, type StoredValue } from '../../protocol/index.ts'
import type { Reading, Row } from './tables.ts'

/** By database, then by owner, then by key. */
const textsOf = memoizeByObject((_adapter: object, _owner: object) => new Map<string, string | null>())

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
  const texts = textsOf(query.getExecutor().adapter, owner)
  const known = texts.get(key)
  if (known !== undefined) return known as Text
  const text = print()
  texts.set(key, text)
  return text
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
  const { rows, numAffectedRows } = await query.executeQuery<Result>(CompiledQuery.raw(text, [...values]))
  return { rows, changed: Number(numAffectedRows ?? 0) }
}
