/** A small real HTTP server that keeps tables in memory and answers the table protocol as the list asks for it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  isQueryError,
  parseQueryString,
  readIds,
  readListQuery,
  type Filter,
  type ListQuery,
} from 'tablewright/protocol'

export type Served = Record<string, unknown> & { id: number }

interface Asked {
  readonly method: string
  /** `shop.Product/index` */
  readonly path: string
  readonly query: ListQuery
  /** Query string as it came. */
  readonly raw: string
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
}

type Reply = {
  readonly code?: number
  readonly msg?: string
  readonly data?: unknown
  readonly status?: number
  readonly headers?: Record<string, string>
}

export interface ListServer {
  readonly address: string
  readonly asked: Asked[]
  readonly tables: Record<string, Served[]>
  /** Answers of one action until they are taken back with null. */
  answer(path: string, reply: Reply | null): void
  /** Requests to that path wait until the returned function is called. */
  hold(path: string): () => void
  close(): Promise<void>
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  'access-control-expose-headers': '*',
}

/** @param trees controllers that answer `index` with nested children, and the field of the parent */
export async function startListServer(
  tables: Record<string, Served[]>,
  trees: Readonly<Record<string, string>> = {},
): Promise<ListServer> {
  const asked: Asked[] = []
  const planned = new Map<string, Reply>()
  const gates = new Map<string, Promise<void>>()
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    const one = await read(request)
    asked.push(one)
    await gates.get(one.path)
    const { status = 200, headers = {}, ...reply } = planned.get(one.path) ?? act(tables, trees, one)
    if (typeof reply.data === 'string')
      return void response.writeHead(status, { ...cors, 'content-type': 'text/csv', ...headers }).end(reply.data)
    response
      .writeHead(status, { ...cors, 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ code: 1, msg: '', time: 0, data: null, ...reply }))
  }
  const server = createServer((request, response) => void handle(request, response))
  // A drawing that takes longer than the usual five seconds must not meet a connection that is closing.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    tables,
    answer: (path, reply) => void (reply ? planned.set(path, reply) : planned.delete(path)),
    hold: (path) => {
      let open = () => {}
      gates.set(
        path,
        new Promise((resolve) => {
          open = resolve
        }),
      )
      return () => {
        gates.delete(path)
        open()
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://local')
  const raw = url.search.slice(1)
  const tree = parseQueryString(raw)
  const query = isQueryError(tree) ? tree : readListQuery(tree)
  if (isQueryError(query)) throw new Error(`the client sent a query the protocol refuses: ${query.refused} (${raw})`)
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  return {
    method: request.method ?? '',
    path: url.pathname.replace('/admin/', ''),
    query,
    raw,
    headers: request.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  }
}

function act(tables: Record<string, Served[]>, trees: Readonly<Record<string, string>>, one: Asked): Reply {
  const [controller = '', action] = one.path.split('/')
  const rows = (tables[controller] ??= [])
  if (action === 'index') return { data: index(rows, one.query, trees[controller]) }
  if (action === 'del') return remove(tables, controller, one.raw)
  if (action === 'restore') return restore(rows, one.body['ids'])
  if (action === 'sortable') return move(rows, one.body)
  if (action === 'export')
    return {
      data: `\uFEFFid\r\n${found(rows, one.query)
        .map(({ id }) => id)
        .join('\r\n')}\r\n`,
    }
  if (action === 'edit' && one.method === 'POST') {
    Object.assign(rows.find(({ id }) => id === one.body['id']) ?? {}, one.body)
    return { msg: 'saved', data: null }
  }
  return { status: 404 }
}

function restore(rows: Served[], ids: unknown): Reply {
  for (const row of rows) if (Array.isArray(ids) && ids.includes(row.id)) row['deletetime'] = null
  return { msg: 'restored', data: { count: 1 } }
}

function index(rows: Served[], query: ListQuery, parent: string | undefined): unknown {
  const list = found(rows, query)
  if (parent) return { list: nest(list, parent, null), remark: '' }
  const start = (query.page - 1) * query.limit
  return { list: list.slice(start, start + query.limit), total: list.length, remark: '' }
}

function found(rows: Served[], query: ListQuery): Served[] {
  const order = query.order ?? { field: 'weigh', direction: 'desc' as const }
  const sign = order.direction === 'asc' ? 1 : -1
  return rows
    .filter((row) => Boolean(row['deletetime']) === (query.deleted === true))
    .filter((row) => query.init === null || query.init.values.includes(String(row.id)))
    .filter((row) => String(row['name']).includes(query.quickSearch))
    .filter((row) => query.search.every((filter) => meets(row, filter)))
    .sort((a, b) => sign * compare(a[order.field], b[order.field]) || a.id - b.id)
}

const compare = (a: unknown, b: unknown): number =>
  Number.isNaN(Number(a) - Number(b)) ? String(a).localeCompare(String(b)) : Number(a) - Number(b)

function meets(row: Served, { field, operator, val }: Filter): boolean {
  const value = String(row[field] ?? '')
  if (operator === 'LIKE') return value.includes(String(val))
  if (operator === 'IN') return [...val].includes(value)
  if (operator === 'RANGE') {
    const [from = '', to = ''] = String(val).split(',')
    return (from === '' || Number(value) >= Number(from)) && (to === '' || Number(value) <= Number(to))
  }
  return value === String(val)
}

function nest(rows: Served[], parent: string, of: number | null): Served[] {
  return rows
    .filter((row) => (row[parent] ?? null) === of)
    .map((row) => ({ ...row, children: nest(rows, parent, row.id) }))
}

function remove(tables: Record<string, Served[]>, controller: string, raw: string): Reply {
  const tree = parseQueryString(raw)
  const ids = isQueryError(tree) ? [] : readIds(tree).map(Number)
  tables[controller] = tables[controller]!.filter(({ id }) => !ids.includes(id))
  return { msg: `deleted ${ids.length}` }
}

/** The moved row takes the target's place; weights are dealt out anew, largest first. */
function move(rows: Served[], body: Record<string, unknown>): Reply {
  const order = [...rows].sort((a, b) => Number(b['weigh']) - Number(a['weigh']))
  const moved = order.find(({ id }) => id === body['move'])!
  const at = order.findIndex(({ id }) => id === body['target'])
  const next = order.filter((row) => row !== moved).toSpliced(at, 0, moved)
  next.forEach((row, place) => {
    row['weigh'] = next.length - place
  })
  return { msg: 'moved' }
}
