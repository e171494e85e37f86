/** What bounds one read, so that no caller can occupy the store for long. */
export interface ReadLimits {
  /** Few reads of one account run at a time (`account-queue.ts`); null = they belong to nobody. */
  readonly account: number | null
  /** Aborted when nobody waits for the answer any more: the statement ends and the read rejects with `cancelled`. */
  readonly signal: AbortSignal | null
  /** Longest time a statement runs, and a read waits for others of its account, in milliseconds. */
  readonly deadlineMs: number
}

/** For reads that no request waits for. */
export const defaultLimits: ReadLimits = { account: null, signal: null, deadlineMs: 30_000 }
