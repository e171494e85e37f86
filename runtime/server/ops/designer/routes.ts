/**
 * The designer of schemas: `crud.Crud`. It changes files of the project and tables of the database, so that it is for
 * super administrators with the node of its page, there only while the server runs with `dev` or the site has switched
 * it on, and applies nothing but what was previewed, with the password of the account.
 */
import { sql } from 'kysely'
import { codes, type Text } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import { verifyOwnPassword } from '../../identity/session/password/verify-own-password.ts'
import { requireActor } from '../../operation/access/actor.ts'
import { readHeavy } from '../../records/query/run.ts'
import type { DesignerAnswer, DesignerMethod, SiteDesigner } from './designer.ts'

const page = 'crud/crud'

/** @param designer absent = this server has none: the routes are there and say so */
export function designerRoutes(designer?: SiteDesigner): readonly Route[] {
  const route = (
    action: string,
    method: 'GET' | 'POST',
    node: 'index' | 'generate' | 'delete',
    handler: (scope: RequestScope, own: SiteDesigner) => Promise<RouteAnswer>,
  ): Route =>
    defineRoute({
      area: 'admin',
      controller: 'crud.Crud',
      action,
      method,
      login: 'admin',
      node: `${page}/${node}`,
      handler: async (scope) => {
        // Guard T23: the designer changes what everybody may do, so it is for super administrators only.
        if (!requireActor(scope).super)
          return { code: codes.forbidden, msg: t(scope.language, 'designer.super'), data: [] }
        // Guard T23: a server that was not started for designing has no designer.
        // Without: if (!designer) return { data: null }
        if (!designer) throw new OperationError('bad_state', { text: 'designer.off' })
        // Guard T23: outside `dev` the site has to switch it on.
        if (designer.restart && !scope.settings.designer)
          throw new OperationError('bad_state', { text: 'designer.off' })
        return handler(scope, designer)
      },
    })
  const asking =
    (method: DesignerMethod, inputOf: (scope: RequestScope) => unknown) =>
    async (scope: RequestScope, own: SiteDesigner): Promise<RouteAnswer> => ({
      data: dataOf(scope, await own.ask(method, inputOf(scope))),
    })
  /** @param removes changes that remove a table, which need a right of their own */
  const applying =
    (removes: boolean) =>
    async (scope: RequestScope, own: SiteDesigner): Promise<RouteAnswer> => {
      const obstacle = await obstacleText(scope, own)
      if (obstacle !== null) throw new OperationError('bad_state', { sentence: obstacle })
      if (removesTable(scope.body['operations']) !== removes) throw new OperationError('invalid')
      return apply(scope, own)
    }
  const body = (scope: RequestScope): unknown => scope.body
  return [
    route('index', 'GET', 'index', async (scope, own) => {
      const overview = dataOf(scope, await own.ask('overview', {})) as object
      return { data: { ...overview, obstacle: await obstacleText(scope, own), rows: await countRows(scope) } }
    }),
    route(
      'entity',
      'GET',
      'index',
      asking('entity', ({ query }) => ({ id: query.get('id') })),
    ),
    route(
      'history',
      'GET',
      'index',
      asking('history', () => ({})),
    ),
    route(
      'tables',
      'GET',
      'index',
      asking('tables', () => ({})),
    ),
    route('values', 'GET', 'index', async (scope) => ({ data: await countValues(scope) })),
    route('start', 'POST', 'index', asking('start', body)),
    route('preview', 'POST', 'index', asking('preview', body)),
    route('patch', 'POST', 'index', asking('patch', body)),
    route('apply', 'POST', 'generate', applying(false)),
    route('delete', 'POST', 'delete', applying(true)),
  ]
}

const removesTable = (operations: unknown): boolean =>
  Array.isArray(operations) &&
  operations.some(
    (item: unknown) => typeof item === 'object' && item !== null && 'op' in item && item.op === 'removeEntity',
  )

async function obstacleText({ language }: RequestScope, designer: SiteDesigner): Promise<string | null> {
  const obstacle = designer.obstacle() ?? ((await hasOthers(designer)) ? 'servers' : null)
  return obstacle === null ? null : t(language, `designer.${obstacle}`)
}

/** Under `dev` a server that is about to end may still be there. */
const hasOthers = async ({ restart, isAlone }: SiteDesigner): Promise<boolean> =>
  restart !== undefined && !(await isAlone())

/** Records of the tables, by entity; empty where counting them takes too long. */
async function countRows(scope: RequestScope): Promise<Readonly<Record<string, number>>> {
  const models = scope.registry.list.filter(({ storage, adopted }) => storage === 'table' && !adopted)
  const counts = models.map(({ id, table }) => sql`(select count(*) from ${sql.table(table)}) as ${sql.id(id)}`)
  const statement = sql`select ${sql.join(counts)}`.compile(scope.database.query)
  const [row = {}] = await readHeavy(scope, statement).catch(() => [])
  return Object.fromEntries(Object.entries(row).map(([id, count]) => [id, Number(count)]))
}

const maxValues = 200

/** How many records have each value of a field; none for a field that is not in the database yet. */
async function countValues(scope: RequestScope): Promise<object> {
  const { database, registry, query } = scope
  const model = registry.list.find(({ id, adopted }) => id === query.get('id') && !adopted)
  const field = model?.fields.find(({ name, kind }) => name === query.get('field') && ['enum', 'text'].includes(kind))
  if (!model || !field) return { list: [] }
  const { id } = sql
  const statement = sql`select ${id(field.name)} as value, count(*) as count from ${sql.table(model.table)}
    group by ${id(field.name)} order by count(*) desc limit ${sql.lit(maxValues)}`.compile(database.query)
  const rows = await readHeavy(scope, statement)
  return { list: rows.map((row) => ({ value: row['value'], count: Number(row['count']) })) }
}

async function apply(scope: RequestScope, designer: SiteDesigner): Promise<RouteAnswer> {
  const { current_password: password, ...input } = scope.body
  const { id, account } = requireActor(scope)
  // Guard T35: nothing is applied without the password of the account.
  await verifyOwnPassword(scope, id, password)
  const by = account?.username ?? String(id)
  const { words } = dataOf(scope, await designer.ask('preview', input)) as { readonly words: readonly Text[] }
  // Before it is done: a server of the former tables may write nothing after it.
  const sentences = words.map((text) => text[scope.language])
  await scope.database.write((trx) =>
    Promise.resolve(scope.audit?.(trx, { title: applied, data: { words: sentences } })),
  )
  const data = dataOf(scope, await designer.ask('apply', { ...input, by })) as object
  // It ends once this request has its answer.
  designer.restart?.()
  return { msg: t(scope.language, 'designer.applied'), data: { ...data, restarts: designer.restart !== undefined } }
}

const applied = { 'zh-cn': '应用表结构设计', en: 'Apply a change of schemas' } as const

/** The data of an answer. Throws its refusal as an OperationError. */
function dataOf({ language }: RequestScope, answer: DesignerAnswer): unknown {
  if (answer.ok) return answer.data
  throw new OperationError(answer.reason, {
    sentence: answer.message[language],
    ...(answer.data !== undefined && { row: { data: answer.data } }),
  })
}
