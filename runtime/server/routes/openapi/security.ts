/** Who has to be signed in, as OpenAPI says it. */
import type { Login } from '../../http/route.ts'

/** Nothing for administrators: the document requires their token unless a route says something else. */
export function securityOf(login: Login): {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
} {
  if (login === 'admin') return {}
  if (login === 'member') return { security: [{ 'ba-user-token': [] }] }
  return { security: login === 'visitor' ? [{}, { 'ba-user-token': [] }] : [] }
}
