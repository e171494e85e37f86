/** Changes of a balance by a posting: one movement a key, sorted, so that parallel postings lock in one order. */
import type { BalanceModel, LedgerModel, LedgerValue } from '../../../protocol/index.ts'
import type { Entry } from '../../operation/posting.ts'

export interface Movement {
  readonly key: readonly LedgerValue[]
  readonly delta: bigint
  /** Places of its entries. */
  readonly entries: readonly number[]
}

/** Movements of a balance in the order of their keys. */
export function movementsOf(
  ledger: LedgerModel,
  balance: BalanceModel,
  entries: readonly Entry[],
): readonly Movement[] {
  const movements = new Map<string, { key: readonly LedgerValue[]; delta: bigint; entries: number[] }>()
  for (const [index, { values }] of entries.entries()) {
    const key = balance.key.map(({ from }) => values[from] ?? null)
    const name = JSON.stringify(key)
    const movement = movements.get(name) ?? { key, delta: 0n, entries: [] }
    movement.delta += BigInt(Number(values[ledger.measure]))
    movement.entries.push(index)
    movements.set(name, movement)
  }
  return [...movements.values()].sort((left, right) => compareKeys(left.key, right.key))
}

/** Numbers by size, texts by code point; a key has one type throughout. NULL sorts like 0. */
function compareKeys(one: readonly LedgerValue[], other: readonly LedgerValue[]): number {
  for (const [index, part] of one.entries()) {
    const left = part ?? 0
    const right = other[index] ?? 0
    if (left < right) return -1
    if (left > right) return 1
  }
  return 0
}

/**
 * The entries in the order in which they are written: as given, except that increases come first among entries of one
 * key, so that no row shows a balance below its floor.
 */
export function sortEntries(ledger: LedgerModel, entries: readonly Entry[]): readonly Entry[] {
  const ordered = [...entries]
  // A ledger has at least one balance: the schema language requires it.
  for (const movement of movementsOf(ledger, ledger.balances[0]!, entries)) {
    // A movement holds positions in `entries`.
    const group = movement.entries.map((entryIndex) => entries[entryIndex]!)
    const isIncrease = ({ values }: Entry): boolean => Number(values[ledger.measure]) > 0
    const sorted = [...group.filter(isIncrease), ...group.filter((entry) => !isIncrease(entry))]
    // `sorted` has as many entries as the movement has positions.
    for (const [index, entryIndex] of movement.entries.entries()) ordered[entryIndex] = sorted[index]!
  }
  return ordered
}
