/** What requests may do, resolved once for a stamp and a set of groups and kept until the stamp changes. */
import type { Database } from '../db/database.ts'
import type { Row } from '../db/tables.ts'
import type { Actor } from './actor.ts'
import { heldBy, readAccess, type AccessState, type Held } from './state.ts'

/** What the one read of a request tells of the account. */
export interface Bearer {
  readonly adminId: number
  readonly username: string
  readonly groups: readonly number[]
  readonly stamp: string
  readonly tokenId: number
  /** `id, username, nickname, avatar, last_login_time`, and `session` with the time it was `seen`. */
  readonly account: Readonly<Row>
}

export interface Rights {
  actorOf(bearer: Bearer): Promise<Actor>
  heldOf(actor: Actor): Promise<Held>
  /** Groups and rules as the actor's request found them. */
  stateOf(actor: Actor): Promise<AccessState>
  /** What follows from the state and the groups alone is made once and kept as long. */
  keep<T>(actor: Actor, name: string, make: (state: AccessState, held: Held) => T): Promise<T>
}

interface Kept {
  readonly stamp: string
  readonly state: Promise<AccessState>
  readonly held: Map<string, Promise<Held>>
  readonly made: Map<string, Promise<unknown>>
}

/** Combinations of groups kept for one stamp: more than any house has. */
const most = 1000

export function createRights(database: Database): Rights {
  let kept: Kept | null = null
  const stamps = new WeakMap<Actor, string>()
  const keptFor = (stamp: string): Kept => {
    if (kept?.stamp !== stamp || kept.held.size > most || kept.made.size > most) {
      const fresh: Kept = { stamp, state: readAccess(database.query), held: new Map(), made: new Map() }
      // What could not be read is asked for again by the next request.
      fresh.state.catch(() => {
        if (kept === fresh) kept = null
      })
      kept = fresh
    }
    return kept
  }
  const held = (at: Kept, groups: readonly number[]): Promise<Held> =>
    remembered(at.held, groups.join(), async () => heldBy(await at.state, groups))
  return {
    async actorOf({ adminId, username, groups, stamp, tokenId, account }) {
      const { super: isSuper, nodes, conditional } = await held(keptFor(stamp), groups)
      const actor: Actor = { id: adminId, username, super: isSuper, nodes, conditional, groups, tokenId, account }
      stamps.set(actor, stamp)
      return actor
    },
    heldOf: (actor) => held(keptFor(stamps.get(actor) ?? ''), actor.groups),
    stateOf: (actor) => keptFor(stamps.get(actor) ?? '').state,
    async keep(actor, name, make) {
      const at = keptFor(stamps.get(actor) ?? '')
      return remembered(
        at.made as Map<string, Promise<ReturnType<typeof make>>>,
        `${name} ${actor.groups.join()}`,
        async () => make(await at.state, await held(at, actor.groups)),
      )
    },
  }
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}
