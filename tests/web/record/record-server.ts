/** A small real HTTP server that speaks the envelope, keeps rows in memory and tells what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Envelope } from 'tablewright/protocol'

export type ServedRow = Record<string, unknown> & { id: number }

interface Asked {
  readonly method: string
  /** Path without `/admin/`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Record<string, unknown>
  /** `Idempotency-Key` it came with. */
  readonly key: string | null
}

type Reply = Partial<Envelope> | 'hang up'

export interface RecordServer {
  readonly address: string
  readonly asked: readonly Asked[]
  /** Rows by controller (`shop.Product`). */
  readonly tables: Record<string, ServedRow[]>
  /** What was sent to save a record, in order. */
  saved(): Record<string, unknown>[]
  /** The next request to that path gets this answer instead. */
  answerOnce(path: string, reply: Reply): void
  /** Requests wait until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
}

export async function startRecordServer(tables: Record<string, ServedRow[]>): Promise<RecordServer> {
  const asked: Asked[] = []
  const planned = new Map<string, Reply>()
  let gate: Promise<void> = Promise.resolve()
  const server = createServer((request, response) => void handle(request, response))
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    const one = await read(request)
    asked.push(one)
    await gate
    const plan = planned.get(one.path)
    planned.delete(one.path)
    if (plan === 'hang up') return void request.socket.destroy()
    const answer = { code: 1, msg: '', time: 0, data: null, ...(plan ?? reply(tables, one)) }
    response.writeHead(200, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }
  // A drawing that takes longer than the usual five seconds must not meet a connection that is closing.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    tables,
    saved: () =>
      asked.filter(({ method, path }) => method === 'POST' && /\/(add|edit)$/.test(path)).map(({ body }) => body),
    answerOnce: (path, answer) => void planned.set(path, answer),
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

async function read(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://local')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const isJson = String(request.headers['content-type']).includes('json')
  return {
    method: request.method ?? '',
    path: url.pathname.replace('/admin/', ''),
    query: url.searchParams,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : { raw: text },
    key: String(request.headers['idempotency-key'] ?? '') || null,
  }
}

/** Some regions, by what they are in. */
const regions: Readonly<Record<string, readonly { readonly value: string; readonly label: string }[]>> = {
  all: [
    { value: '110000', label: '北京市' },
    { value: '330000', label: '浙江省' },
  ],
  '330000': [
    { value: '330100', label: '杭州市' },
    { value: '330200', label: '宁波市' },
  ],
  '330100': [
    { value: '330102', label: '上城区' },
    { value: '330106', label: '西湖区' },
  ],
}

function reply(tables: Record<string, ServedRow[]>, { method, path, query, body }: Asked): Partial<Envelope> {
  if (path === 'ajax/area') return { data: regions[query.get('city') || query.get('province') || 'all'] ?? [] }
  if (path === 'ajax/upload') {
    const name = /filename="([^"]+)"/.exec(String(body['raw']))?.[1] ?? 'file'
    return { data: { file: { url: `/storage/${name}`, full_url: `/storage/${name}`, name, size: 1 } } }
  }
  const [controller = '', action] = path.split('/')
  const rows = (tables[controller] ??= [])
  if (action === 'history') return { data: { list: [], more: false } }
  if (action === 'mail') return mail(rows, body)
  if (action === 'index') return { data: page(rows, query) }
  if (method === 'GET') {
    const row = rows.find(({ id }) => String(id) === query.get('id'))
    return row ? { data: { row } } : { code: 0, msg: '记录不存在', data: { reason: 'not_found' } }
  }
  if (action === 'edit') Object.assign(rows.find(({ id }) => id === body['id']) ?? {}, body)
  const id = action === 'edit' ? Number(body['id']) : rows.length + 1001
  if (action === 'add') rows.push({ ...body, id })
  return { msg: '已保存', data: { id } }
}

function mail(rows: readonly ServedRow[], { preview, id, note, language, csv }: Asked['body']): Partial<Envelope> {
  if (preview !== true) return { msg: 'on its way', data: { count: 1 } }
  const text = `${String(language)}: ${String(note)}`
  const version = rows.find((row) => row.id === id)?.['version']
  const to = ['orders@acme.example']
  const files = csv === true ? [{ name: 'Unit 箱.csv', size: 2048 }] : []
  const mail = { subject: `Subject ${text}`, text, html: '', files }
  return { data: { ...mail, to, max_addresses: 10, is_delivered: true, version } }
}

/** By any text, as the quick search finds records by their numbers, too. */
const isFound = (row: ServedRow, text: string): boolean =>
  text === '' ||
  Object.values(row).some((value) => typeof value === 'string' && value.toLowerCase().includes(text.toLowerCase()))

function page(rows: readonly ServedRow[], query: URLSearchParams): { list: ServedRow[]; total: number } {
  const wanted = query.getAll('initValue[]')
  const valuesOf = (key: string) =>
    [...query].filter(([name]) => name.startsWith(key.replace('[field]', '[val]'))).map(([, value]) => value)
  const conditions = [...query.keys()]
    .filter((key) => key.endsWith('[field]'))
    .map((key) => [query.get(key)!, valuesOf(key)] as const)
  const found = rows
    .filter((row) => wanted.length === 0 || wanted.includes(String(row.id)))
    .filter((row) => conditions.every(([field, values]) => values.includes(String(row[field]))))
    .filter((row) => isFound(row, query.get('quickSearch') ?? ''))
  const limit = Number(query.get('limit') ?? 10)
  const start = (Number(query.get('page') ?? 1) - 1) * limit
  return { list: found.slice(start, start + limit), total: found.length }
}
