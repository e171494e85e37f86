/** Names and images of people. */
import type { Reading } from '#generated/live/server.ts'
import { readHolder } from '../../shared/person.ts'

export interface Profile {
  readonly name: string
  readonly avatar: string
}

/** Names and pictures of holders; those who were deleted are left out. */
export async function readProfiles(query: Reading, holders: readonly string[]): Promise<ReadonlyMap<string, Profile>> {
  const profiles = new Map<string, Profile>()
  const people = holders.flatMap((holder) => readHolder(holder) ?? [])
  for (const kind of ['user', 'admin'] as const) {
    const ids = [...new Set(people.flatMap((person) => (person.kind === kind ? [person.id] : [])))]
    if (ids.length === 0) continue
    const rows = await query
      .selectFrom(kind)
      .select(['id', 'username', 'nickname', 'avatar'])
      .where('id', 'in', ids)
      .execute()
    for (const { id, username, nickname, avatar } of rows)
      profiles.set(`${kind}:${id}`, { name: nickname || username || '', avatar: avatar ?? '' })
  }
  return profiles
}
