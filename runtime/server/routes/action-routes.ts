/**
 * A route for each action of each state machine: `POST {controller}/{action}` for one record, or for up to a hundred of
 * them.
 */
import {
  codes,
  fieldOf,
  memoizeByObject,
  nodeOf,
  type Language,
  type MachineActionModel,
  type TableModel,
  type Text,
} from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { runAction } from '../records/actions/run-action.ts'
import { oneAtATime } from '../records/one-at-a-time.ts'
import { idOf, tooMany } from '../records/read-id.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import type { Registry } from '../core/models/registry.ts'
import { withFieldMessages } from '../http/compat/messages.ts'
import { reserveKey, withIdempotency } from '../http/with-idempotency.ts'
import { errorAnswer } from '../http/error-answer.ts'
import { actionNames } from './table-names.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'

/** Records one request may name. */
const maxIds = 100

/** What became of one of several records. */
interface ActionResult {
  readonly id: unknown
  readonly code: number
  readonly msg: string
  readonly reason?: string
  readonly data?: unknown
}

export function actionRoutes(registry: Registry): readonly Route[] {
  return registry.list.flatMap((model) => (model.machine?.actions ?? []).map((action) => routeOf(model, action)))
}

function routeOf(model: TableModel, action: MachineActionModel): Route {
  const labelOf = (scope: RequestScope) => (name: string) =>
    (action.input.find((input) => input.name === name) ?? fieldOf(model, name))?.label[scope.language]
  const handler = (scope: RequestScope): Promise<RouteAnswer> =>
    withFieldMessages(scope, labelOf(scope), () => run(scope, model, action))
  return defineRoute({
    area: 'admin',
    controller: model.controller,
    action: action.name,
    method: 'POST',
    login: 'admin',
    node: nodeOf(model, action.name),
    names: ({ registry }) => actionNames(action, registry),
    handler,
  })
}

function run(scope: RequestScope, model: TableModel, action: MachineActionModel): Promise<RouteAnswer> {
  const { ids } = scope.body
  return Array.isArray(ids)
    ? oneAtATime(scope, () => runEach(scope, model, action, ids))
    : withIdempotency(scope, '', (keyed) => runOne(keyed, model, action, scope.body))
}

async function runOne(
  scope: RequestScope,
  model: TableModel,
  action: MachineActionModel,
  body: RequestScope['body'],
): Promise<RouteAnswer> {
  return { msg: doneText(scope, action), data: await runAction(scope, model, action.name, body) }
}

const doneText = ({ language }: RequestScope, action: MachineActionModel): string => doneTexts(action)[language]

const doneTexts = memoizeByObject(({ label }: MachineActionModel): Text => {
  const text = (language: Language): string => t(language, 'action_done', { action: label[language] })
  return { 'zh-cn': text('zh-cn'), en: text('en') }
})

/** One after the other, each in a transaction of its own: what becomes of one does not touch the others. */
async function runEach(
  scope: RequestScope,
  model: TableModel,
  action: MachineActionModel,
  ids: readonly unknown[],
): Promise<RouteAnswer> {
  if (ids.length === 0) throw new OperationError('not_found', { text: 'problem.nothing_selected' })
  if (ids.length > maxIds) throw tooMany(maxIds)
  await reserveKey(scope)
  const { ids: _ids, version: _version, ...body } = scope.body
  const results: ActionResult[] = []
  for (const id of new Set(ids.map((id) => idOf(id) ?? id)))
    results.push(await resultOf(scope, model, action, { ...body, id }))
  const done = results.filter(({ code }) => code === codes.ok).length
  return {
    msg: t(scope.language, 'action_done_of', { action: action.label[scope.language], done, count: results.length }),
    data: { results },
  }
}

async function resultOf(
  scope: RequestScope,
  model: TableModel,
  action: MachineActionModel,
  body: RequestScope['body'] & { readonly id: unknown },
): Promise<ActionResult> {
  const { id } = body
  try {
    const answer = await withIdempotency(scope, String(id), (keyed) => runOne(keyed, model, action, body))
    return { id, ...plain(answer) }
  } catch (error) {
    if (error instanceof OperationError) return { id, ...plain(errorAnswer(error, scope.language)) }
    // The other records continue; the answer omits the cause, which the log contains.
    scope.request.log.error({ err: error, id }, 'action failed')
    const isBusy = scope.database.adapter.problemOf(error)?.kind === 'busy'
    return {
      id,
      code: codes.refused,
      msg: isBusy ? t(scope.language, 'problem.busy') : t(scope.language, 'problem.internal', { id: scope.request.id }),
    }
  }
}

function plain(answer: RouteAnswer): Omit<ActionResult, 'id'> {
  if (!('data' in answer)) throw new TypeError('an action answers data')
  const { code = codes.ok, msg = '', data } = answer
  const reason = (data as { readonly reason?: unknown } | null)?.reason
  return { code, msg, ...(typeof reason === 'string' && { reason }), data }
}
