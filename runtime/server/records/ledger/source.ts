/** Reads the values of an entry: from the line, the document or the inputs, and from records they refer to. */
import { sql } from 'kysely'
import type { LedgerValue, PathModel, PostingModel, SourceModel } from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import type { PostingCall } from './call.ts'
import { joinPaths } from './joined-paths.ts'

/** The rows from which the sources of one entry are read. */
export interface EntrySource {
  readonly line: Readonly<Row>
  readonly document: Readonly<Row>
  readonly input: Readonly<Row>
}

/** Referenced values: by path, then by the id the path starts with. */
export type ReferencedValues = ReadonlyMap<PathModel, ReadonlyMap<number, LedgerValue>>

/** The first source that is not NULL. */
export function valueOfSources(
  sources: readonly SourceModel[],
  origin: EntrySource,
  behind: ReferencedValues,
): LedgerValue {
  for (const source of sources) {
    const own = origin[source.of][source.field] ?? null
    const value = source.path === null || own === null ? own : (behind.get(source.path)?.get(Number(own)) ?? null)
    if (value !== null) return value
  }
  return null
}

/** Reads the referenced values of all entries: one statement per path. */
export async function readReferencedValues(
  call: PostingCall,
  posting: PostingModel,
  origins: readonly EntrySource[],
): Promise<ReferencedValues> {
  const valuesByPath = new Map<PathModel, ReadonlyMap<number, LedgerValue>>()
  const sources = posting.entries.flatMap(({ values }) => Object.values(values).flat())
  for (const source of sources) {
    if (source.path === null) continue
    const ids = new Set(origins.map((origin) => Number(origin[source.of][source.field] ?? 0)))
    valuesByPath.set(source.path, await readPathValues(call, source.path, [...ids]))
  }
  return valuesByPath
}

async function readPathValues(
  { scope, trx }: PostingCall,
  path: PathModel,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LedgerValue>> {
  // A path has at least one step: the reference it starts with.
  const first = path.steps[0]!
  const joined = joinPaths([path], () => sql.ref('start.id'))
  const among = scope.database.adapter.isAmong(sql.ref('start.id'), JSON.stringify(ids))
  const rows = await sql<{
    id: number
    value: LedgerValue
  }>`select start.id as id, ${joined.value(path)} as value
    from ${sql.table(first.table)} as start ${joined.joins} where ${among}`.execute(trx)
  return new Map(rows.rows.map(({ id, value }) => [Number(id), value]))
}
