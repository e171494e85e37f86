/** `x-ledger` and `x-posting` after they passed every check. */

export interface RawBalance {
  readonly table: string
  readonly key: readonly string[] | Readonly<Record<string, string>>
  readonly field: string
  readonly floor?: 0 | string
  readonly last?: string
  readonly action?: string
}

export interface RawLedger {
  readonly document: {
    readonly kind: string
    readonly id: string
    readonly no?: string
    readonly line?: string
    readonly seq?: string
    readonly leg?: string
  }
  readonly kind?: string
  readonly dimensions: readonly string[]
  readonly measure: string
  readonly before: string
  readonly after: string
  readonly reversal?: string
  readonly amount?: { readonly price: string; readonly total: string }
  readonly balances: readonly RawBalance[]
  readonly snapshot?: Readonly<Record<string, string | readonly string[]>>
}

export type RawEntry = Readonly<Record<string, string | readonly string[]>>

export interface RawPosting {
  readonly ledger: string
  readonly each?: string
  readonly when?: string
  readonly kind?: string | { readonly by: string; readonly map: Readonly<Record<string, string>> }
  readonly balanced?: boolean
  readonly entries: readonly RawEntry[]
}

/** Columns of a balance's key, each with the ledger's column. */
export function keyPairs(key: RawBalance['key']): readonly (readonly [column: string, from: string])[] {
  return isList(key) ? key.map((name) => [name, name] as const) : Object.entries(key)
}

const isList = (key: RawBalance['key']): key is readonly string[] => Array.isArray(key)

/** One value or a list of them, as a list. */
export const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value
