/** The caller of a request of the site: a guest, or a member. */
import { codes } from 'tablewright/protocol'
import { OperationError, RouteReply, type Member } from 'tablewright/server'
import type { Viewer } from '../access.ts'
import { t } from '../i18n.ts'
import { isPublicSite } from '../settings.ts'
import type { Scope } from '#generated/cms/server.ts'

/** Asks to sign in, as clients of either dialect understand it. */
export const signInFirst = ({ language }: Pick<Scope, 'language'>): RouteReply =>
  new RouteReply(
    { routePath: '/user/login', type: 'need login' },
    { code: codes.signIn, msg: t(language, 'read.members') },
  )

/** The viewer; a reply where the site is for members only and nobody is signed in. */
export function viewerOf(scope: Scope, member: Member | null): { readonly viewer: Viewer } | RouteReply {
  // Guard T33: a site that is not public shows guests nothing.
  // Without: if (scope === null) return signInFirst(scope)
  if (member === null && !isPublicSite(scope)) return signInFirst(scope)
  return { viewer: member && { id: member.id } }
}

/** The member of a route that requires one. */
export function requireMember(member: Member | null): { readonly id: number } {
  if (member === null) throw new OperationError('not_found')
  return { id: member.id }
}

/**
 * The scope in which a member writes records: with the rights of the module, in the name of the member. The caller has
 * checked what this member may do.
 */
export function asAuthor(scope: Scope, id: number): Scope {
  const username = `member:${id}`
  const { audit } = scope
  return {
    ...scope,
    actor: { id: null, username, super: true, nodes: new Set(), groups: [], member: { id } },
    ...(audit && { audit: (trx, entry) => audit(trx, { ...entry, admin: { id: null, username } }) }),
  }
}
