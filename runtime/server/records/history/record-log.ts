/**
 * What was done to records: their entries of the admin log, and what imports did to them. An import has one entry of
 * the log for all of its records; what it did to one of them comes after the newest entry there was in that moment.
 */
import { auditTable } from '../../operation/audit/audit.ts'
import type { Reading, Row } from '../../db/index.ts'
import { importTable } from './import-changes.ts'

export interface LogSpan {
  /** Entries that are read at most, newest first. */
  readonly limit?: number
  /** Only what came after this entry of the log. */
  readonly after?: number
}

/**
 * Entries of records of one table, newest first; those of imports have the action `import.add` or `import.edit`, the id
 * of the entry of the whole import, and `undo_time` once they were undone.
 */
export async function readRecordLog(
  query: Reading,
  entity: string,
  ids: readonly number[],
  { limit, after = 0 }: LogSpan = {},
): Promise<readonly Row[]> {
  const own = query
    .selectFrom(`${auditTable} as l`)
    .leftJoin('admin as a', 'a.id', 'l.admin_id')
    .select(['l.id', 'l.record_id', 'l.admin_id', 'l.action', 'l.username', 'l.data', 'l.create_time', 'a.nickname'])
    .where('l.entity', '=', entity)
    .where('l.record_id', 'in', [...ids])
    .where('l.id', '>', after)
    .orderBy('l.id', 'desc')
  const imported = query
    .selectFrom(`${importTable} as c`)
    .leftJoin(`${auditTable} as l`, 'l.id', 'c.log_id')
    .leftJoin('admin as a', 'a.id', 'l.admin_id')
    .select(['c.id as part', 'c.after_id', 'c.log_id as id', 'c.record_id', 'c.data', 'c.create_time', 'c.undo_time'])
    .select(['c.action as part_action', 'l.admin_id', 'l.username', 'a.nickname'])
    .where('c.entity', '=', entity)
    .where('c.record_id', 'in', [...ids])
    .where('c.after_id', '>=', after)
    .orderBy('c.id', 'desc')
  const logged: readonly Row[] = await (limit === undefined ? own : own.limit(limit)).execute()
  const parts: readonly Row[] = await (limit === undefined ? imported : imported.limit(limit)).execute()
  if (parts.length === 0) return logged
  const all = [
    ...logged.map((row): Row => ({ ...row, after_id: row['id'] ?? 0, part: 0 })),
    ...parts.map(({ part_action: action, ...row }): Row => ({ ...row, action: `import.${String(action)}` })),
  ]
  return all
    .toSorted(
      (left, right) =>
        Number(right['after_id']) - Number(left['after_id']) || Number(right['part']) - Number(left['part']),
    )
    .slice(0, limit)
}
