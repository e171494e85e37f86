/** The small calls of the `ajax` controllers: regions, icons of file types, and what tables are made of. */
import { codes, type ImportUndone } from '../../../protocol/index.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import { areas, type Area } from '../../http/address.ts'
import { t } from '../../../i18n/i18n.ts'
import { oneAtATime } from '../../records/one-at-a-time.ts'
import { idOf } from '../../records/read-id.ts'
import { ownOperations } from '../../records/history/own-operations.ts'
import { undoEntries } from '../../records/history/undo-entries.ts'
import { undo } from '../../records/history/undo.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { listRegions } from './regions.ts'
import { drawSuffixIcon } from './file-type-icon.ts'
import { answerConnections, answerFields, answerTableKey, answerTables } from './table-info.ts'

export const ajaxRoutes: readonly Route[] = [
  ...areas.flatMap((area) => [
    // The icon shows what the address says and nothing else, so that images need no token there.
    open(area, 'buildSuffixSvg', answerIcon),
    { ...open(area, 'area', answerRegions), login: area === 'admin' ? ('admin' as const) : ('none' as const) },
  ]),
  defineRoute({
    area: 'admin',
    controller: 'ajax',
    action: 'undo',
    method: 'POST',
    login: 'admin',
    // The operation asks for the right to edit or restore the record.
    node: null,
    handler: (scope) =>
      oneAtATime(scope, async () => {
        const { entry, entries, before } = scope.body
        if (Array.isArray(entries)) return undoneAnswer(scope, await undoEntries(scope, entries, idOf(before)))
        const done = await undo(scope, entry, before)
        return done === null ? { msg: t(scope.language, 'undone'), data: null } : undoneAnswer(scope, done)
      }),
  }),
  // Its entries are the caller's own, of records they may edit, restore or delete.
  ofAdmins('undoable', async (scope) => ({ data: { list: await ownOperations(scope) } })),
  ofAdmins('getTablePk', answerTableKey),
  ofAdmins('getTableFieldList', answerFields),
  ofAdmins('getTableList', answerTables),
  ofAdmins('getDatabaseConnectionList', answerConnections),
]

/** Nothing undone at the end is a refusal with the first reason. */
function undoneAnswer({ language }: RequestScope, undone: ImportUndone): RouteAnswer {
  const { done, kept, reasons } = undone
  const isLast = undone.next === null
  const params = { done, kept, reason: reasons[0]?.msg ?? '' }
  if (done === 0 && kept === 0 && isLast) throw new OperationError('not_found', { text: 'problem.undo_missing' })
  if (kept === 0) return { msg: t(language, 'undone'), data: undone }
  if (done === 0 && isLast) return { code: codes.refused, msg: t(language, 'undone_none', params), data: undone }
  return { msg: t(language, 'undone_part', params), data: undone }
}

function open(area: Area, action: string, handler: Route['handler']): Route {
  return defineRoute({ area, controller: 'ajax', action, method: 'GET', login: 'none', node: null, handler })
}

function ofAdmins(action: string, handler: Route['handler']): Route {
  return defineRoute({
    area: 'admin',
    controller: 'ajax',
    action,
    method: 'GET',
    login: 'admin',
    node: null,
    handler,
  })
}

/** A text of the query, "" when it is absent. */
function textOf({ query }: RequestScope, name: string): string {
  const value = query.get(name) ?? ''
  if (typeof value !== 'string') throw new OperationError('bad_query')
  return value
}

async function answerRegions(scope: RequestScope): Promise<RouteAnswer> {
  return { data: await listRegions(textOf(scope, 'province'), textOf(scope, 'city')) }
}

async function answerIcon(scope: RequestScope): Promise<RouteAnswer> {
  if (!scope.query.has('suffix')) throw new OperationError('bad_query')
  const svg = drawSuffixIcon(textOf(scope, 'suffix'), textOf(scope, 'background'))
  if (svg === null) throw new OperationError('bad_query')
  return { svg }
}
