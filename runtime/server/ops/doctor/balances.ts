/** Derives the balances of ledgers from their rows. */
import { sql } from 'kysely'
import {
  decimalText,
  requireField,
  type BalanceModel,
  type LedgerModel,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import { storedValue, targetTable, type Row, type Transaction } from '../../db/index.ts'
import { isTotalOf, lockBalances } from '../../records/ledger/balance.ts'
import { movementsOf } from '../../records/ledger/movement.ts'
import type { Scope } from '../../operation/scope.ts'
import { rebuildTitle, type Derivation, type Derived, type DerivedChange } from './derivation.ts'
import { differingSums, wrongLast } from './ledger-checks.ts'
import { readAll } from './read.ts'

/** One derivation for each balance, totals first: they are locked first, too. */
export function balanceDerivations(models: readonly TableModel[]): readonly Derivation[] {
  return models.flatMap((table) => {
    const { ledger } = table
    if (!ledger) return []
    const isTotal = (balance: BalanceModel): boolean => ledger.balances.some((one) => isTotalOf(balance, one))
    const ordered = [...ledger.balances].sort((one, other) => Number(isTotal(other)) - Number(isTotal(one)))
    return ordered.flatMap((balance) => {
      const owner = models.find(({ id }) => id === balance.entity)
      return owner ? [derivationOf(table, ledger, balance, owner)] : []
    })
  })
}

function derivationOf(table: TableModel, ledger: LedgerModel, balance: BalanceModel, owner: TableModel): Derivation {
  const field = requireField(owner, balance.field)
  const kept: Kept = { table, ledger, balance, scale: field.scale ?? 0 }
  return {
    name: `${table.id}/${balance.entity.split('/')[1]}.${balance.field}`,
    label: {
      'zh-cn': `${owner.label['zh-cn']}：${field.label['zh-cn']}（来自${table.label['zh-cn']}）`,
      en: `${owner.label.en}: ${field.label.en} (from ${table.label.en})`,
    },
    async run(scope, write) {
      const keys = await readDiffering(scope, kept)
      const derived: Derived[] = []
      for (let at = 0; at < keys.length; at += batchSize) {
        const part = keys.slice(at, at + batchSize)
        derived.push(
          write
            ? await scope.database.write((trx) => writePart(scope, trx, kept, part))
            : split(await compare(scope.database.query, kept, part)),
        )
      }
      return { changes: derived.flatMap(({ changes }) => changes), left: derived.flatMap(({ left }) => left) }
    },
  }
}

interface Kept {
  readonly table: TableModel
  readonly ledger: LedgerModel
  readonly balance: BalanceModel
  /** Digits of the balance. */
  readonly scale: number
}

/** Balances that one transaction writes: postings of the same keys wait for it. */
const batchSize = 100

/** Keys, as the ledger names them, whose balance or last row differs; in the order in which postings lock them. */
async function readDiffering(scope: Scope, { table, ledger, balance }: Kept): Promise<readonly Row[]> {
  const names = balance.key.map(({ from }) => from)
  const columns = sql.join(names.map((name) => sql.id(name)))
  const last = balance.last === null ? null : wrongLast(table, balance, balance.last)
  const statement = sql`select distinct ${columns} from (
      select ${columns} from (${differingSums(table, ledger, balance)}) as _sums
      ${last === null ? sql`` : sql`union all select ${columns} from (${last}) as _ends`}
    ) as _differing order by ${columns}`
  return readAll(scope, statement)
}

/** A balance as it is and as its rows make it. */
interface Compared {
  readonly key: Row
  readonly isFloored: boolean
  readonly changes: readonly DerivedChange[]
  readonly sum: number
  readonly last: StoredValue
}

async function compare(
  query: Pick<Transaction, 'getExecutor' | 'executeQuery'>,
  kept: Kept,
  keys: readonly Row[],
): Promise<readonly Compared[]> {
  const found: Compared[] = []
  for (const key of keys) found.push(await compareOne(query, kept, key))
  return found
}

async function compareOne(
  query: Pick<Transaction, 'getExecutor' | 'executeQuery'>,
  { table, ledger, balance, scale }: Kept,
  key: Row,
): Promise<Compared> {
  const { field, floor, last } = balance
  const ofLedger = sql.join(
    balance.key.map(({ from }) => sql`${sql.ref(from)} is not distinct from ${key[from] ?? null}`),
    sql` and `,
  )
  const sums = await sql<Row>`select coalesce(sum(${sql.ref(ledger.measure)}), 0) as total, max(id) as last
    from ${sql.table(table.table)} where ${ofLedger}`.execute(query as Transaction)
  const columns = [field, ...(typeof floor === 'string' ? [floor] : []), ...(last === null ? [] : [last])]
  const own = await sql<Row>`select ${sql.join(columns.map((name) => sql.ref(name)))}
    from ${sql.table(balance.table)} where ${sameKey(balance, key)}`.execute(query as Transaction)
  const stored = own.rows[0]
  const [sum, end] = [Number(sums.rows[0]?.['total']), sums.rows[0]?.['last'] ?? null]
  const least = typeof floor === 'string' ? Number(stored?.[floor] ?? 0) : Number(floor ?? -Infinity)
  const before = stored === undefined ? null : Number(stored[field] ?? 0)
  const changes: DerivedChange[] = []
  if (before !== sum)
    changes.push({
      key,
      field,
      before: before === null ? null : decimalText(before, scale),
      after: decimalText(sum, scale),
    })
  if (last !== null && (stored?.[last] ?? null) !== end)
    changes.push({ key, field: last, before: textOf(stored?.[last] ?? null), after: textOf(end) })
  return { key, isFloored: sum < least, changes, sum, last: end }
}

const textOf = (value: StoredValue): string | null => (value === null ? null : String(value))

const sameKey = ({ key }: BalanceModel, row: Row) =>
  sql.join(
    key.map(({ column, from }) => sql`${sql.ref(column)} = ${row[from] ?? null}`),
    sql` and `,
  )

/** What can be stored, and what cannot: a balance never falls below its floor. */
const split = (compared: readonly Compared[]): Derived => ({
  changes: compared.filter(({ isFloored }) => !isFloored).flatMap(({ changes }) => changes),
  left: compared.filter(({ isFloored }) => isFloored).flatMap(({ changes }) => changes),
})

/**
 * Locks as a posting does: the totals over these balances FOR NO KEY UPDATE, then the balances themselves, each in the
 * order of the keys; those that are missing are created. From then on nobody posts to these keys, and the sums are
 * final.
 */
async function writePart(scope: Scope, trx: Transaction, kept: Kept, keys: readonly Row[]): Promise<Derived> {
  const { table, ledger, balance } = kept
  const call = { scope, trx }
  const entries = keys.map((values) => ({ line: 0, leg: null, values: { ...values, [ledger.measure]: 0 } }))
  for (const one of [...ledger.balances.filter((total) => isTotalOf(total, balance)), balance])
    await lockBalances(call, table, one, movementsOf(ledger, one, entries))
  const compared = await compare(trx, kept, keys)
  for (const one of compared) {
    if (one.isFloored || one.changes.length === 0) continue
    const { field, last, table } = balance
    const set = last === null ? sql`` : sql`, ${sql.id(last)} = ${one.last}`
    await sql`update ${targetTable(table)} set ${sql.id(field)} = ${storedValue(table, field, sql`${one.sum}`)}${set}
      where ${sameKey(balance, one.key)}`.execute(trx)
  }
  const derived = split(compared)
  if (derived.changes.length > 0)
    await scope.audit?.(trx, { title: rebuildTitle, data: { entity: balance.entity, changes: derived.changes } })
  return derived
}
