/**
 * The kernel, and the only writer of ledgers and balances: entries are merged by key, the keys sorted, balances moved
 * one after the other, and one ledger row an entry written, each showing the first balance before and after it.
 */
import type { AmountModel, BalanceModel, LedgerModel } from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import { hooksOf } from '../../operation/scope.ts'
import { amountOf, toStorable } from './amount.ts'
import { applyMovements, isTotalOf, lockBalances, writeLastRows } from './balance.ts'
import type { LedgerCall } from './call.ts'
import { movementsOf, sortEntries, type Movement } from './movement.ts'
import type { Entry, Posted, Posting } from '../../operation/posting.ts'
import { writeRows } from './write.ts'

/**
 * Posts entries; those of measure 0 are skipped. All or nothing: the caller's transaction has to end when this throws.
 * Throws an OperationError: `stock_short` with product, location, on hand and required; `bad_state` when the same was
 * posted already; `invalid` for numbers beyond ±(2^53−1); `not_found` when a record of a balance does not exist.
 */
export async function post(call: LedgerCall, posting: Posting): Promise<Posted> {
  const { ledger: table } = posting
  const ledger = table.ledger
  if (!ledger) throw new TypeError(`${table.id} is no ledger`)
  const entries = sortEntries(
    ledger,
    posting.entries.filter(({ values }) => Number(values[ledger.measure] ?? 0) !== 0),
  )
  if (entries.length === 0) return { seq: null, rows: [] }
  const announced: Posting = { ...posting, entries }
  const posted = await write(call, announced, ledger)
  for (const hooks of hooksOf(call.scope, table)) await hooks.afterPosting?.(call.scope, call.trx, announced, posted)
  return posted
}

async function write(call: LedgerCall, posting: Posting, ledger: LedgerModel): Promise<Posted> {
  const { ledger: table, entries } = posting
  const [first, ...others] = ledger.balances.map((balance) => ({
    balance,
    movements: movementsOf(ledger, balance, entries),
  }))
  if (!first) throw new TypeError(`${table.id} has no balance`)
  const totals = others.filter(({ balance }) => isTotalOf(balance, first.balance))
  const order = call.scope.registry.inLockOrder(totals.map(({ balance }) => balance.table))
  const isTotal = (balance: BalanceModel): boolean => totals.some((total) => total.balance === balance)
  for (const name of new Set(order))
    for (const { balance, movements } of totals)
      // Guard T85: a posting locks totals before what they sum up.
      if (balance.table === name) await lockBalances(call, table, balance, movements)
  const move = (balance: BalanceModel, movements: readonly Movement[]): Promise<readonly number[]> =>
    applyMovements(
      call,
      { table, ledger, balance },
      movements.filter(({ delta }) => delta !== 0n),
      isTotal(balance),
    )
  const after = await applyMovements(
    call,
    { table, ledger, balance: first.balance },
    first.movements,
    totals.length > 0,
  )
  for (const { balance, movements } of totals) await move(balance, movements)
  for (const { balance, movements } of others) if (!isTotal(balance)) await move(balance, movements)
  const rows = withBalances(posting, ledger, first.movements, after)
  // There is one row for each entry, in their order.
  for (const [index, row] of rows.entries()) addDocument(call, posting, ledger, entries[index]!, row)
  const written = await writeRows(call, table, ledger, rows, posting.undoes !== null)
  for (const { balance, movements } of [first, ...others]) await writeLastRows(call, table, balance, movements, written)
  const { seq } = ledger.document
  return { seq: seq === null ? null : Number(written[0]?.[seq]), rows: written }
}

/** The entries with balance before and after and amount: each begins where the one before it of the same key ended. */
function withBalances(
  { entries }: Posting,
  ledger: LedgerModel,
  movements: readonly Movement[],
  after: readonly number[],
): Row[] {
  const rows = entries.map(({ values }): Row => ({ ...values }))
  for (const [index, { delta, entries: places }] of movements.entries()) {
    // `after` has the balance of each movement, in their order.
    let balance = BigInt(after[index]!) - delta
    for (const entryIndex of places) {
      // The positions of a movement are positions of the entries, and each entry has its row.
      const row = rows[entryIndex]!
      row[ledger.before] = toStorable(balance)
      balance += BigInt(Number(row[ledger.measure]))
      row[ledger.after] = toStorable(balance)
    }
  }
  const { amount } = ledger
  if (amount !== null) for (const row of rows) addAmount(ledger, amount, row)
  return rows
}

/** A row that undoes another brings its amount along; one without a price has none. */
function addAmount({ measure, reversal }: LedgerModel, amount: AmountModel, row: Row): void {
  const price = row[amount.price] ?? null
  if (reversal !== null && (row[reversal] ?? null) !== null) return
  row[amount.total] = price === null ? null : amountOf(Number(price), Number(row[measure]), amount.digits)
}

function addDocument(
  { scope }: LedgerCall,
  { ledger: table, document }: Posting,
  { document: columns }: LedgerModel,
  entry: Entry,
  row: Row,
): void {
  row[columns.kind] = document.kind
  row[columns.id] = document.id
  if (columns.no !== null) row[columns.no] = document.no
  if (columns.line !== null) row[columns.line] = entry.line
  if (columns.leg !== null) row[columns.leg] = entry.leg
  if (table.owner !== null) row[table.owner] = scope.actor?.id ?? null
}
