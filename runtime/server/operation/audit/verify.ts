/** Checks the chains of log entries: no entry of a record may have been changed or removed, except by retention. */
import type { SystemDatabase, SystemReading, SystemRow } from '../access/system-tables.ts'
import { auditTable } from './audit.ts'
import { chainTable, entryHash } from './chain.ts'

interface LogDamage {
  /** For example `wms/outbound`. */
  readonly entity: string
  readonly record: number
  /** Position of the first entry that is not as it was written. */
  readonly position: number
  /** `changed`: it differs from what was written. `missing`: it is gone, or the end of its chain is. */
  readonly damage: 'changed' | 'missing'
}

export interface LogReport {
  readonly records: number
  /** Intact entries; of a damaged record those before the damage. */
  readonly entries: number
  /** The first damage of each record, of at most a hundred. */
  readonly damages: readonly LogDamage[]
}

type RecordLog = SystemRow<'record_log'>

/** Records one statement reads, and damages that are reported. */
const pageSize = 100

/** Reads page by page and changes nothing. Entries from before there were chains have none and are not checked. */
export async function verifyLog({ query }: Pick<SystemDatabase, 'query'>): Promise<LogReport> {
  const damages: LogDamage[] = await lostEnds(query)
  let [records, entries, after] = [0, 0, 0]
  for (;;) {
    const ends = await query
      .selectFrom(chainTable)
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    if (ends.length === 0) return { records, entries, damages: damages.slice(0, pageSize) }
    for (const end of ends) {
      let { intact, damage } = verifyRecord(end, await entriesOf(query, end))
      // An entry that is written between the two statements looks like one too many.
      if (damage) ({ intact, damage } = verifyRecord(...(await atOneMoment(query, end))))
      entries += intact
      if (damage) damages.push(damage)
    }
    records += ends.length
    after = ends[ends.length - 1]?.id ?? after
  }
}

function entriesOf(query: SystemReading, end: RecordLog): Promise<readonly SystemRow<'admin_log'>[]> {
  return query
    .selectFrom(auditTable)
    .selectAll()
    .where('entity', '=', end.entity)
    .where('record_id', '=', end.record_id)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute()
}

/** The end of a record's chain and its entries, read by one statement. */
async function atOneMoment(
  query: SystemReading,
  end: RecordLog,
): Promise<[RecordLog, readonly SystemRow<'admin_log'>[]]> {
  const rows = await query
    .selectFrom(`${chainTable} as c`)
    .innerJoin(`${auditTable} as l`, (join) =>
      join.onRef('l.entity', '=', 'c.entity').onRef('l.record_id', '=', 'c.record_id'),
    )
    .selectAll('l')
    .select(['c.position as end_position', 'c.hash as end_hash', 'c.removed as end_removed'])
    .select('c.removed_hash as end_removed_hash')
    .where('c.id', '=', end.id)
    .where('l.position', 'is not', null)
    .orderBy('l.position')
    .execute()
  const [first] = rows
  if (!first) return [end, []]
  const { end_position: position, end_hash: hash, end_removed: removed, end_removed_hash: removedHash } = first
  return [{ ...end, position, hash, removed, removed_hash: removedHash }, rows]
}

function verifyRecord(
  end: RecordLog,
  rows: readonly SystemRow<'admin_log'>[],
): { readonly intact: number; readonly damage: LogDamage | null } {
  let [position, hash] = [end.removed ?? 0, end.removed_hash ?? '']
  const damaged = (damage: LogDamage['damage']): LogDamage => ({
    entity: end.entity,
    record: end.record_id,
    position: position + 1,
    damage,
  })
  for (const [index, row] of rows.entries()) {
    if (row.position !== position + 1) return { intact: index, damage: damaged('missing') }
    if (entryHash(hash, row) !== row.hash) return { intact: index, damage: damaged('changed') }
    position += 1
    hash = row.hash
  }
  // Guard T80: the last entry of a record is known.
  // Without: const isWhole = position <= end.position
  const isWhole = position === end.position && hash === end.hash
  return { intact: rows.length, damage: isWhole ? null : damaged('missing') }
}

/** Records whose entries are chained and that have lost the end of the chain. */
async function lostEnds(query: SystemReading): Promise<LogDamage[]> {
  const rows = await query
    .selectFrom(`${auditTable} as l`)
    .leftJoin(`${chainTable} as c`, (join) =>
      join.onRef('c.entity', '=', 'l.entity').onRef('c.record_id', '=', 'l.record_id'),
    )
    .select(['l.entity', 'l.record_id'])
    .distinct()
    .where('l.position', 'is not', null)
    .where('c.id', 'is', null)
    .orderBy('l.entity')
    .orderBy('l.record_id')
    .limit(pageSize)
    .execute()
  return rows.map((row) => ({
    entity: row.entity ?? '',
    record: row.record_id ?? 0,
    position: 1,
    damage: 'missing',
  }))
}
