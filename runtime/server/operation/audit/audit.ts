/**
 * The admin log: one row for every write, in the write's own transaction, so that neither can be there without the
 * other.
 */
import {
  linesOf,
  memoizeByObject,
  type FieldModel,
  type MachineActionModel,
  type TableModel,
} from '../../../protocol/index.ts'
import type { SystemTransaction } from '../access/system-tables.ts'
import { nowSeconds } from '../../core/clock.ts'
import { writeChained, type LogRow } from './chain.ts'
import type { Audit, AuditEntry } from './entry.ts'
import { auditLimits, auditText, auditUrl } from './mask.ts'
import { storedTitle, titleOf, type LoggedAction } from './title.ts'

/** What is known about the caller before the operation runs. */
export interface AuditContext {
  readonly actor: { readonly id: number | null; readonly username: string } | null
  /** The requested address, or the command that runs. */
  readonly url: string
  readonly ip: string
  readonly agent: string
  /** What was sent: query and body. */
  readonly params: () => Readonly<Record<string, unknown>>
}

export const auditTable = 'admin_log'

export function createAudit(facts: AuditContext): Audit {
  return async (trx, entry) => {
    const params = entry.isWithoutInput ? {} : facts.params()
    const data = auditText(params, entry.secrets, entry.data)
    if (entry.row) {
      await trx.updateTable(auditTable).set({ data }).where('id', '=', entry.row).execute()
      return entry.row
    }
    const rows = rowsOf(facts, entry, data)
    let first = 0
    for (let start = 0; start < rows.length; start += batchSize) {
      const part = rows.slice(start, start + batchSize)
      // Not `||=` around the call itself: that would skip every batch but the first.
      const write = (whole: readonly LogRow[]): Promise<number> => insert(trx, whole)
      const id = await (entry.records?.isChained ? writeChained(trx, part, write) : write(part))
      first ||= id
    }
    return first
  }
}

/** @returns the id of the first */
async function insert(trx: SystemTransaction, rows: readonly LogRow[]): Promise<number> {
  const written = await trx
    .insertInto(auditTable)
    .values([...rows])
    .returning('id')
    .execute()
  return Number(written[0]?.id)
}

/** Rows per statement: far below the parameter limit of both engines. */
const batchSize = 200

/** One row for each record, or one for an operation without. */
function rowsOf(facts: AuditContext, entry: AuditEntry, data: string): readonly LogRow[] {
  const row = rowOf(facts, entry, data)
  const ids = entry.records?.ids ?? []
  return ids.length <= 1
    ? [row]
    : [...new Set(ids)].toSorted((left, right) => left - right).map((id) => ({ ...row, record_id: id }))
}

/** Of the first record, where there are some. */
function rowOf(
  facts: AuditContext,
  { title, admin = facts.actor ?? undefined, records, isWithoutInput }: AuditEntry,
  data: string,
): LogRow {
  const [record] = records?.ids ?? []
  return {
    admin_id: admin?.id ?? null,
    username: (admin?.username ?? '').slice(0, 30),
    url: auditUrl(isWithoutInput ? facts.url.replace(/[?#].*/s, '') : facts.url),
    title: storedTitle(title),
    data,
    ip: facts.ip.slice(0, 45),
    useragent: facts.agent.slice(0, auditLimits.agent),
    create_time: nowSeconds(),
    version: 1,
    entity: record === undefined ? null : (records?.entity ?? null),
    action: record === undefined ? null : (records?.action ?? null),
    record_id: record ?? null,
    position: null,
    hash: null,
  }
}

/**
 * The entry of a write on a table. Values of its private fields are secrets, whatever they are called. @param ids of
 * the records, where there are any
 */
export function tableEntry(
  model: TableModel,
  action: LoggedAction | MachineActionModel,
  more: Pick<AuditEntry, 'data' | 'row'> = {},
  ids: readonly number[] = [],
): AuditEntry {
  const name = typeof action === 'string' ? action : action.name
  return {
    title: titleOf(model, action),
    // Records with states are what others rely on: nobody may change what was done to them.
    ...(ids.length > 0 && { records: { entity: model.id, action: name, ids, isChained: model.machine !== undefined } }),
    secrets: typeof action === 'string' ? secretsOf(model) : [...secretsOf(model), ...privateNames(action.input)],
    ...more,
  }
}

const privateNames = (fields: readonly FieldModel[]): readonly string[] =>
  fields.filter((field) => field.private).map((field) => field.name)

/** Private fields of a table and of its lines. */
const secretsOf = memoizeByObject((model: TableModel): readonly string[] =>
  privateNames([...model.fields, ...linesOf(model).flatMap((field) => field.fields ?? [])]),
)
