/** The actor of a request: an admin, with the rights resolved once per request, a member, or a visitor. */
import type { SystemRow } from './system-tables.ts'

/** The account behind a token, and the session the token belongs to, as they are read once per request. */
export interface TokenAccount extends Pick<
  SystemRow<'admin'>,
  'id' | 'username' | 'nickname' | 'avatar' | 'last_login_time'
> {
  /** Id of the session; null when there is none. */
  readonly session: number | null
  /** When the session was used last. */
  readonly seen: number | null
}

export interface Actor {
  /** Id of the administrator; null = a member or a visitor acts. */
  readonly id: number | null
  /**
   * Present = no administrator acts, and nothing but the rows that `x-policy` names for these: `member` for the actions
   * of members, `public` for what anybody may see.
   */
  readonly area?: 'member' | 'public'
  /** The member who acts or looks. */
  readonly member?: { readonly id: number }
  readonly username: string
  /** Has every right: a member of an enabled group with `*`. */
  readonly super: boolean
  /** Permission nodes the admin has, in lower case. Empty for `super`. */
  readonly nodes: ReadonlySet<string>
  /** Groups the account belongs to, disabled ones included. */
  readonly groups: readonly number[]
  /** Name, picture and times as they were read with the token: the shell shows them. */
  readonly account?: Readonly<TokenAccount>
  /** The access version that the rights are of. */
  readonly accessVersion?: string
  /** The access token of the request. */
  readonly tokenId?: number
}

/** An administrator. */
export interface Admin extends Actor {
  readonly id: number
}

/** The admin of a request to a route that requires a login: its handler runs for signed-in admins only. */
export function requireActor({ actor }: { readonly actor: Actor | null }): Admin {
  if (!isAdmin(actor)) throw new Error('the route has to require a login')
  return actor
}

/** False of members, and where nobody acts. */
export const isAdmin = (actor: Actor | null): actor is Admin => actor !== null && actor.id !== null

/** As the admin log names a member. An id, because names of members are taken out when these are deleted. */
const loggedMember = (id: number): string => `member:${id}`

const noRights = { id: null, super: false, nodes: new Set<string>(), groups: [] } as const

/** A member who acts on records: no right of an administrator, and only rows of `x-policy.member`. */
export const memberActor = (id: number): Actor => ({
  ...noRights,
  area: 'member',
  member: { id },
  username: loggedMember(id),
})

/** The same account with every right: a module acts for it. */
export function superActor(actor: Actor): Actor {
  const { area: _area, ...account } = actor
  return { ...account, super: true }
}

/** Anybody who looks, or the member who does: only rows and fields of `x-policy.public`. */
export const publicActor = (viewer: { readonly id: number } | null): Actor => ({
  ...noRights,
  area: 'public',
  username: viewer ? loggedMember(viewer.id) : '',
  ...(viewer && { member: { id: viewer.id } }),
})
