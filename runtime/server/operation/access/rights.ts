/** Resolves rights once per access version and set of groups, and caches them until the version changes. */
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import type { Actor, Admin, TokenAccount } from './actor.ts'
import { grantedBy, readAccess, type AccessState, type GrantedRights } from './access-state.ts'

/** The account data that is read once per request. */
export interface TokenHolder {
  readonly adminId: number
  readonly username: string
  readonly groups: readonly number[]
  readonly accessVersion: string
  readonly tokenId: number
  readonly account: Readonly<TokenAccount>
}

export interface RightsCache {
  actorOf(bearer: TokenHolder): Promise<Admin>
  grantedTo(actor: Actor): Promise<GrantedRights>
  /** Groups and rules as the actor's request found them. */
  stateOf(actor: Actor): Promise<AccessState>
  /** Computes a value from state and groups once per access version and set of groups. */
  memoize<T>(actor: Actor, name: string, make: (state: AccessState, granted: GrantedRights) => T): Promise<T>
}

interface CachedState {
  readonly version: string
  readonly state: Promise<AccessState>
  /** By groups. */
  readonly rights: LRUCache<string, Promise<GrantedRights>>
  /** By name and groups. */
  readonly derived: LRUCache<string, Promise<unknown>>
}

/** Combinations of groups cached for one access version: more than any site uses. */
const maxEntries = 1000

export function createRightsCache(database: Database): RightsCache {
  let cached: CachedState | null = null
  const stateFor = (version: string): CachedState => {
    if (cached?.version === version) return cached
    const fresh: CachedState = {
      version,
      state: readAccess(database.query),
      rights: new LRUCache({ max: maxEntries }),
      derived: new LRUCache({ max: maxEntries }),
    }
    // The next request repeats a read that failed.
    fresh.state.catch(() => {
      if (cached === fresh) cached = null
    })
    cached = fresh
    return fresh
  }
  const stateOfActor = (actor: Actor): CachedState => stateFor(actor.accessVersion ?? '')
  const rightsOf = (at: CachedState, groups: readonly number[]): Promise<GrantedRights> =>
    getOrCreate(at.rights, groups.join(), async () => grantedBy(await at.state, groups))
  return {
    async actorOf({ adminId, username, groups, accessVersion, tokenId, account }) {
      const { super: isSuper, nodes } = await rightsOf(stateFor(accessVersion), groups)
      return { id: adminId, username, super: isSuper, nodes, groups, accessVersion, tokenId, account }
    },
    grantedTo: (actor) => rightsOf(stateOfActor(actor), actor.groups),
    stateOf: (actor) => stateOfActor(actor).state,
    async memoize(actor, name, make) {
      const state = stateOfActor(actor)
      return getOrCreate(
        state.derived as LRUCache<string, Promise<ReturnType<typeof make>>>,
        `${name} ${actor.groups.join()}`,
        async () => make(await state.state, await rightsOf(state, actor.groups)),
      )
    },
  }
}

function getOrCreate<T>(cache: LRUCache<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const cachedValue = cache.get(key)
  if (cachedValue) return cachedValue
  const value = make()
  cache.set(key, value)
  return value
}
