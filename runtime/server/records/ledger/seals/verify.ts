/** Checks ledgers against their seals: nothing that was sealed may have changed or gone. */
import { sql } from 'kysely'
import type { TableModel, Text } from '../../../../protocol/index.ts'
import { rowId, type Database, type Row } from '../../../db/index.ts'
import type { Registry } from '../../../core/models/registry.ts'
import {
  canonicalTextOf,
  formatOf,
  hashAfter,
  sealName,
  sealOf,
  sealTable,
  startOf,
  type Seal,
  type SealedText,
  type SealPosition,
} from './canonical.ts'

/**
 * `changed`: the row differs from what was sealed. `missing`: the row is gone. `gap`: seals before it are gone.
 * `detached`: the seal its day continues is gone or another.
 */
type SealDamage = 'changed' | 'missing' | 'gap' | 'detached'

interface BrokenSeal {
  readonly damage: SealDamage
  readonly day: string
  readonly position: number
  /** Id of the ledger row. */
  readonly row: number
}

export interface LedgerReport {
  readonly ledger: string
  readonly label: Text
  readonly days: number
  /** Rows whose seal is intact; up to the first broken one. */
  readonly sealed: number
  /** Rows that have no seal yet. */
  readonly unsealed: number
  /** The first broken seal, by day and position; null = all are intact. */
  readonly broken: BrokenSeal | null
  /** The last seal: kept elsewhere and given to `missingSeals`, it shows later that nothing before it was cut off. */
  readonly last: SealPosition | null
}

/** Seals one statement reads. */
const pageSize = 500

/** The context of reads. */
type Store = Pick<Database, 'query' | 'adapter'>

interface VerifyScope {
  readonly database: Store
  readonly registry: Registry
}

/** Reports on every ledger; reads page by page and changes nothing. */
export async function verifyLedgers({ database, registry }: VerifyScope): Promise<readonly LedgerReport[]> {
  const reports: LedgerReport[] = []
  for (const ledger of registry.list.filter((model) => model.ledger)) reports.push(await verifyLedger(database, ledger))
  return reports
}

/**
 * Seals that were noted earlier and are not there any more: rows were cut off at the end of a ledger together with
 * their seals, or the whole chain was written anew.
 * @param noted names of seals, as `last` of a report gives them: day, position and hash with `/` between them
 * @returns those that no ledger has
 */
export async function missingSeals({ query }: Store, noted: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = []
  for (const name of noted) {
    const [day = '', position = '', hash = ''] = name.split('/')
    const lastSeal = await query
      .selectFrom(sealTable)
      .select('id')
      .where('day', '=', day)
      .where('position', '=', /^\d{1,9}$/.test(position) ? Number(position) : 0)
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (!lastSeal) missing.push(name)
  }
  return missing
}

async function verifyLedger(database: Store, ledger: TableModel): Promise<LedgerReport> {
  let [before, textOf]: [Seal | null, SealedText] = [null, canonicalTextOf(ledger, formatOf(ledger))]
  let [broken, sealed, days]: [BrokenSeal | null, number, number] = [null, 0, 0]
  while (broken === null) {
    const seals = await readSeals(database, ledger, before)
    if (seals.length === 0) break
    const rows = await readRows(database, ledger, seals)
    for (const seal of seals) {
      const isFirst = seal.day !== before?.day
      if (seal.format !== null) textOf = canonicalTextOf(ledger, seal.format)
      const damage =
        (await damageOf(database, ledger, seal, isFirst ? null : before)) ??
        rowDamage(ledger, textOf, seal, isFirst ? null : before, rows.get(seal.rowId))
      if (damage !== null) {
        broken = { damage, day: seal.day, position: seal.position, row: seal.rowId }
        break
      }
      sealed += 1
      days += Number(isFirst)
      before = seal
    }
  }
  const last = await database.query
    .selectFrom(sealTable)
    .selectAll()
    .where('ledger', '=', ledger.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { day, position, hash } = last ? sealOf(last) : { day: '', position: 0, hash: '' }
  return {
    ledger: ledger.id,
    label: ledger.label,
    days,
    sealed,
    unsealed: await countUnsealed(database, ledger),
    broken,
    last: last ? { day, position, hash } : null,
  }
}

/** The damage of the chain at this seal. @param before the seal before it in its day */
async function damageOf(
  { query }: Store,
  ledger: TableModel,
  seal: Seal,
  before: Seal | null,
): Promise<SealDamage | null> {
  // Guard I16: a removed seal is missed.
  if (seal.position !== (before?.position ?? 0) + 1) return 'gap'
  if (before !== null || seal.follows === null) return null
  const [day = '', position = '', hash = ''] = seal.follows.split('/')
  const row = await query
    .selectFrom(sealTable)
    .selectAll()
    .where('ledger', '=', ledger.id)
    .where('day', '=', day)
    .where('position', '=', Number(position))
    .executeTakeFirst()
  // Guard I16: each day continues the one before it.
  // Without: return row && sealName(sealOf(row)) === `${day}/${position}/${hash}` ? null : null
  return row && sealName(sealOf(row)) === `${day}/${position}/${hash}` ? null : 'detached'
}

function rowDamage(
  ledger: TableModel,
  textOf: SealedText,
  seal: Seal,
  before: Seal | null,
  row: Row | undefined,
): SealDamage | null {
  // Guard I16: a removed row is missed.
  // Without: if (!row) return null
  if (!row) return 'missing'
  const start = before?.hash ?? startOf(seal.formerLedger ?? ledger.id, seal.day, seal.follows)
  // Guard I16: a sealed row is compared with its seal.
  // Without: return hashAfter(start, textOf(row)) === seal.hash ? null : null
  return hashAfter(start, textOf(row)) === seal.hash ? null : 'changed'
}

async function readSeals({ query }: Store, ledger: TableModel, after: Seal | null): Promise<readonly Seal[]> {
  const all = query.selectFrom(sealTable).selectAll().where('ledger', '=', ledger.id)
  const rest = after
    ? all.where((row) =>
        row.or([
          row('day', '>', after.day),
          row.and([row('day', '=', after.day), row('position', '>', after.position)]),
        ]),
      )
    : all
  return (await rest.orderBy('day').orderBy('position').limit(pageSize).execute()).map(sealOf)
}

async function readRows(
  { query, adapter }: Store,
  ledger: TableModel,
  seals: readonly Seal[],
): Promise<ReadonlyMap<number, Row>> {
  const rows = await query
    .selectFrom(ledger.table)
    .selectAll()
    .where(adapter.isAmong(sql.ref('id'), JSON.stringify(seals.map((seal) => seal.rowId))))
    .execute()
  return new Map(rows.map((row) => [rowId(row), row]))
}

async function countUnsealed({ query }: Store, ledger: TableModel): Promise<number> {
  const row = await query
    .selectFrom(`${ledger.table} as l`)
    .leftJoin(`${sealTable} as s`, (join) => join.onRef('s.row_id', '=', 'l.id').on('s.ledger', '=', ledger.id))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('s.id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
