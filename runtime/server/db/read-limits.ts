/** What bounds one read, so that no caller can occupy the store for long. */
export interface ReadLimits {
  /** Heavy reads of one account run one at a time; null = they belong to nobody. */
  readonly account: number | null
  /** Aborted when nobody waits for the answer any more: the statement ends and the read rejects with `cancelled`. */
  readonly signal: AbortSignal | null
  /** Longest time a statement runs, and a heavy read waits for its account's other one, in milliseconds. */
  readonly deadlineMs: number
}

/** For reads that no request waits for. */
export const defaultLimits: ReadLimits = { account: null, signal: null, deadlineMs: 30_000 }
