/** "Why can't I?": the reason why the signed-in admin lacks a permission, as the server knows it. */
import { getData } from '../../../core/api/client.ts'

export interface Why {
  readonly node: string
  /** As people know it, for example "Products: add". */
  readonly title: string
  readonly allowed: boolean
  /** Null when the permission is granted. */
  readonly reason: 'no_right' | 'disabled_rule' | 'unknown' | null
  /** Groups the asker belongs to. */
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  /** Admins who can grant it. */
  readonly ask: readonly { readonly id: number; readonly nickname: string }[]
}

/** Rejects with an `ApiError`, which the caller shows. */
export const askWhy = (node: string): Promise<Why> =>
  getData<Why>('/admin/Index/why', `node=${encodeURIComponent(node)}`, { quiet: true })

/** Permissions that are missing for the same reason and granted by the same people. */
export interface WhyGroup extends Pick<Why, 'reason' | 'groups' | 'ask'> {
  readonly titles: readonly string[]
}

/**
 * One group per reason and set of people, in the order of the request; permissions granted in the meantime are left
 * out.
 */
export function groupsOf(answers: readonly Why[]): readonly WhyGroup[] {
  const reasons = new Map<string, { reason: Why['reason']; groups: Why['groups']; ask: Why['ask']; titles: string[] }>()
  for (const { allowed, reason, groups, ask, title } of answers) {
    if (allowed) continue
    const key = `${reason} ${ask.map(({ id }) => id).join()}`
    const known = reasons.get(key)
    if (known) known.titles.push(title)
    else reasons.set(key, { reason, groups, ask, titles: [title] })
  }
  return [...reasons.values()]
}
