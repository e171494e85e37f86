/**
 * The table controller: for each table and each of its actions one declared route, which calls the operation that does
 * it.
 */
import { Readable } from 'node:stream'
import {
  fieldOf,
  isQueryError,
  languages,
  nodeOf,
  readListQuery,
  type ActionName,
  type ListQuery,
  type TableModel,
} from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import type { Saved } from '../records/run-hooks.ts'
import { create } from '../records/create.ts'
import { tableFileTypes } from '../records/spreadsheet/table-file.ts'
import { exportCsv, exportName, exportXlsx } from '../records/export.ts'
import { list } from '../records/list.ts'
import { previewMail, sendMail } from '../records/mail/send.ts'
import { oneAtATime } from '../records/one-at-a-time.ts'
import { requireIds, tooMany } from '../records/read-id.ts'
import { read } from '../records/read.ts'
import { remove } from '../records/remove.ts'
import { restore } from '../records/restore.ts'
import { sort } from '../records/sort.ts'
import { update } from '../records/update.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import type { Registry } from '../core/models/registry.ts'
import { isNativeClient } from '../http/compat/client.ts'
import { capLimit } from '../http/compat/list-query.ts'
import { withFieldMessages } from '../http/compat/messages.ts'
import { withIdempotency } from '../http/with-idempotency.ts'
import { defineRoute, type Method, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import { importForm, importTable } from './table-import.ts'
import { refuseUnknownFields, tableNames } from './table-names.ts'

interface TableAction {
  readonly method: Method | readonly Method[]
  readonly form?: Route['form']
  run(scope: RequestScope, model: TableModel): Promise<RouteAnswer>
}

/** Records one request brings back. */
const maxRestored = 100

const actions: Readonly<Record<ActionName, TableAction>> = {
  index: {
    method: 'GET',
    run: async (scope, model) => ({
      data: await list(scope, model, listQuery(scope, model), { wholeTrees: !isNativeClient(scope.request) }),
    }),
  },
  add: {
    method: 'POST',
    run: (scope, model) =>
      withIdempotency(scope, '', async (keyed) => saved(scope, 'added', await create(keyed, model, scope.body))),
  },
  edit: {
    method: ['GET', 'POST'],
    run: async (scope, model) =>
      scope.request.method === 'GET'
        ? { data: await read(scope, model, scope.query.get('id')) }
        : withIdempotency(scope, '', async (keyed) => saved(scope, 'saved', await update(keyed, model, scope.body))),
  },
  del: {
    method: 'DELETE',
    run: async (scope, model) => {
      const { count } = await remove(scope, model, requireIds(scope.query))
      return { msg: t(scope.language, 'deleted', { count }), data: { count } }
    },
  },
  restore: {
    method: 'POST',
    run: async (scope, model) => {
      const { ids } = scope.body
      if (!Array.isArray(ids) || ids.length === 0)
        throw new OperationError('not_found', { text: 'problem.nothing_selected' })
      if (ids.length > maxRestored) throw tooMany(maxRestored)
      const { count } = await oneAtATime(scope, () => restore(scope, model, ids))
      return { msg: t(scope.language, 'restored', { count }), data: { count } }
    },
  },
  sortable: {
    method: 'POST',
    run: async (scope, model) => {
      await sort(scope, model, scope.body)
      return { msg: t(scope.language, 'done'), data: null }
    },
  },
  import: { method: 'POST', form: importForm, run: importTable },
  export: {
    method: 'GET',
    run: exportFile,
  },
  mail: {
    method: 'POST',
    run: async (scope, model) =>
      scope.body['preview'] === true
        ? { data: await previewMail(scope, model, scope.body) }
        : withIdempotency(scope, '', async (keyed) => {
            const { count, note } = await sendMail(keyed, model, scope.body)
            return { msg: note, data: { count } }
          }),
  },
}

/** The list as a file: in which form, with which columns, with which lines, in which language. */
async function exportFile(scope: RequestScope, model: TableModel): Promise<RouteAnswer> {
  const [format = 'csv', columns, lines, lang] = ['format', 'columns', 'lines', 'lang'].map((name) => {
    const value = scope.query.get(name)
    if (value instanceof Map) throw new OperationError('bad_query')
    return value === '' ? undefined : value
  })
  const language = languages.find((name) => name === (lang ?? scope.language))
  if ((format !== 'csv' && format !== 'xlsx') || !language) throw new OperationError('bad_query')
  const choice = {
    ...(columns !== undefined && { columns: columns.split(',') }),
    ...(lines !== undefined && { lines }),
  }
  const worded = { ...scope, language }
  const write = format === 'csv' ? exportCsv : exportXlsx
  return {
    file: Readable.from(await write(worded, model, listQuery(scope, model), choice), { objectMode: false }),
    type: tableFileTypes[format],
    name: exportName(worded, model, format),
  }
}

/** Warnings of hooks are part of the success message. */
function saved({ language }: RequestScope, text: 'added' | 'saved', data: Saved): RouteAnswer {
  return { msg: [t(language, text), ...(data.warnings ?? [])].join(' '), data }
}

export function tableRoutes(registry: Registry): readonly Route[] {
  return registry.list.flatMap((model) => model.actions.map((action) => routeOf(model, action, actions[action])))
}

function routeOf(model: TableModel, action: ActionName, { method, form, run }: TableAction): Route {
  const handler = (scope: RequestScope): Promise<RouteAnswer> =>
    withFieldMessages(
      scope,
      (name) => fieldOf(model, name)?.label[scope.language],
      () => run(scope, model),
    )
  return defineRoute({
    area: 'admin',
    controller: model.controller,
    action,
    method,
    login: 'admin',
    node: nodeOf(model, action),
    ...(form && { form }),
    names: (scope) => tableNames(scope, model, action),
    handler,
  })
}

/** Throws an OperationError `bad_query`. */
function listQuery(scope: RequestScope, model: TableModel): ListQuery {
  const { query, request } = scope
  if (isNativeClient(request)) refuseUnknownFields(scope, model)
  const read = readListQuery(isNativeClient(request) ? query : capLimit(query))
  if (isQueryError(read)) throw new OperationError('bad_query')
  return read
}
