/** People who take part in a lesson. Members and administrators have ids that say nothing about each other. */

export type Role = 'teacher' | 'assistant' | 'pupil'

export interface Person {
  /** `user:7` or `admin:3`. */
  readonly holder: string
  readonly role: Role
}

/** The name of a member or an administrator in events. */
export const holderOf = (kind: 'user' | 'admin', id: number): string => `${kind}:${id}`

/** Reads what `holderOf` wrote; null = something else. */
export function readHolder(holder: string): { readonly kind: 'user' | 'admin'; readonly id: number } | null {
  const [, kind, id] = /^(user|admin):([1-9]\d{0,15})$/.exec(holder) ?? []
  return kind === 'user' || kind === 'admin' ? { kind, id: Number(id) } : null
}

/** Teachers and assistants. */
export const isStaff = ({ role }: Pick<Person, 'role'>): boolean => role !== 'pupil'
