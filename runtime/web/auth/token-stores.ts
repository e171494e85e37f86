/** The two kinds of people who sign in, as calls see them: whose token expired, how it is renewed, where one signs in anew. */
import { adminInfoKey, dropAdmin, keepAdmin, session } from './session.ts'
import { dropMember, keepMember, member, memberInfoKey } from './member.ts'

/** What a sign-in gives, and a refresh renews. */
export interface Tokens {
  readonly token: string
  readonly refresh_token: string
}

export interface Bearer {
  readonly area: 'admin' | 'user'
  /** Key under which this browser keeps the person. */
  readonly storedKey: string
  tokens(): Tokens
  keep(renewed: Partial<Tokens>): void
  /** Forgets the person, who did not ask for it. */
  drop(): void
}

export const bearers: Readonly<Record<Bearer['area'], Bearer>> = {
  admin: {
    area: 'admin',
    storedKey: adminInfoKey,
    tokens: () => session.admin,
    keep: keepAdmin,
    drop: () => dropAdmin(true),
  },
  user: { area: 'user', storedKey: memberInfoKey, tokens: () => member, keep: keepMember, drop: dropMember },
}

/** Whose call it is: `/admin/…` of administrators, everything else of members. */
export function bearerOf(path: string): Bearer {
  return path.startsWith('/admin/') ? bearers.admin : bearers.user
}
