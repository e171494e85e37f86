/**
 * A small real HTTP server with one table whose records have states: it keeps rows in memory and answers actions as the
 * protocol says.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { actionOf, matchesState, type Envelope } from 'tablewright/protocol'
import { machine, orders } from './order.ts'

type ServedRow = ReturnType<typeof orders>[number]

interface Asked {
  readonly method: string
  /** `demo.Order/audit` */
  readonly path: string
  readonly key: string | undefined
  readonly body: Record<string, unknown>
}

type Reply = Partial<Envelope> | 'hang up' | 'do and hang up'

export interface MachineServer {
  readonly address: string
  readonly asked: Asked[]
  readonly rows: ServedRow[]
  /** Requests of that action, in their order. */
  acts(name: string): Asked[]
  answerOnce(action: string, reply: Reply): void
  /** Requests wait until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
}

export async function startMachineServer(): Promise<MachineServer> {
  const rows = orders()
  const asked: Asked[] = []
  const planned = new Map<string, Reply>()
  const known = new Map<string, Partial<Envelope>>()
  let gate: Promise<void> = Promise.resolve()
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    const url = new URL(request.url ?? '/', 'http://local')
    const one = await read(request, url)
    asked.push(one)
    await gate
    const name = one.path.split('/')[1]!
    const plan = planned.get(name)
    planned.delete(name)
    if (plan === 'hang up') return void request.socket.destroy()
    const answer =
      plan !== undefined && plan !== 'do and hang up' ? plan : (known.get(one.key ?? '') ?? reply(rows, name, one, url))
    if (one.key) known.set(one.key, answer)
    if (plan === 'do and hang up') return void request.socket.destroy()
    response
      .writeHead(200, { ...cors, 'content-type': 'application/json' })
      .end(JSON.stringify({ code: 1, msg: '', time: 0, data: null, ...answer }))
  }
  const server = createServer((request, response) => void handle(request, response))
  // A drawing that takes longer than the usual five seconds must not meet a connection that is closing.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    rows,
    acts: (name) => asked.filter(({ method, path }) => method === 'POST' && path === `demo.Order/${name}`),
    answerOnce: (action, answer) => void planned.set(action, answer),
    hold: () => {
      let open = () => {}
      gate = new Promise((resolve) => {
        open = resolve
      })
      return () => open()
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function read(request: IncomingMessage, url: URL): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const key = request.headers['idempotency-key']
  return {
    method: request.method ?? '',
    path: url.pathname.replace('/admin/', ''),
    key: typeof key === 'string' ? key : undefined,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  }
}

function reply(rows: ServedRow[], name: string, { method, body }: Asked, url: URL): Partial<Envelope> {
  if (name === 'index') return { data: { list: [...rows], total: rows.length, remark: '' } }
  if (name === 'history') return { data: { list: [], more: false } }
  if ((name === 'edit' || name === 'view') && method === 'GET')
    return { data: { row: rows.find(({ id }) => String(id) === url.searchParams.get('id')) } }
  if (name === 'edit') {
    const row = rows.find(({ id }) => id === body['id'])!
    Object.assign(row, body, { version: row.version + 1 })
    return { msg: 'saved', data: { id: row.id } }
  }
  if (Array.isArray(body['ids']))
    return {
      data: {
        results: body['ids'].map((id: number) => ({
          id,
          code: 1,
          msg: '',
          ...act(rows, name, { ...body, id }),
        })),
      },
    }
  return act(rows, name, body)
}

function act(rows: ServedRow[], name: string, { id, version, ...input }: Record<string, unknown>): Partial<Envelope> {
  const action = actionOf(machine, name)!
  const row = rows.find((one) => one.id === id)
  if (!row) return { code: 0, msg: 'Record not found', data: { reason: 'not_found' } }
  if (!matchesState(action.from, row))
    return { code: 0, msg: `${row.number} is in another state`, data: { reason: 'bad_state', row: { ...row } } }
  if (version !== undefined && version !== row.version)
    return { code: 0, msg: 'Somebody else was first', data: { reason: 'conflict', row: { ...row } } }
  const stored = Object.fromEntries(
    action.input.filter((one) => one.stored && one.name in input).map((one) => [one.name, input[one.name]]),
  )
  Object.assign(
    row,
    stored,
    Object.fromEntries(Object.entries(action.to).map(([field, values]) => [field, values[0]])),
    { version: row.version + 1 },
  )
  return { msg: 'done', data: { id: row.id, version: row.version } }
}
