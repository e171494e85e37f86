/** The admin behind a request with the rights resolved once per request. */
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
  readonly id: number
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

/** The admin of a request to a route that requires a login: its handler runs for signed-in admins only. */
export function requireActor({ actor }: { readonly actor: Actor | null }): Actor {
  if (!actor) throw new Error('the route has to require a login')
  return actor
}
