/** Routes of the recycle bin and of the log of sensitive data, and what their rules can choose from. */
import { codes, formatSeconds, isColumn, type TextKey } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import type { Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import { oneAtATime } from '../../records/one-at-a-time.ts'
import { idOf, tooMany } from '../../records/read-id.ts'
import { readReachable, seesField } from '../../records/recovery/visible-entries.ts'
import { restoreDeleted } from '../../records/recovery/restore-deleted.ts'
import { rollBack } from '../../records/recovery/rollback.ts'
import { shownTitle, shownValue, valueText } from '../../records/recovery/value-text.ts'
import { canBeWatched, watchableFields, whyNotWatched, type Watch } from '../../records/recovery/rule-targets.ts'

export const recoveryRoutes: readonly Route[] = [
  tablesRoute('DataRecycle', 'delete'),
  tablesRoute('SensitiveData', 'change'),
  logRoute('DataRecycleLog', 'info', 'GET', async (scope) => ({ data: { row: await deletedRow(scope) } })),
  logRoute('DataRecycleLog', 'restore', 'POST', (scope) =>
    forEach(scope, restoreDeleted, ['recycle.restored_all', 'recycle.restored_some', 'recycle.none']),
  ),
  logRoute('SensitiveDataLog', 'info', 'GET', async (scope) => ({ data: { row: await changedValue(scope) } })),
  logRoute('SensitiveDataLog', 'rollback', 'POST', (scope) =>
    forEach(scope, rollBack, ['sensitive.rolled_all', 'sensitive.rolled_some', 'sensitive.none']),
  ),
]

/** `GET tables`: what a rule can be about. Tables that it cannot are listed with the reason. */
function tablesRoute(name: 'DataRecycle' | 'SensitiveData', watch: Watch): Route {
  return defineRoute({
    area: 'admin',
    controller: `security.${name}`,
    action: 'tables',
    method: 'GET',
    login: 'admin',
    node: `security/${name.charAt(0).toLowerCase()}${name.slice(1)}/index`,
    handler: async ({ registry, language }) => ({
      data: {
        list: registry.list
          .filter((model) => canBeWatched(model, watch))
          .map((model) => {
            const reason = whyNotWatched(model, watch)
            return {
              id: model.id,
              label: model.label[language],
              reason: reason === null ? null : t(language, reason),
              fields:
                watch === 'delete' || reason !== null
                  ? []
                  : watchableFields(model).map((field) => ({
                      name: field.name,
                      label: field.label[language],
                      secret: field.private,
                    })),
            }
          }),
      },
    }),
  })
}

/**
 * The form of a rule in BuildAdmin's client asks `GET add` for the controllers it can be about, older releases for the
 * tables as well, and expects them beside the row of `GET edit`, too.
 */
export function withControllers(route: Route): Route {
  const watch = watches.get(route.controller)
  if (!watch || (route.action !== 'add' && route.action !== 'edit')) return route
  return {
    ...route,
    method: ['GET', 'POST'],
    handler: async (scope) => {
      if (scope.request.method !== 'GET') return route.handler(scope)
      const models = scope.registry.list.filter(
        (model) => canBeWatched(model, watch) && whyNotWatched(model, watch) === null,
      )
      const paths = models.map(({ controller }) => `${controller.replaceAll('.', '/')}.php`)
      const controllers = Object.fromEntries(paths.map((path) => [path, path]))
      const titles = models.map(({ table, label }) => [table, `${table} - ${label[scope.language]}`] as const)
      const choices = { controllers, tables: Object.fromEntries(titles) }
      if (route.action === 'add') return { data: choices }
      const answer = await route.handler(scope)
      return 'data' in answer ? { ...answer, data: { ...(answer.data as object), ...choices } } : answer
    },
  }
}

const watches: ReadonlyMap<string, Watch> = new Map([
  ['security.DataRecycle', 'delete'],
  ['security.SensitiveData', 'change'],
])

function logRoute(
  name: 'DataRecycleLog' | 'SensitiveDataLog',
  action: string,
  method: 'GET' | 'POST',
  handler: (scope: RequestScope) => Promise<RouteAnswer>,
): Route {
  return defineRoute({
    area: 'admin',
    controller: `security.${name}`,
    action,
    method,
    login: 'admin',
    node: `security/${name.charAt(0).toLowerCase()}${name.slice(1)}/${action}`,
    handler,
  })
}

/** Entries that one request works on. */
const maxEntries = 100

/**
 * Each entry in a transaction of its own, in the order given, so that one that is refused leaves the others alone.
 * @param texts when all were done, some, none
 */
async function forEach(
  scope: RequestScope,
  work: (scope: RequestScope, id: number) => Promise<void>,
  [all, some, none]: readonly [TextKey, TextKey, TextKey],
): Promise<RouteAnswer> {
  const { language } = scope
  const { ids } = scope.body
  const wanted = Array.isArray(ids) ? [...new Set(ids.map((id) => idOf(id) ?? String(id)))] : []
  if (wanted.length === 0) throw new OperationError('not_found', { text: 'problem.nothing_selected' })
  if (wanted.length > maxEntries) throw tooMany(maxEntries)
  const results: { readonly id: number | string; readonly ok: boolean; readonly msg: string }[] = []
  const workOnAll = async (): Promise<void> => {
    for (const id of wanted) {
      try {
        if (typeof id === 'string') throw new OperationError('not_found')
        await work(scope, id)
        results.push({ id, ok: true, msg: '' })
      } catch (error) {
        if (!(error instanceof OperationError)) throw error
        results.push({ id, ok: false, msg: error.allIn(language) })
      }
    }
  }
  await oneAtATime(scope, workOnAll)
  const done = results.filter(({ ok }) => ok).length
  const [first] = results
  if (done === 0) {
    const msg = results.length === 1 && first ? first.msg : t(language, none)
    return { code: codes.refused, msg, data: { count: 0, results } }
  }
  const text = done === results.length ? all : some
  return { msg: t(language, text, { done, failed: results.length - done }), data: { count: done, results } }
}

async function entryOf(
  scope: RequestScope,
  log: 'system/data_recycle_log' | 'system/sensitive_data_log',
): Promise<Row> {
  const id = idOf(scope.query.get('id'))
  const row = id === null ? undefined : await readReachable(scope, log, id)
  if (!row) throw new OperationError('not_found')
  return row
}

/** What happened to which record, by whom, when and from where, with the labels of the log. */
function factsOf({ registry, language, settings }: RequestScope, log: string, entry: Row): readonly object[] {
  const labelOf = (name: string): string =>
    registry.require(log).fields.find((field) => field.name === name)?.label[language] ?? name
  const texts = {
    title: String(entry['title'] ?? ''),
    entity: registry.byId(String(entry['entity']))?.label[language] ?? String(entry['entity']),
    admin_id: String(entry['username'] ?? ''),
    create_time: formatSeconds(Number(entry['create_time']), settings.timeZone),
    ip: String(entry['ip'] ?? ''),
  }
  return Object.entries(texts).map(([name, text]) => ({ name, label: labelOf(name), text }))
}

/** The values of a deleted record, by column, as far as the caller sees them. */
export function shownData(scope: RequestScope, { entity, data }: Row): Row {
  const model = scope.registry.byId(String(entity))
  const stored = JSON.parse(String(data ?? '{}')) as Row
  const seen = model?.fields.filter((field) => isColumn(field) && seesField(scope, model, field.name)) ?? []
  return Object.fromEntries(seen.flatMap(({ name }) => (name in stored ? [[name, stored[name] ?? null]] : [])))
}

/** What was deleted, as far as the caller sees it: by column, and with labels as people read it. */
async function deletedRow(scope: RequestScope): Promise<Readonly<Record<string, unknown>>> {
  const row = await entryOf(scope, 'system/data_recycle_log')
  const { secrets, data: _data, ...entry } = row
  const stored = shownData(scope, row)
  const model = scope.registry.byId(String(entry['entity']))
  const shown = model?.fields.filter(({ name }) => Object.hasOwn(stored, name)) ?? []
  return {
    ...entry,
    data: stored,
    values: shown
      .filter((field) => !field.implicit || field.name === 'id')
      .map((field) => ({
        name: field.name,
        label: field.label[scope.language],
        text: valueText(scope, field, stored[field.name] ?? null),
      })),
    facts: factsOf(scope, 'system/data_recycle_log', entry),
    hasSecrets: (secrets ?? null) !== null,
  }
}

async function changedValue(scope: RequestScope): Promise<Readonly<Record<string, unknown>>> {
  const entry = await entryOf(scope, 'system/sensitive_data_log')
  const model = scope.registry.byId(String(entry['entity']))
  const field = model?.fields.find(({ name }) => name === entry['data_field'])
  return {
    ...entry,
    facts: factsOf(scope, 'system/sensitive_data_log', entry),
    data_comment: shownTitle(field, String(entry['data_comment'] ?? ''), scope.language),
    before: shownValue(scope, field, String(entry['before'] ?? '')),
    after: shownValue(scope, field, String(entry['after'] ?? '')),
  }
}
