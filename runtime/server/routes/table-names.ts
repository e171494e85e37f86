/** Names that requests of tables may have. */
import {
  fullTitleName,
  hasFileInfo,
  holdsLines,
  isQueryError,
  memoizeByObject,
  readListQuery,
  type ActionName,
  type FieldModel,
  type MachineActionModel,
  type TableModel,
} from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import type { Registry } from '../core/models/registry.ts'
import { nearestName, shownName } from '../core/nearest-name.ts'
import { joinNames, plainNames, type Names, type RouteNames } from '../http/known-names.ts'
import type { RequestScope } from '../http/route.ts'
import type { HookRegistry, Scope } from '../operation/scope.ts'
import { namesOfQuery } from '../records/query/plan.ts'

const none = plainNames()

const listNames: Names = joinNames(
  plainNames(
    'page',
    'limit',
    'order',
    'quickSearch',
    'initKey',
    'initValue',
    'initOperator',
    'select',
    'isTree',
    'parentRowId',
    'exact',
    'deleted',
    'absoluteAuth',
  ),
  { below: new Map([['search', plainNames('field', 'operator', 'val', 'render')]]) },
)

const queries: Partial<Readonly<Record<ActionName, Names>>> = {
  index: listNames,
  export: joinNames(listNames, plainNames('format', 'columns', 'lines')),
  edit: plainNames('id'),
  del: plainNames('ids'),
}

const bodies: Partial<Readonly<Record<ActionName, Names>>> = {
  restore: plainNames('ids'),
  sortable: plainNames('id', 'targetId', 'move', 'target', 'order', 'direction'),
  mail: plainNames('id', 'version', 'preview', 'to', 'note', 'language', 'csv'),
}

/** Names of a request for an operation of a table. */
export function tableNames(
  { request, hooks, registry }: RequestScope,
  model: TableModel,
  action: ActionName,
): RouteNames {
  const isWrite = request.method === 'POST' && (action === 'add' || action === 'edit')
  return {
    query: isWrite ? none : (queries[action] ?? none),
    body: isWrite ? rowNames(model, registry, hooks) : (bodies[action] ?? none),
  }
}

/** Names of a request for an action of a state machine. */
export const actionNames = memoizeByObject((action: MachineActionModel, registry: Registry): RouteNames => ({
  query: none,
  body: joinNames(plainNames('id', 'ids', 'version'), fieldNames(action.input, registry, undefined)),
}))

/**
 * A record as it is received may be sent back: with its implicit columns, the objects beside its references, and what
 * the hook `present` adds, whose names nobody declares. Fields that a policy hides are among them: schemas are no
 * secret.
 */
const rowNames = (model: TableModel, registry: Registry, hooks: HookRegistry | undefined): Names =>
  hooks ? namesOfRow(model, registry, hooks) : namesOfRow(model, registry)

const namesOfRow = memoizeByObject((model: TableModel, registry: Registry, hooks?: HookRegistry): Names => ({
  ...joinNames(plainNames('id', 'version', 'children', fullTitleName), fieldNames(model.fields, registry, hooks)),
  isOpen: (hooks?.get(model.id) ?? []).some(({ present }) => present !== undefined),
}))

function fieldNames(fields: readonly FieldModel[], registry: Registry, hooks: HookRegistry | undefined): Names {
  // Nobody sends or receives the others.
  const exchanged = fields.filter((field) => !field.private || !field.readOnly || field.implicit)
  return {
    below: new Map(
      exchanged.flatMap((field): (readonly [string, Names | null])[] => {
        const { name, relation } = field
        const lines = holdsLines(field) && relation ? registry.byId(relation.to) : undefined
        if (lines) return [[name, rowNames(lines, registry, hooks)]]
        return [
          [name, null],
          ...(relation ? [[relation.as, null] as const] : []),
          ...(hasFileInfo(field) ? [[`${name}_info`, null] as const] : []),
        ]
      }),
    ),
  }
}

/**
 * Hidden fields and those that do not exist are refused in the same words: the nearest name is one of the fields that
 * the caller sees.
 * @throws an OperationError `bad_query`
 */
export function refuseUnknownFields(scope: Scope & Pick<RequestScope, 'query'>, model: TableModel): void {
  const query = readListQuery(scope.query)
  if (isQueryError(query)) return
  const references = [query.order?.field, query.init?.key, ...query.search.map(({ field }) => field)]
  const fields = references.filter((name) => name !== undefined && name !== null)
  if (fields.length === 0) return
  const sources = namesOfQuery(scope, model, query)
  // A key may carry the name of its own table.
  const prefix = `${model.name}.`
  const isKnown = (name: string): boolean =>
    sources.includes(name) || (name.startsWith(prefix) && sources.includes(name.slice(prefix.length)))
  const name = fields.find((field) => !isKnown(field))
  if (name === undefined) return
  const nearest = nearestName(name, sources)
  throw new OperationError('bad_query', {
    sentence:
      nearest === null
        ? t(scope.language, 'problem.unknown_field', { name: shownName(name) })
        : t(scope.language, 'problem.unknown_field_near', { name: shownName(name), nearest }),
  })
}
