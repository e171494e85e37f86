/**
 * Messages on their way, kept in this browser: they are sent in order, again after a loss of the network or a reload,
 * and under the same number, so that each is stored once. Files are uploaded first.
 */
import { proxy, snapshot } from 'valtio'
import { ApiError, errorText } from 'tablewright/web'
import { forget, readStored, store } from './outbox-store.ts'
import type { OutgoingMessage } from './outgoing-message.ts'

/** A message as pages hand it over. */
type Draft = Pick<OutgoingMessage, 'conversation' | 'text' | 'reply' | 'mentions' | 'isNote'> & {
  readonly attachment?: File
}

/** How the messages of an account reach the server. */
export interface Delivery {
  /** Whether the account is signed in: nothing is sent in the name of another. */
  isSignedIn(): boolean
  upload(conversation: number, file: File): Promise<{ readonly code: string }>
  send(message: OutgoingMessage): Promise<{ readonly seq: number }>
}

export interface Outbox {
  readonly state: { messages: OutgoingMessage[] }
  add(draft: Draft): void
  /** Tries again what was refused. */
  retry(client: string): void
  discard(client: string): void
  /** These numbers are shown: the messages need not be kept. */
  settle(clients: ReadonlySet<string>): void
}

/** Milliseconds between two attempts without a network. */
const backOff = { first: 1000, longest: 15_000 } as const

const outboxes = new Map<string, Outbox>()

/** The outbox of an account; all pages of this tab share it. @param owner `user:7` */
export function outboxOf(owner: string, delivery: Delivery): Outbox {
  const other = outboxes.get(owner)
  if (other) return other
  const outbox = createOutbox(owner, delivery)
  outboxes.set(owner, outbox)
  return outbox
}

function createOutbox(owner: string, delivery: Delivery): Outbox {
  const state = proxy<{ messages: OutgoingMessage[] }>({ messages: [] })
  const files = new Map<string, File>()
  const orders = new Map<string, number>()
  const running = new Set<number>()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const find = (client: string): OutgoingMessage | undefined =>
    state.messages.find((message) => message.client === client)

  const keep = (client: string): void => {
    const message = find(client)
    if (!message) return
    const order = orders.get(client) ?? 0
    // The database takes plain objects only.
    const plain = structuredClone(snapshot(message)) as OutgoingMessage
    void store({ owner, client, order, message: plain, file: files.get(client) ?? null })
  }

  const drop = (client: string): void => {
    files.delete(client)
    void forget(owner, client)
  }

  /** Takes over what this browser has kept, also what another tab has left. */
  const adopt = async (): Promise<void> => {
    const records = (await readStored(owner)).filter(({ client }) => !orders.has(client))
    for (const { client, order, file } of records) {
      orders.set(client, order)
      if (file) files.set(client, file)
    }
    if (records.length === 0) return
    const messages = [...records.map(({ message }) => ({ ...message, seq: null })), ...state.messages]
    state.messages = messages.toSorted((left, right) => orderOf(left) - orderOf(right))
  }
  const orderOf = ({ client }: OutgoingMessage): number => orders.get(client) ?? 0
  const ready = adopt()

  const deliver = async (message: OutgoingMessage): Promise<void> => {
    const file = files.get(message.client)
    if (message.file?.code === null && file) {
      const { code } = await delivery.upload(message.conversation, file)
      message.file.code = code
      keep(message.client)
    }
    const { seq } = await delivery.send(message)
    message.seq = seq
    drop(message.client)
  }

  /** One after the other in each conversation. */
  const run = async (conversation: number): Promise<void> => {
    await ready
    if (running.has(conversation)) return
    running.add(conversation)
    try {
      for (;;) {
        const next = state.messages.find(
          (message) => message.conversation === conversation && message.seq === null && message.refusal === null,
        )
        if (!next) return
        if (!delivery.isSignedIn()) return plan()
        try {
          await deliver(next)
          failures = 0
        } catch (error) {
          // An account that has to sign in first sends it afterwards.
          if (!isFinal(error) || !delivery.isSignedIn()) return plan()
          next.refusal = errorText(error)
          keep(next.client)
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

  const resume = (): void => {
    failures = 0
    void adopt().then(runAll)
  }
  window.addEventListener('online', resume)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) resume()
  })
  void ready.then(runAll)

  return {
    state,
    add({ attachment, ...draft }) {
      const client = newClient()
      const file = attachment && { name: attachment.name, size: attachment.size, code: null }
      const time = Math.floor(Date.now() / 1000)
      orders.set(client, nextOrder())
      if (attachment) files.set(client, attachment)
      state.messages.push({ ...draft, ...(file && { file }), client, time, refusal: null, seq: null })
      keep(client)
      void run(draft.conversation)
    },
    retry(client) {
      const message = find(client)
      if (!message) return
      message.refusal = null
      // An upload that was not used in time is no longer there.
      if (message.file && files.has(client)) message.file.code = null
      keep(client)
      void run(message.conversation)
    },
    discard(client) {
      state.messages = state.messages.filter((message) => message.client !== client)
      drop(client)
    },
    settle(clients) {
      const rest = state.messages.filter((message) => !clients.has(message.client))
      if (rest.length === state.messages.length) return
      for (const { client } of state.messages) if (clients.has(client)) drop(client)
      state.messages = rest
    },
  }
}

/** Whether the same message would be refused again. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { kind, status } = error
  return kind === 'refused' || (kind === 'http' && status >= 400 && status < 500 && status !== 408 && status !== 429)
}

let lastOrder = 0

/** Later than every other of this browser, as long as its clock does not go back. */
function nextOrder(): number {
  lastOrder = Math.max(lastOrder + 1, Date.now() * 1000)
  return lastOrder
}

/** Also where the site has no TLS, and browsers therefore no `randomUUID`. */
function newClient(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
