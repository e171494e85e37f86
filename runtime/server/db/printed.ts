/** Texts of statements that are asked again and again: building one anew may cost more than running it. */
import { CompiledQuery, type Compilable } from 'kysely'
import type { StoredValue } from '../../protocol/index.ts'
import type { Reading, Row } from './tables.ts'

/** By database, then by what they are printed from, then by what tells them apart. */
const texts = new WeakMap<object, WeakMap<object, Map<string, string | null>>>()

/**
 * The text, printed once for each database.
 * @param owner what it is printed from: the text lives as long
 * @param key tells the texts of one owner apart
 */
export function textOf<Text extends string | null>(
  query: Pick<Reading, 'getExecutor'>,
  owner: object,
  key: string,
  print: () => Text,
): Text {
  const ofDatabase = memberOf(
    texts,
    query.getExecutor().adapter,
    () => new WeakMap<object, Map<string, string | null>>(),
  )
  const ofOwner = memberOf(ofDatabase, owner, () => new Map<string, string | null>())
  if (!ofOwner.has(key)) ofOwner.set(key, print())
  return ofOwner.get(key)! as Text
}

/**
 * Runs a query whose text depends on owner and key alone.
 * @param values its parameters in the order in which the text names them; what `build` binds does not count
 */
export async function runPrinted(
  query: Omit<Reading, 'selectFrom'>,
  owner: object,
  key: string,
  build: () => Compilable,
  values: readonly StoredValue[],
): Promise<{ readonly rows: readonly Row[]; readonly changed: number }> {
  const text = textOf(query, owner, key, () => build().compile().sql)
  const { rows, numAffectedRows } = await query.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
  return { rows, changed: Number(numAffectedRows ?? 0) }
}

function memberOf<Value extends object>(map: WeakMap<object, Value>, key: object, make: () => Value): Value {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}
