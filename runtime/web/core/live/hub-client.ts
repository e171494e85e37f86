/**
 * The socket of this tab to the realtime hub. It is open while something is subscribed to, and opened again after every
 * loss; where sockets are blocked it never opens, and those who need to know poll.
 */
import { proxy } from 'valtio'
import type { ClientFrame, HubFrame } from '../../../protocol/index.ts'
import { getTicket, socketAddress, type SocketArea } from './address.ts'

/** A subscriber. */
interface TopicListener {
  /** The subscription has begun, also anew after a loss. */
  onHead(head: number): void
  /** @param seq null = the topic has no numbers */
  onEvent(seq: number | null, data: unknown): void
  onMessage?(data: unknown): void
  /** The topic may not be read, or not any more. */
  onRefused?(): void
}

export interface HubClient {
  readonly state: { readonly isOpen: boolean }
  /** @returns what ends it */
  subscribe(topic: string, listener: TopicListener): () => void
  /** To those who are connected at this moment; nothing while the socket is closed. */
  send(topic: string, data: unknown): void
}

/** Milliseconds. */
const beatMs = 25_000
const answerTimeoutMs = 5000
const backOff = { first: 500, longest: 15_000 } as const
/** The socket stays for a moment when the last topic was given up: a page follows another. */
const lingerMs = 3000

/** @param area whose session it is: `/admin` of administrators, `/api` of members */
function createHubClient(area: SocketArea): HubClient {
  const state = proxy({ isOpen: false })
  const listeners = new Map<string, Set<TopicListener>>()
  let socket: WebSocket | null = null
  let listening = new AbortController()
  let isConnecting = false
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let beat: ReturnType<typeof setInterval> | undefined
  let deadline: ReturnType<typeof setTimeout> | undefined
  let heardAt = 0
  let beatAt = 0

  const write = (frame: ClientFrame): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }

  const lose = (lost: WebSocket): void => {
    if (socket !== lost) return
    socket = null
    state.isOpen = false
    clearInterval(beat)
    clearTimeout(deadline)
    deadline = undefined
    listening.abort()
    lost.close()
    plan()
  }

  /** Asks for a sign of life; without one the connection is given up. */
  const probe = (): void => {
    const current = socket
    if (!current || current.readyState !== WebSocket.OPEN) return
    write({ type: 'ping' })
    deadline ??= setTimeout(() => {
      deadline = undefined
      lose(current)
    }, answerTimeoutMs)
  }

  const plan = (): void => {
    clearTimeout(retry)
    if (listeners.size === 0) return
    const cap = Math.min(backOff.longest, backOff.first * 2 ** failures)
    failures += 1
    retry = setTimeout(() => void connect(), backOff.first + Math.random() * (cap - backOff.first))
  }

  const connect = async (): Promise<void> => {
    clearTimeout(retry)
    if (socket || isConnecting || listeners.size === 0) return
    isConnecting = true
    try {
      const ticket = await getTicket(area)
      if (listeners.size > 0) open(ticket)
    } catch {
      plan()
    } finally {
      isConnecting = false
    }
  }

  const open = (ticket: string): void => {
    const opening = new WebSocket(socketAddress({ ticket }))
    socket = opening
    listening = new AbortController()
    const { signal } = listening
    const opened = (): void => {
      failures = 0
      state.isOpen = true
      heardAt = beatAt = Date.now()
      for (const topic of listeners.keys()) write({ type: 'subscribe', topic })
      beat = setInterval(() => {
        // A machine that slept, or whose clock jumped, has missed beats: the connection may be dead.
        const isLate = Math.abs(Date.now() - beatAt - beatMs) > beatMs
        beatAt = Date.now()
        if (isLate || Date.now() - heardAt >= beatMs - 1000) probe()
      }, beatMs)
    }
    const received = ({ data }: MessageEvent): void => {
      heardAt = Date.now()
      clearTimeout(deadline)
      deadline = undefined
      receive(JSON.parse(String(data)) as HubFrame)
    }
    opening.addEventListener('open', opened, { signal })
    opening.addEventListener('message', received, { signal })
    opening.addEventListener('close', () => lose(opening), { signal })
  }

  const receive = (frame: HubFrame): void => {
    if (frame.type === 'pong') return
    for (const listener of listeners.get(frame.topic) ?? []) {
      if (frame.type === 'subscribed') listener.onHead(frame.head)
      else if (frame.type === 'event') listener.onEvent(frame.seq ?? null, frame.data)
      else if (frame.type === 'message') listener.onMessage?.(frame.data)
      else listener.onRefused?.()
    }
  }

  /** The network is there again, or the tab is looked at: what is open is probed, what is closed opened at once. */
  const lookAgain = (): void => {
    if (document.hidden) return
    if (socket) return probe()
    failures = 0
    void connect()
  }
  window.addEventListener('online', lookAgain)
  document.addEventListener('visibilitychange', lookAgain)

  return {
    state,
    subscribe(topic, listener) {
      const others = listeners.get(topic)
      if (others) {
        others.add(listener)
        // The answer tells every listener the present number.
        write({ type: 'unsubscribe', topic })
      } else listeners.set(topic, new Set([listener]))
      if (socket) write({ type: 'subscribe', topic })
      else void connect()
      return () => {
        const rest = listeners.get(topic)
        rest?.delete(listener)
        if (rest?.size !== 0) return
        listeners.delete(topic)
        write({ type: 'unsubscribe', topic })
        setTimeout(() => {
          if (listeners.size > 0 || !socket) return
          const unused = socket
          lose(unused)
        }, lingerMs)
      }
    },
    send: (topic, data) => write({ type: 'send', topic, data }),
  }
}

let admin: HubClient | null = null
let member: HubClient | null = null

/** The hub of the administrator, or of the member, who is signed in here. */
export const adminHub = (): HubClient => (admin ??= createHubClient('/admin'))
export const memberHub = (): HubClient => (member ??= createHubClient('/api'))
