/**
 * Messages on their way, kept in this browser: they are sent in order, again after a loss of the network or a reload,
 * and under the same number, so that each is stored once.
 */
import { proxy, subscribe } from 'valtio'
import { ApiError, errorText } from 'tablewright/web'

export interface OutgoingMessage {
  readonly client: string
  readonly conversation: number
  readonly text: string
  readonly time: number
  readonly reply?: number
  readonly mentions?: readonly number[]
  readonly isNote?: boolean
  /** The code of an upload, with what is shown of it. */
  readonly file?: { readonly code: string; readonly name: string; readonly size: number; readonly isImage: boolean }
  /** Null = it waits or is being sent. */
  refusal: string | null
  /** Its number, once it is stored. */
  seq: number | null
}

type Send = (message: OutgoingMessage) => Promise<{ readonly seq: number }>

export interface Outbox {
  readonly state: { messages: OutgoingMessage[] }
  add(message: Omit<OutgoingMessage, 'client' | 'time' | 'refusal' | 'seq'>): void
  /** Tries again what was refused. */
  retry(client: string): void
  discard(client: string): void
  /** These numbers are shown: the messages need not be kept. */
  settle(clients: ReadonlySet<string>): void
}

/** Milliseconds between two attempts without a network. */
const backOff = { first: 1000, longest: 15_000 } as const
/** Messages that are kept at most. */
const maxMessages = 200

const outboxes = new Map<string, Outbox>()

/** The outbox of an account; all pages of this tab share it. @param owner `user:7` */
export function outboxOf(owner: string, send: Send): Outbox {
  const other = outboxes.get(owner)
  if (other) return other
  const outbox = createOutbox(`tw-chat-outbox:${owner}`, send)
  outboxes.set(owner, outbox)
  return outbox
}

function createOutbox(key: string, send: Send): Outbox {
  const state = proxy({ messages: readStored(key) })
  const running = new Set<number>()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  subscribe(state, () => {
    const waiting = state.messages.filter(({ seq }) => seq === null)
    try {
      localStorage.setItem(key, JSON.stringify(waiting.slice(-maxMessages)))
    } catch {
      // Without storage a message lasts as long as the page.
    }
  })

  const find = (client: string): OutgoingMessage | undefined =>
    state.messages.find((message) => message.client === client)

  /** One after the other in each conversation. */
  const run = async (conversation: number): Promise<void> => {
    if (running.has(conversation)) return
    running.add(conversation)
    try {
      for (;;) {
        const next = state.messages.find(
          (message) => message.conversation === conversation && message.seq === null && message.refusal === null,
        )
        if (!next) return
        try {
          const { seq } = await send(next)
          failures = 0
          const message = find(next.client)
          if (message) message.seq = seq
        } catch (error) {
          const isRefused = error instanceof ApiError && error.kind === 'refused'
          if (!isRefused) return plan()
          const refused = find(next.client)
          if (refused) refused.refusal = errorText(error)
        }
      }
    } finally {
      running.delete(conversation)
    }
  }

  const runAll = (): void => {
    clearTimeout(timer)
    timer = undefined
    for (const conversation of new Set(state.messages.map((message) => message.conversation))) void run(conversation)
  }

  const plan = (): void => {
    failures += 1
    timer ??= setTimeout(runAll, Math.min(backOff.longest, backOff.first * 2 ** (failures - 1)))
  }

  window.addEventListener('online', () => {
    failures = 0
    runAll()
  })
  runAll()

  return {
    state,
    add(message) {
      const client = newClient()
      state.messages.push({ ...message, client, time: Math.floor(Date.now() / 1000), refusal: null, seq: null })
      void run(message.conversation)
    },
    retry(client) {
      const message = find(client)
      if (!message) return
      message.refusal = null
      void run(message.conversation)
    },
    discard(client) {
      state.messages = state.messages.filter((message) => message.client !== client)
    },
    settle(clients) {
      const rest = state.messages.filter((message) => !clients.has(message.client))
      if (rest.length < state.messages.length) state.messages = rest
    },
  }
}

/** Also where the site has no TLS, and browsers therefore no `randomUUID`. */
function newClient(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readStored(key: string): OutgoingMessage[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(list) ? list.filter(isMessage).map((message) => ({ ...message, seq: null })) : []
  } catch {
    return []
  }
}

const isMessage = (value: unknown): value is OutgoingMessage => {
  const message = value as Partial<OutgoingMessage> | null
  return (
    typeof message === 'object' &&
    typeof message?.client === 'string' &&
    typeof message.text === 'string' &&
    typeof message.conversation === 'number'
  )
}
