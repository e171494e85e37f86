/**
 * Routes of single records, for those who may see the list: `history` answers their changes, or the record as it was
 * after one of them or at a time; `view` reads a record with states with its lines.
 */
import { nodeOf, type recordRoutes as names, type TableModel } from '../../protocol/index.ts'
import { asOf } from '../records/history/as-of.ts'
import { history } from '../records/history/history.ts'
import { read } from '../records/read.ts'
import type { Registry } from '../core/models/registry.ts'
import { plainNames, type RouteNames } from '../http/known-names.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'

const work: Readonly<Record<(typeof names)[number], (scope: RequestScope, model: TableModel) => Promise<RouteAnswer>>> =
  {
    view: async (scope, model) => ({ data: await read(scope, model, scope.query.get('id'), 'index') }),
    history: async (scope, model) => {
      const [id, entry, time] = ['id', 'entry', 'time'].map((name) => scope.query.get(name))
      const isThen = entry !== undefined || time !== undefined
      return { data: await (isThen ? asOf(scope, model, id, { entry, time }) : history(scope, model, id)) }
    },
  }

const namesOf: Readonly<Record<keyof typeof work, RouteNames>> = {
  view: { query: plainNames('id'), body: null },
  history: { query: plainNames('id', 'entry', 'time'), body: null },
}

/** Records that are never edited have no history. */
const routesOf = ({ machine, actions }: TableModel): readonly (keyof typeof work)[] => [
  ...(machine ? (['view'] as const) : []),
  ...(machine || actions.includes('edit') ? (['history'] as const) : []),
]

export function recordRoutes(registry: Registry): readonly Route[] {
  const listed = registry.list.filter((model) => model.actions.includes('index'))
  return listed.flatMap((model) =>
    routesOf(model).map((action) =>
      defineRoute({
        area: 'admin',
        controller: model.controller,
        action,
        method: 'GET',
        login: 'admin',
        node: nodeOf(model, 'index'),
        names: () => namesOf[action],
        handler: (scope) => work[action](scope, model),
      }),
    ),
  )
}
