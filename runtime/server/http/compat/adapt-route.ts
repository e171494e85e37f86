/** Requests and their answers, between what BuildAdmin's clients say and what is said here. */
import { EncodedRows } from '../../core/models/encoded-rows.ts'
import type { QueryNode, QueryTree } from '../../../protocol/index.ts'
import type { RequestScope, Route, RouteAnswer } from '../route.ts'
import { attachmentPage } from './attachments.ts'
import { isNativeClient } from './client.ts'
import { adaptMemberRoute } from './member-routes.ts'
import { adaptSettingsRoute } from './settings.ts'
import { withTablePage } from './table-page.ts'
import { tableWireOf, type TableWire } from './tables.ts'

type Row = Readonly<Record<string, unknown>>

/** The route as BuildAdmin's clients know it; the same where nothing differs. */
export function adaptRoute(route: Route): Route {
  if (route.area === 'api') return adaptMemberRoute(route)
  if (route.controller === 'routine.Config') return adaptSettingsRoute(route)
  if (route.controller === 'routine.Attachment') return withTablePage(route, attachmentPage)
  const wire = tableWireOf(route.controller)
  if (!wire) return route
  return {
    ...route,
    handler: async (scope) => {
      if (isNativeClient(scope.request)) return withListMembers(wire, scope, await route.handler(scope))
      const answer = await route.handler(await readRequest(wire, scope))
      return adaptAnswer(wire, scope, withListMembers(wire, scope, answer))
    },
  }
}

/** The answer of a list with what the table adds to it, for all clients. */
function withListMembers({ list }: TableWire, { actor }: RequestScope, answer: RouteAnswer): RouteAnswer {
  if (!list || !('data' in answer) || typeof answer.data !== 'object' || answer.data === null) return answer
  return 'list' in answer.data ? { ...answer, data: { ...answer.data, ...list(actor) } } : answer
}

/** A copy with their names and values translated. */
async function readRequest(wire: TableWire, scope: RequestScope): Promise<RequestScope> {
  const query = readQuery(wire, scope.query)
  if (scope.request.method !== 'POST') return { ...scope, query }
  const values = Object.fromEntries(
    Object.entries(scope.body).map(([field, value]) => [field, oursOf(wire, field, value)]),
  )
  return { ...scope, query, body: wire.rights ? await wire.rights.read(scope, values) : values }
}

/** Names and values of `search`, `order` and `initKey`. */
function readQuery(wire: TableWire, query: QueryTree): QueryTree {
  const next = new Map(query)
  const { search, order, initKey, initValue } = Object.fromEntries(query)
  if (search instanceof Map)
    next.set(
      'search',
      new Map([...search].map(([index, entry]) => [index, entry instanceof Map ? readFilter(wire, entry) : entry])),
    )
  if (typeof order === 'string') {
    const [name = '', ...direction] = order.split(',')
    next.set('order', [nameOf(wire, name), ...direction].join(','))
  }
  if (typeof initKey === 'string') {
    next.set('initKey', nameOf(wire, initKey))
    if (initValue !== undefined) next.set('initValue', readOperand(wire, nameOf(wire, initKey), initValue))
  }
  return next
}

function readFilter(wire: TableWire, entry: QueryTree): QueryTree {
  const [field, val] = [entry.get('field'), entry.get('val')]
  if (typeof field !== 'string') return entry
  const name = nameOf(wire, field)
  return new Map([
    ...entry,
    ['field', name],
    ...(val === undefined ? [] : ([['val', readOperand(wire, name, val)]] as const)),
  ])
}

/** One text, a list of texts, or texts with commas. */
function readOperand(wire: TableWire, field: string, val: QueryNode): QueryNode {
  if (!wire.values?.has(field)) return val
  const textOf = (text: string): string =>
    text
      .split(',')
      .map((value) => String(oursOf(wire, field, value)))
      .join(',')
  if (typeof val === 'string') return textOf(val)
  return new Map([...val].map(([index, node]) => [index, typeof node === 'string' ? textOf(node) : node]))
}

const nameOf = ({ names }: TableWire, name: string): string => names?.get(name) ?? name

function oursOf({ values }: TableWire, field: string, value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const [ours] = [...(values?.get(field) ?? [])].find(([, theirs]) => theirs === String(value)) ?? []
  return ours ?? value
}

/** The same object where nothing differs. */
async function adaptAnswer(wire: TableWire, scope: RequestScope, answer: RouteAnswer): Promise<RouteAnswer> {
  if (!('data' in answer)) return answer
  const { data } = answer
  if (typeof data !== 'object' || data === null) return answer
  const { code, msg } = { code: undefined, ...answer }
  return {
    data: await adaptData(wire, scope, data as Row),
    ...(code !== undefined && { code }),
    ...(msg !== undefined && { msg }),
  }
}

/** `list` and `options` contain rows, `row` is one. */
async function adaptData(wire: TableWire, scope: RequestScope, data: Row): Promise<Row> {
  const next: Record<string, unknown> = { ...data }
  if (next['list'] instanceof EncodedRows) next['list'] = next['list'].rows()
  for (const name of ['list', 'options'])
    if (Array.isArray(next[name])) next[name] = next[name].map((row: Row) => adaptRow(wire, row, 'list'))
  if (typeof next['row'] === 'object' && next['row'] !== null) {
    const row = adaptRow(wire, next['row'] as Row, 'row')
    next['row'] = wire.rights ? await wire.rights.present(scope, row) : row
  }
  return next
}

function adaptRow(wire: TableWire, row: Row, purpose: 'list' | 'row'): Row {
  const next: Record<string, unknown> = { ...row }
  for (const [field, values] of wire.values ?? [])
    if (Object.hasOwn(row, field)) next[field] = values.get(String(row[field])) ?? row[field]
  if (Array.isArray(row['children']))
    next['children'] = row['children'].map((child: Row) => adaptRow(wire, child, purpose))
  return wire.row ? wire.row(next, purpose) : next
}
