/** The participants of conversations: members and administrators, whose ids say nothing about each other. */
import type { Reading, Scope } from '#generated/chat/server.ts'

export interface Party {
  readonly kind: 'user' | 'admin'
  readonly id: number
}

export const memberParty = (id: number): Party => ({ kind: 'user', id })
export const staffParty = (id: number): Party => ({ kind: 'admin', id })

/** How participants name the party. */
export const holderOf = ({ kind, id }: Party): string => `${kind}:${id}`

/** The columns that name the party. */
export const columnsOf = ({
  kind,
  id,
}: Party): { readonly user_id: number | null; readonly admin_id: number | null } => ({
  user_id: kind === 'user' ? id : null,
  admin_id: kind === 'admin' ? id : null,
})

/** The party of a row; null = a member who was deleted, or nobody. */
export function partyOf(row: { readonly user_id: number | null; readonly admin_id: number | null }): Party | null {
  if (row.user_id !== null) return memberParty(row.user_id)
  return row.admin_id === null ? null : staffParty(row.admin_id)
}

export interface Profile {
  /** Empty = deleted. */
  readonly name: string
  readonly avatar: string
}

const nobody: Profile = { name: '', avatar: '' }

/** False in products without members. */
export const hasMembers = ({ registry }: Pick<Scope, 'registry'>): boolean => registry.byId('member/user') !== undefined

/** Names and pictures of parties, read at once. */
export async function readProfiles(
  scope: Pick<Scope, 'registry'>,
  query: Reading,
  parties: readonly (Party | null)[],
): Promise<(party: Party | null) => Profile> {
  const profiles = new Map<string, Profile>()
  const idsOf = (kind: Party['kind']): number[] => [
    ...new Set(parties.flatMap((party) => (party?.kind === kind ? [party.id] : []))),
  ]
  for (const [kind, ids] of [
    ['user', hasMembers(scope) ? idsOf('user') : []],
    ['admin', idsOf('admin')],
  ] as const) {
    if (ids.length === 0) continue
    const rows = await query
      .selectFrom(kind)
      .select(['id', 'username', 'nickname', 'avatar'])
      .where('id', 'in', ids)
      .execute()
    for (const { id, username, nickname, avatar } of rows)
      profiles.set(holderOf({ kind, id }), { name: nickname || username || '', avatar: avatar ?? '' })
  }
  return (party) => (party && profiles.get(holderOf(party))) ?? nobody
}
