/** `Index/why?node=…`: the screen asks it behind a thing that is hidden or disabled. It needs a login and tells of one's own rights only. */
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import { Refusal } from '../errors/refusal.ts'
import type { Rights } from '../access/rights.ts'
import type { WantedRules } from './wanted-rules.ts'
import { whyNot } from './why.ts'

/** Rule names are at most 100 characters long. */
const longest = 100

export function whyRoute(rights: Rights, wanted: WantedRules): Route {
  return defineRoute({
    area: 'admin',
    controller: 'Index',
    action: 'why',
    method: 'GET',
    login: 'admin',
    node: null,
    handler: (scope) => answerWhy(scope, rights, wanted),
  })
}

async function answerWhy(
  { query, actor, database, language }: RequestScope,
  rights: Rights,
  wanted: WantedRules,
): Promise<RouteAnswer> {
  const node = query.get('node')
  if (typeof node !== 'string' || node === '' || node.length > longest) throw new Refusal('bad_query')
  const [state, held] = await Promise.all([rights.stateOf(actor!), rights.heldOf(actor!)])
  return { data: await whyNot({ database, wanted, language }, actor!, state, held, node) }
}
