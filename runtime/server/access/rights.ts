/** What requests may do, resolved once for a stamp and a set of groups and kept until the stamp changes. */
import type { Database } from '../db/database.ts'
import type { Row } from '../db/tables.ts'
import type { Actor } from './actor.ts'
import { grantedBy, readAccess, type AccessState, type GrantedRights } from './state.ts'

/** What the one read of a request tells of the account. */
export interface TokenHolder {
  readonly adminId: number
  readonly username: string
  readonly groups: readonly number[]
  readonly accessVersion: string
  readonly tokenId: number
  /** `id, username, nickname, avatar, last_login_time`, and `session` with the time it was `seen`. */
  readonly account: Readonly<Row>
}

export interface RightsCache {
  actorOf(bearer: TokenHolder): Promise<Actor>
  heldOf(actor: Actor): Promise<GrantedRights>
  /** Groups and rules as the actor's request found them. */
  stateOf(actor: Actor): Promise<AccessState>
  /** What follows from the state and the groups alone is made once and kept as long. */
  memoize<T>(actor: Actor, name: string, make: (state: AccessState, held: GrantedRights) => T): Promise<T>
}

interface CachedState {
  readonly stamp: string
  readonly state: Promise<AccessState>
  readonly held: Map<string, Promise<GrantedRights>>
  readonly made: Map<string, Promise<unknown>>
}

/** Combinations of groups kept for one stamp: more than any house has. */
const maxEntries = 1000

export function createRightsCache(database: Database): RightsCache {
  let kept: CachedState | null = null
  const stamps = new WeakMap<Actor, string>()
  const keptFor = (stamp: string): CachedState => {
    if (kept?.stamp !== stamp || kept.held.size > maxEntries || kept.made.size > maxEntries) {
      const fresh: CachedState = { stamp, state: readAccess(database.query), held: new Map(), made: new Map() }
      // What could not be read is asked for again by the next request.
      fresh.state.catch(() => {
        if (kept === fresh) kept = null
      })
      kept = fresh
    }
    return kept
  }
  const held = (at: CachedState, groups: readonly number[]): Promise<GrantedRights> =>
    getOrCreate(at.held, groups.join(), async () => grantedBy(await at.state, groups))
  return {
    async actorOf({ adminId, username, groups, accessVersion: stamp, tokenId, account }) {
      const { super: isSuper, nodes, conditional } = await held(keptFor(stamp), groups)
      const actor: Actor = { id: adminId, username, super: isSuper, nodes, conditional, groups, tokenId, account }
      stamps.set(actor, stamp)
      return actor
    },
    heldOf: (actor) => held(keptFor(stamps.get(actor) ?? ''), actor.groups),
    stateOf: (actor) => keptFor(stamps.get(actor) ?? '').state,
    async memoize(actor, name, make) {
      const at = keptFor(stamps.get(actor) ?? '')
      return getOrCreate(
        at.made as Map<string, Promise<ReturnType<typeof make>>>,
        `${name} ${actor.groups.join()}`,
        async () => make(await at.state, await held(at, actor.groups)),
      )
    },
  }
}

function getOrCreate<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}
