/** A client of the realtime hub, as pages are: a ticket, a socket, and what came through it. */
import { WebSocket } from 'ws'
import type { ClientFrame, HubFrame, TopicPage } from 'tablewright/protocol'
import { TopicSync, type TopicEntry } from '../../../runtime/web/core/live/topic-sync.ts'

export interface HubSocket {
  readonly socket: WebSocket
  readonly frames: HubFrame[]
  /** Code of its end; null = it is open. */
  readonly closed: () => number | null
  send(frame: ClientFrame): void
  /** Resolves with the first frame, from now on or before, that fits. */
  until(fits: (frame: HubFrame) => boolean): Promise<HubFrame>
  untilClosed(): Promise<number>
  subscribe(topic: string): Promise<HubFrame>
}

/** A server, and the session and page of requests. */
export interface HubSite {
  readonly address: string
  readonly token: string
  readonly origin?: string
}

export async function getTicket({ address, token, origin }: HubSite): Promise<string> {
  const answer = await fetch(`${address}/admin/Live/ticket`, {
    method: 'POST',
    headers: { batoken: token, 'think-lang': 'en', 'x-tablewright': '1', ...(origin && { origin }) },
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { ticket: string } }
  if (code !== 1) throw new Error(`${code} ${msg}`)
  return data.ticket
}

/** Opens the socket; rejects with the HTTP status when it is refused. */
export async function openSocket(
  { address, origin }: Pick<HubSite, 'address' | 'origin'>,
  ticket: string,
  { topic, ...options }: { readonly autoPong?: boolean; readonly topic?: string } = {},
): Promise<HubSocket> {
  const query = `ticket=${ticket}${topic === undefined ? '' : `&topic=${topic}`}`
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws?${query}`, {
    ...options,
    ...(origin && { origin }),
    rejectUnauthorized: false,
  })
  const frames: HubFrame[] = []
  const checks = new Set<() => void>()
  let code: number | null = null
  const notify = (): void => checks.forEach((check) => check())
  socket.on('message', (raw, isBinary) => {
    if (isBinary) return
    frames.push(JSON.parse(String(raw)) as HubFrame)
    notify()
  })
  socket.on('close', (closeCode) => {
    code = closeCode
    notify()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_request, { statusCode }) => reject(new Error(`refused with ${statusCode}`)))
    socket.on('error', reject)
  })
  const wait = <T>(read: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = (): void => {
        const value = read()
        if (value === undefined) return
        checks.delete(check)
        resolve(value)
      }
      checks.add(check)
      check()
    })
  const send = (frame: ClientFrame): void => socket.send(JSON.stringify(frame))
  const until: HubSocket['until'] = (fits) => wait(() => frames.find(fits))
  return {
    socket,
    frames,
    closed: () => code,
    send,
    until,
    untilClosed: () => wait(() => code ?? undefined),
    async subscribe(topic) {
      const isAnswer = (frame: HubFrame): boolean =>
        'topic' in frame && frame.topic === topic && (frame.type === 'subscribed' || frame.type === 'refused')
      const before = frames.filter(isAnswer).length
      send({ type: 'subscribe', topic })
      await wait(() => (frames.filter(isAnswer).length > before ? true : undefined))
      return frames.filter(isAnswer).at(-1)!
    },
  }
}

export const connect = async (site: HubSite): Promise<HubSocket> => openSocket(site, await getTicket(site))

export async function fetchTopic({ address, token }: HubSite, topic: string, after: number): Promise<TopicPage> {
  const answer = await fetch(`${address}/admin/Live/topic?topic=${encodeURIComponent(topic)}&after=${after}`, {
    headers: { batoken: token, 'think-lang': 'en', 'x-tablewright': '1' },
  })
  const { code, data } = (await answer.json()) as { code: number; data: TopicPage }
  if (code !== 1) throw new Error(`refused with ${code}`)
  return data
}

export interface FollowingClient {
  /** Everything that it was given, in the order in which it was given. */
  readonly received: TopicEntry[]
  readonly sync: TopicSync
  /** Loses the connection without a word, and connects again. */
  cut(): Promise<void>
  stop(): void
}

/** A client that follows a topic through cuts. @param sites the servers that it connects to, in turn */
export async function follow(sites: readonly HubSite[], topic: string): Promise<FollowingClient> {
  const received: TopicEntry[] = []
  let turn = 0
  let site = sites[0]!
  let current: HubSocket | null = null
  let isStopped = false
  const sync = new TopicSync({
    fetch: (after) => fetchTopic(site, topic, after),
    onEntries: (entries) => received.push(...entries),
    onReset: () => received.splice(0),
    retryMs: 20,
  })
  const open = async (): Promise<void> => {
    site = sites[turn++ % sites.length]!
    const opened = await connect(site)
    if (isStopped) return opened.socket.terminate()
    current = opened
    opened.socket.on('message', (raw) => {
      const frame = JSON.parse(String(raw)) as HubFrame
      if (current !== opened) return
      if (frame.type === 'subscribed') sync.onHead(frame.head)
      if (frame.type === 'event' && frame.seq !== undefined) sync.onEvent(frame.seq, frame.data)
    })
    opened.send({ type: 'subscribe', topic })
  }
  await open()
  return {
    received,
    sync,
    async cut() {
      const lost = current
      current = null
      lost?.socket.terminate()
      await open()
    },
    stop() {
      isStopped = true
      sync.stop()
      current?.socket.terminate()
    },
  }
}
