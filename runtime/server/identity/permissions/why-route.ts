/**
 * `Index/why?node=…`: screens call it for an element that is hidden or disabled. It requires a login and reports the
 * caller's own rights only.
 */
import { requireActor } from '../../operation/access/actor.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { RightsCache } from '../../operation/access/rights.ts'
import type { DerivedRules } from './derived-rules.ts'
import { explainRight } from './explain-right.ts'

/** Rule names are at most 100 characters long. */
const maxNodeLength = 100

export function whyRoute(rights: RightsCache, derivedRules: DerivedRules): Route {
  return defineRoute({
    area: 'admin',
    controller: 'Index',
    action: 'why',
    method: 'GET',
    login: 'admin',
    node: null,
    handler: (scope) => answerWhy(scope, rights, derivedRules),
  })
}

async function answerWhy(scope: RequestScope, rights: RightsCache, derivedRules: DerivedRules): Promise<RouteAnswer> {
  const { query, database, language } = scope
  const actor = requireActor(scope)
  const node = query.get('node')
  if (typeof node !== 'string' || node === '' || node.length > maxNodeLength) throw new OperationError('bad_query')
  const [state, granted] = await Promise.all([rights.stateOf(actor), rights.grantedTo(actor)])
  return { data: await explainRight({ database, derivedRules, language }, actor, state, granted, node) }
}
