/** Jobs: work that modules do in the background, after the transaction that asked for it. */
import type { Text } from '../../../protocol/index.ts'
import type { Tables, Transaction } from '../../db/tables.ts'
import type { Scope } from '../scope.ts'

/** One attempt of a job. */
export interface JobCall<Payload, DB = Tables> {
  /** Nobody is signed in: `actor` is null. */
  readonly scope: Scope<DB>
  readonly payload: Payload
  /** From 1. */
  readonly attempt: number
  /** Aborted when the server stops or another process has taken the job over: the handler ends as soon as it can. */
  readonly signal: AbortSignal
  /**
   * Runs a transaction in which the job becomes done: what it stores takes effect once, however often the job has to be
   * attempted. It is the last thing a handler does. Locks the job before anything else.
   */
  complete(work: (trx: Transaction<DB>) => Promise<void>): Promise<void>
}

interface Declaration<Payload, DB> {
  /** `<module>/<name>`, for example `yard/remindHauliers`. Waiting jobs are stored under it. */
  readonly name: string
  readonly label: Text
  /** Attempts after which a job that fails is given up; the pause grows from 10 seconds to an hour. Absent = 8. */
  readonly maxAttempts?: number
  /** Seconds before each further attempt, at most two hours, in place of the growing pause and of `maxAttempts`. */
  readonly pauses?: readonly number[]
  /** When the job runs by itself; a run that was missed is made up for within a day. Absent = never. */
  readonly schedule?: {
    /** Five fields in the site's time zone: minute, hour, day, month, day of the week (0 = Sunday). */
    readonly cron: string
    readonly payload: Payload
  }
  /**
   * Does the work; a job whose handler throws is attempted again. After a crash it runs again as well: what it does
   * outside the database (a mail) may happen twice, what it does in `complete` happens once.
   */
  readonly handler: (call: JobCall<Payload, DB>) => Promise<void>
  /**
   * Says in the module's own tables that the job was given up: after the last attempt failed, or its process ended.
   * Runs in the transaction that gives the job up, which has locked it: what it writes comes later in the lock order.
   */
  readonly whenGivenUp?: (trx: Transaction<DB>, payload: Payload, reason: string) => Promise<void>
}

/** A job whose payload, JSON of at most 20,000 characters, has this type. */
export interface Job<Payload> extends Declaration<Payload, Tables> {}

/** A job of any module, as the core runs it. */
export interface AnyJob extends Omit<Job<never>, 'schedule'> {
  readonly schedule?: { readonly cron: string; readonly payload: unknown }
}

/** The payload of a stored job, for the handler of the same job. */
export const payloadOf = (json: string | null): never =>
  // Whoever added the job gave a payload of the type that its handler takes.
  JSON.parse(json ?? 'null') as never

/**
 * Makes the function that declares the jobs of a module, typed by the tables they work on.
 * @example const defineJob = createJobDefinition<Database>()
 */
export function createJobDefinition<DB>() {
  return <Payload>(job: Declaration<Payload, DB>): Job<Payload> =>
    // The core calls the handler with the tables that it was declared for.
    job as unknown as Job<Payload>
}
