/** Tokens of admins and members: which of them a call uses, how they are stored, where their owner signs in. */
import { adminInfoKey, clearAdmin, saveAdmin, session } from './session.ts'
import { clearMember, saveMember, member, memberInfoKey } from './member.ts'

/** What a sign-in returns and a refresh renews. */
export interface Tokens {
  readonly token: string
  readonly refresh_token: string
}

export interface TokenStore {
  readonly area: 'admin' | 'user'
  /** Key under which this browser stores the person. */
  readonly storedKey: string
  tokens(): Tokens
  save(renewed: Partial<Tokens>): void
  /** Forgets the person, who did not ask for it. */
  clear(): void
}

export const tokenStores: Readonly<Record<TokenStore['area'], TokenStore>> = {
  admin: {
    area: 'admin',
    storedKey: adminInfoKey,
    tokens: () => session.admin,
    save: saveAdmin,
    clear: () => clearAdmin(true),
  },
  user: { area: 'user', storedKey: memberInfoKey, tokens: () => member, save: saveMember, clear: clearMember },
}

/** The token store of a call: `/admin/…` belongs to admins, everything else to members. */
export function tokenStoreFor(path: string): TokenStore {
  return path.startsWith('/admin/') ? tokenStores.admin : tokenStores.user
}
