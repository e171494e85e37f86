/**
 * The lease of a room: one process at a time hands its sound and picture on directly. Every lease has a number (epoch),
 * which every signal carries, so that nothing of an earlier process counts.
 */
import { randomUUID } from 'node:crypto'
import { nowMilliseconds } from 'tablewright/server'
import type { Scope } from '#generated/live/server.ts'

/** Milliseconds for which a lease is good, and after which it is taken again. */
export const leaseMs = 15_000
const renewMs = 5000

/** By database: a process may have several. */
const names = new WeakMap<object, string>()

/** The name of this process in leases. */
function nameOf({ database }: Pick<Scope, 'database'>): string {
  const owner: object = database.adapter
  const name = names.get(owner) ?? randomUUID()
  names.set(owner, name)
  return name
}

export class Lease {
  readonly epoch: number
  readonly #scope: Scope
  readonly #room: number
  readonly #onLoss: () => void
  #until: number
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  private constructor(scope: Scope, room: number, epoch: number, until: number, onLoss: () => void) {
    this.#scope = scope
    this.#room = room
    this.epoch = epoch
    this.#until = until
    this.#onLoss = onLoss
    this.#plan()
  }

  /** Takes a room that nobody has. Null = another process has it. @param onLoss called when it is lost */
  static async take(scope: Scope, room: number, onLoss: () => void): Promise<Lease | null> {
    const now = nowMilliseconds()
    const owner = nameOf(scope)
    const row = await scope.database.write((trx) =>
      trx
        .updateTable('live_room')
        .set(({ eb, fn }) => ({
          media_owner: owner,
          lease_until: now + leaseMs,
          epoch: eb(fn.coalesce('epoch', eb.val(0)), '+', 1),
        }))
        .where('id', '=', room)
        .where(({ eb, or }) =>
          or([eb('lease_until', 'is', null), eb('lease_until', '<', now), eb('media_owner', '=', owner)]),
        )
        .returning('epoch')
        .executeTakeFirst(),
    )
    return row ? new Lease(scope, room, row.epoch ?? 0, now + leaseMs, onLoss) : null
  }

  /** L7: past its end another process may have the room, whether this one has heard of it or not. */
  get isHeld(): boolean {
    return !this.#isOver && nowMilliseconds() < this.#until
  }

  /** Takes it for longer. */
  async renew(): Promise<void> {
    const until = nowMilliseconds() + leaseMs
    const isOurs = await this.#update(until).catch(() => null)
    if (this.#isOver) return
    if (isOurs) this.#until = until
    // A database that does not answer for a while is asked again until the lease is over.
    if (isOurs === false || !this.isHeld) {
      this.#end()
      this.#onLoss()
    } else this.#plan()
  }

  /** Gives the room back. */
  async release(): Promise<void> {
    if (this.#isOver) return
    this.#end()
    await this.#update(0).catch(() => undefined)
  }

  #end(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  #plan(): void {
    this.#timer = setTimeout(() => void this.renew(), renewMs).unref()
  }

  async #update(until: number): Promise<boolean> {
    const row = await this.#scope.database.write((trx) =>
      trx
        .updateTable('live_room')
        .set({ lease_until: until })
        .where('id', '=', this.#room)
        .where('media_owner', '=', nameOf(this.#scope))
        .where('epoch', '=', this.epoch)
        .returning('id')
        .executeTakeFirst(),
    )
    return row !== undefined
  }
}
