/**
 * The messages of one conversation: the newest page, earlier ones as they are asked for, and from then on what happens.
 * A message far back is shown with those around it; what lies between them and the newest ones is loaded on the way.
 */
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { errorText, getData, useTopic, type TopicEntry } from 'tablewright/web'
import { conversationTopic, type ChatMessage, type TopicMessage } from '../../shared/message.ts'
import type { MessagePage, ThreadSource } from './source.ts'

export interface Thread {
  readonly messages: readonly ChatMessage[]
  /** There are older ones. */
  readonly more: boolean
  /** There are later ones that are not shown. */
  readonly hasLater: boolean
  readonly isLoading: boolean
  /** Empty = none. */
  readonly error: string
  readonly loadOlder: () => void
  readonly loadLater: () => void
  /** Loads a message with those around it. @returns whether it is there; null = loading failed, which is shown */
  readonly loadAround: (seq: number) => Promise<boolean | null>
  /** Shows the newest ones. */
  readonly showNewest: () => void
  readonly retry: () => void
  /** Whether the other side is writing. */
  readonly isTyping: boolean
  /** Tells the other side that this one is writing. */
  readonly sayTyping: () => void
}

interface ThreadState {
  readonly bySeq: ReadonlyMap<number, ChatMessage>
  readonly more: boolean
  /** The last number that is known; null until the first page is there. */
  readonly last: number | null
  /** The number up to which messages are shown, from where on some are not loaded; null = all are shown. */
  readonly end: number | null
}

type Change =
  | { readonly type: 'page'; readonly messages: readonly ChatMessage[]; readonly more: boolean }
  /** All messages up to a number that follow those that are shown, or, with `more`, that take their place. */
  | {
      readonly type: 'part'
      readonly messages: readonly ChatMessage[]
      readonly end: number
      readonly more?: boolean
    }
  | { readonly type: 'entries'; readonly entries: readonly TopicEntry[] }
  | { readonly type: 'newest' }
  | { readonly type: 'reset' }

const empty: ThreadState = { bySeq: new Map(), more: false, last: null, end: null }

/** The messages that are shown, in order. */
export function shownMessages({ bySeq, end }: ThreadState): readonly ChatMessage[] {
  const messages = [...bySeq.values()].filter(({ seq }) => end === null || seq <= end)
  return messages.toSorted((left, right) => left.seq - right.seq)
}

/** The messages from the newest ones back to where some are missing. */
const newestOf = ({ bySeq, end }: ThreadState): ReadonlyMap<number, ChatMessage> =>
  new Map([...bySeq].filter(([seq]) => end === null || seq > end))

/** Each number is taken once; a recall empties the message it names, and quotes of it. */
export function reduceThread(state: ThreadState, change: Change): ThreadState {
  if (change.type === 'reset') return empty
  if (change.type === 'newest')
    return state.end === null ? state : { ...state, bySeq: newestOf(state), more: true, end: null }
  if (change.type === 'part') return withPart(state, change)
  const bySeq = new Map(state.bySeq)
  const added =
    change.type === 'page'
      ? change.messages
      : change.entries.map(({ seq, data }) => ({ ...(data as TopicMessage), seq }) satisfies ChatMessage)
  for (const message of added) bySeq.set(message.seq, message)
  for (const { target } of added) if (target !== null) empties(bySeq, target)
  const last = Math.max(state.last ?? 0, ...added.map(({ seq }) => seq))
  const more = change.type === 'page' ? change.more : state.more
  return { ...state, bySeq, more, last }
}

function withPart(state: ThreadState, { messages, end, more }: Extract<Change, { type: 'part' }>): ThreadState {
  const newest = newestOf(state)
  const bySeq = new Map(more === undefined ? state.bySeq : newest)
  for (const message of messages) bySeq.set(message.seq, message)
  const isWhole = end >= Math.min(...newest.keys()) - 1
  return { ...state, bySeq, more: more ?? state.more, end: isWhole ? null : end }
}

function empties(bySeq: Map<number, ChatMessage>, target: number): void {
  const message = bySeq.get(target)
  if (message) bySeq.set(target, { ...message, text: '', file: null, reply: null, mentions: [], recalled: true })
  for (const [seq, other] of bySeq)
    if (other.reply?.seq === target) bySeq.set(seq, { ...other, reply: { ...other.reply, text: '', recalled: true } })
}

/** Numbers from which one part is loaded: no more than a page has. */
const partSize = 50

/** Milliseconds. */
const pollMs = 5000
const typingMs = 6000
const sayTypingMs = 3000

export function useThread(source: ThreadSource): Thread {
  const { conversation, as, me } = source
  const [state, dispatch] = useReducer(reduceThread, empty)
  const { isLoading, error, load } = useLoading(source)
  const [turn, setTurn] = useState(0)
  const typing = useTyping()
  const loadFirst = useEffectEvent((_conversation: number, _turn: number, isCurrent: () => boolean) =>
    load(undefined, ({ messages, more }) => dispatch({ type: 'page', messages, more }), isCurrent),
  )
  useEffect(() => {
    let isCurrent = true
    void loadFirst(conversation, turn, () => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [conversation, turn])
  const topic = conversationTopic(conversation)
  const live = useTopic(state.last === null ? null : topic, {
    as,
    after: state.last ?? 0,
    onEntries: (entries) => dispatch({ type: 'entries', entries }),
    onReset: () => {
      dispatch({ type: 'reset' })
      setTurn(turn + 1)
    },
    onMessage: (data) => {
      const who = (data as { readonly who?: unknown } | null)?.who
      if (who !== `${me.kind}:${me.id}`) typing.note()
    },
  })
  usePolling(source, state.last, !live.isOpen, (entries) => dispatch({ type: 'entries', entries }))
  const messages = shownMessages(state)
  const first = messages[0]?.seq
  return {
    messages,
    more: state.more,
    hasLater: state.end !== null,
    isLoading,
    error,
    loadOlder() {
      if (!isLoading && state.more && first !== undefined)
        void load(first, (page) => dispatch({ type: 'page', ...page }))
    },
    loadLater() {
      if (isLoading || state.end === null) return
      const end = state.end + partSize
      void load(end + 1, ({ messages: later }) => dispatch({ type: 'part', messages: later, end }))
    },
    async loadAround(seq) {
      const end = seq + partSize / 2
      const page = await load(end + 1, ({ messages: around, more }) => {
        if (around.some((message) => message.seq === seq)) dispatch({ type: 'part', messages: around, end, more })
      })
      return page && page.messages.some((message) => message.seq === seq)
    },
    showNewest: () => dispatch({ type: 'newest' }),
    retry: () => setTurn(turn + 1),
    isTyping: typing.isTyping,
    sayTyping: () => typing.say(() => live.send({ who: `${me.kind}:${me.id}` })),
  }
}

/** Whether a page is on its way, and what went wrong with the last one. */
function useLoading(source: ThreadSource) {
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState('')
  const load = async (
    before: number | undefined,
    add: (page: MessagePage) => void,
    isCurrent: () => boolean = () => true,
  ): Promise<MessagePage | null> => {
    setLoading(true)
    const [page, problem] = await source.loadPage(before).then(
      (answer) => [answer, ''] as const,
      (refusal: unknown) => [null, errorText(refusal)] as const,
    )
    if (!isCurrent()) return null
    if (page) add(page)
    setError(problem)
    setLoading(false)
    return page
  }
  return { isLoading, error, load }
}

/** The other side is writing for a moment after each sign of it; signs of the own side are sent now and then. */
function useTyping() {
  const [until, setUntil] = useState(0)
  const [saidAt, setSaidAt] = useState(0)
  useEffect(() => {
    if (until === 0) return undefined
    const timer = setTimeout(() => setUntil(0), Math.max(0, until - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return {
    isTyping: until > 0,
    note: (): void => setUntil(Date.now() + typingMs),
    say(send: () => void): void {
      if (Date.now() - saidAt < sayTypingMs) return
      setSaidAt(Date.now())
      send()
    },
  }
}

interface Page {
  readonly entries: readonly TopicEntry[]
}

/** Without a socket the page asks. */
function usePolling(
  { as, conversation }: ThreadSource,
  last: number | null,
  isActive: boolean,
  onEntries: (entries: readonly TopicEntry[]) => void,
): void {
  const poll = useEffectEvent((_conversation: number) => {
    const path = as === 'admin' ? '/admin/Live/topic' : '/api/Live/topic'
    const query = `topic=${encodeURIComponent(conversationTopic(conversation))}&after=${last ?? 0}`
    getData<Page>(path, query, { quiet: true, isBackground: true }).then(
      ({ entries }) => entries.length > 0 && onEntries(entries),
      () => {},
    )
  })
  const isReady = isActive && last !== null
  useEffect(() => {
    if (!isReady) return undefined
    const timer = setInterval(() => poll(conversation), pollMs)
    return () => clearInterval(timer)
  }, [isReady, conversation])
}
