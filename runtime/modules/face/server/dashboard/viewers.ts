/** The setting that says who may see the figures. */
import type { Member, TopicKind } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope } from '#generated/face/server.ts'
import { viewersOf } from '../settings.ts'

export const boardRight = 'face/dashboard/index'

/** An administrator whose right has been checked. */
export const mayStaffSee = (scope: Pick<Scope, 'settings'>): boolean => viewersOf(scope) !== 'nobody'

/** A member, or a visitor (null). */
export function mayPublicSee(scope: Pick<Scope, 'settings'>, member: Pick<Member, 'id'> | null): boolean {
  const viewers = viewersOf(scope)
  return viewers === 'everybody' || (viewers === 'members' && member !== null)
}

/** Answers as an address that does not exist: others shall not learn that there is a display. */
export function refuseViewer(): never {
  throw Object.assign(new Error('the display is not open to the caller'), { statusCode: 404 })
}

/** `faceBoard:all`: the figures have changed. It has no entries; those who read it load the figures again. */
export const boardTopics: TopicKind<Database> = {
  name: 'faceBoard',
  // Guard T22: the topic is open to those who may see the figures.
  mayRead: async ({ scope, member }) => {
    const { actor } = scope
    if (!actor || member) return mayPublicSee(scope, member)
    return (
      mayStaffSee(scope) && (actor.super || actor.nodes.has(boardRight.toLowerCase()) || mayPublicSee(scope, { id: 0 }))
    )
  },
}
