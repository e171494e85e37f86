/** What `tablewright doctor` runs: checks that find where stored data contradicts itself. They never write. */
import { sql, type RawBuilder } from 'kysely'
import { decimalText, type StoredValue, type Text } from '../../../protocol/index.ts'
import type { Row, Tables } from '../../db/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { readAll } from './read.ts'

/**
 * How what a check finds is repaired. `rebuild`: `tablewright rebuild` derives it again. `edit`: a person corrects the
 * records on their screens. `backup`: what was written once was changed; only a backup tells what it was. `code`: the
 * code of a module was changed, and has to be corrected.
 */
export type Repair = 'rebuild' | 'edit' | 'backup' | 'code'

/** One contradiction. */
export interface Finding {
  /** Names and values that identify it, for example `product_id` and `warehouse_shelf_id`. */
  readonly key: Readonly<Record<string, StoredValue>>
  /** What is stored; null = nothing. Decimals have their digits, as on the wire. */
  readonly found: string | null
  /** What should be stored; null = nothing, or it cannot be known. */
  readonly expected: string | null
}

export interface Findings {
  /** How many there are. */
  readonly count: number
  /** The first of them. */
  readonly list: readonly Finding[]
}

export interface Check<DB = Tables> {
  /** Unique; begins with that of its module: `wms/layers`. */
  readonly name: string
  /** What is true when it finds nothing, as a sentence without its stop. */
  readonly label: Text
  readonly repair: Repair
  /** @param limit how many findings are listed at most */
  find(scope: Scope<DB>, limit: number): Promise<Findings>
}

/** A check that one statement makes. */
export interface SqlCheck<DB = Tables> extends Pick<Check, 'name' | 'label' | 'repair'> {
  /** Digits after the point of what is found and expected; absent = they are shown as they are. */
  readonly scale?: number
  /**
   * A SELECT of the contradictions: the columns of the key, then `found` and `expected`. One statement sees one moment,
   * so that a server may go on writing.
   */
  readonly rows: (scope: Scope<DB>) => RawBuilder<unknown>
}

/** Makes a check of one statement. */
export function createSqlCheck<DB = Tables>({ scale, rows, ...check }: SqlCheck<DB>): Check<DB> {
  return {
    ...check,
    async find(scope, limit) {
      const found = await readContradictions(scope, rows(scope), limit)
      return { count: Number(found[0]?.['_count'] ?? 0), list: found.map((row) => findingOf(row, scale)) }
    },
  }
}

/** The first rows of a statement in the order of their keys; `_count` of each is the number of all. */
export async function readContradictions<DB>(
  scope: Pick<Scope<DB>, 'database' | 'signal'>,
  rows: RawBuilder<unknown>,
  limit: number,
): Promise<readonly Row[]> {
  const all = sql`select x.*, count(*) over () as _count from (${rows}) as x order by 1, 2 limit ${sql.lit(limit)}`
  return readAll(scope, all)
}

/** Checks of any table call them `_found` and `_expected`, as no column is called. */
function findingOf({ _count, ...row }: Row, scale: number | undefined): Finding {
  const isOwn = '_found' in row
  const [found, expected] = isOwn ? ['_found', '_expected'] : ['found', 'expected']
  const key = Object.entries(row).flatMap(([name, value]) =>
    name === found || name === expected ? [] : [[name === '_field' ? 'field' : name, value] as const],
  )
  return {
    key: Object.fromEntries(key),
    found: textOf(row[found ?? ''], scale),
    expected: textOf(row[expected ?? ''], scale),
  }
}

/** Sums arrive as text where they may exceed what a number holds exactly. */
function textOf(value: StoredValue | undefined, scale: number | undefined): string | null {
  if (value === null || value === undefined) return null
  return scale !== undefined && /^-?\d+$/.test(String(value)) ? decimalText(BigInt(value), scale) : String(value)
}

/** A list that was found by other means than one statement. */
export const findingsOf = (list: readonly Finding[], limit: number): Findings => ({
  count: list.length,
  list: list.slice(0, limit),
})
