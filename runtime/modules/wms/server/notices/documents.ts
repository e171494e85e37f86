/** Documents that wait for their audit. */
import { sql } from 'kysely'
import { latestPast, publishNotice, type NoticeKind } from 'tablewright/server'
import { relocationOptions, warehousingOptions } from '#generated/wms/options.ts'
import { textOfAll } from '../i18n.ts'
import type { Transaction } from '#generated/wms/server.ts'
import { inboundToAudit, outboundToAudit, relocationToAudit } from './kinds.ts'
import { readMark, storeMark } from './mark.ts'

interface Kind {
  readonly table: 'wms_warehousing' | 'wms_outbound' | 'wms_relocation'
  readonly number: string
  readonly title: 'waiting.inbound' | 'waiting.outbound' | 'waiting.relocation'
  readonly notice: NoticeKind
}

const kinds: readonly Kind[] = [
  { table: 'wms_warehousing', number: 'receipt_no', title: 'waiting.inbound', notice: inboundToAudit },
  { table: 'wms_outbound', number: 'outbound_no', title: 'waiting.outbound', notice: outboundToAudit },
  { table: 'wms_relocation', number: 'relocation_no', title: 'waiting.relocation', notice: relocationToAudit },
]

/** Numbers that a notice lists. */
const maxListed = 5

/** @param until seconds since 1970: later ones wait for the next time */
export async function announceDocuments(trx: Transaction, until: number): Promise<void> {
  for (const kind of kinds) {
    const mark = await readMark(trx, kind.table)
    // From the newest back, which few are read of. What was made while the clock was ahead does not wait for that time.
    const { rows } = await sql<{ readonly id: number }>`select id from ${sql.table(kind.table)}
      where createtime <= ${until} or createtime > ${latestPast()} order by id desc limit 1`.execute(trx)
    const lastId = Number(rows[0]?.id ?? 0)
    if (mark && lastId > mark.lastId) await announce(trx, kind, await numbersOf(trx, kind, mark.lastId, lastId))
    if (!mark || lastId > mark.lastId) await storeMark(trx, kind.table, { lastId, lastTime: until })
  }
}

/**
 * A document whose audit was taken back waits again, which is another occurrence. Younger ones than the last look are
 * part of the next.
 */
export async function announceReopened(trx: Transaction, table: string, id: number): Promise<void> {
  const kind = kinds.find((candidate) => candidate.table === table)
  const mark = await readMark(trx, table)
  if (!kind || !mark || id > mark.lastId) return
  const { rows } = await sql<{ readonly number: string | null }>`select ${sql.ref(kind.number)} as number
    from ${sql.table(table)} where id = ${id}`.execute(trx)
  await announce(
    trx,
    kind,
    rows.map((row) => row.number ?? ''),
  )
}

/** Of what waits and was made in between, in the order it was made. */
async function numbersOf(trx: Transaction, { table, number }: Kind, after: number, upTo: number): Promise<string[]> {
  const isOpen = table === 'wms_relocation' ? sql`and status <> ${sql.lit(relocationOptions.status.cancelled)}` : sql``
  const { rows } = await sql<{ readonly number: string | null }>`select ${sql.ref(number)} as number
    from ${sql.table(table)} where id > ${after} and id <= ${upTo} and deletetime is null
    and audit_status = ${sql.lit(warehousingOptions.audit_status.unaudited)} ${isOpen} order by id`.execute(trx)
  return rows.map((row) => row.number ?? '')
}

async function announce(trx: Transaction, { title, notice }: Kind, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return
  const text = numbers.slice(0, maxListed).join(', ') + (numbers.length > maxListed ? ' …' : '')
  await publishNotice(trx, {
    kind: notice,
    title: textOfAll(title, { count: numbers.length }),
    content: textOfAll('waiting.content', { numbers: text }),
  })
}
