/** The messages of one conversation: a page at a time, and from then on what happens. */
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { errorText, getData, useTopic, type TopicEntry } from 'tablewright/web'
import { conversationTopic, type ChatMessage, type TopicMessage } from '../../shared/message.ts'
import type { ThreadSource } from './source.ts'

export interface Thread {
  readonly messages: readonly ChatMessage[]
  /** There are older ones. */
  readonly more: boolean
  readonly isLoading: boolean
  /** Empty = none. */
  readonly error: string
  readonly loadOlder: () => void
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
}

type Change =
  | {
      readonly type: 'page'
      readonly messages: readonly ChatMessage[]
      readonly more: boolean
      readonly isFirst: boolean
    }
  | { readonly type: 'entries'; readonly entries: readonly TopicEntry[] }
  | { readonly type: 'reset' }

const empty: ThreadState = { bySeq: new Map(), more: false, last: null }

/** Each number is taken once; a recall empties the message it names, and quotes of it. */
export function reduceThread(state: ThreadState, change: Change): ThreadState {
  if (change.type === 'reset') return empty
  const bySeq = new Map(state.bySeq)
  const added =
    change.type === 'page'
      ? change.messages
      : change.entries.map(({ seq, data }) => ({ ...(data as TopicMessage), seq }) satisfies ChatMessage)
  for (const message of added) bySeq.set(message.seq, message)
  for (const { target } of added) if (target !== null) empties(bySeq, target)
  const last = Math.max(state.last ?? 0, ...added.map(({ seq }) => seq))
  const more = change.type === 'page' ? change.more : state.more
  return { bySeq, more, last }
}

function empties(bySeq: Map<number, ChatMessage>, target: number): void {
  const message = bySeq.get(target)
  if (message) bySeq.set(target, { ...message, text: '', file: null, reply: null, mentions: [], recalled: true })
  for (const [seq, other] of bySeq)
    if (other.reply?.seq === target) bySeq.set(seq, { ...other, reply: { ...other.reply, text: '', recalled: true } })
}

/** Milliseconds. */
const pollMs = 5000
const typingMs = 6000
const sayTypingMs = 3000

export function useThread(source: ThreadSource): Thread {
  const { conversation, as, me } = source
  const [state, dispatch] = useReducer(reduceThread, empty)
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState('')
  const [turn, setTurn] = useState(0)
  const typing = useTyping()
  const loadFirst = useEffectEvent((_conversation: number, _turn: number) => source.loadPage())
  useEffect(() => {
    let isCurrent = true
    loadFirst(conversation, turn).then(
      ({ messages, more }) => {
        if (!isCurrent) return
        dispatch({ type: 'page', messages, more, isFirst: true })
        setLoading(false)
        setError('')
      },
      (problem: unknown) => {
        if (!isCurrent) return
        setLoading(false)
        setError(errorText(problem))
      },
    )
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
  const messages = [...state.bySeq.values()].toSorted((left, right) => left.seq - right.seq)
  const first = messages[0]?.seq
  return {
    messages,
    more: state.more,
    isLoading,
    error,
    loadOlder() {
      if (isLoading || !state.more || first === undefined) return
      setLoading(true)
      source.loadPage(first).then(
        ({ messages: older, more }) => {
          dispatch({ type: 'page', messages: older, more, isFirst: false })
          setLoading(false)
        },
        (problem: unknown) => {
          setLoading(false)
          setError(errorText(problem))
        },
      )
    },
    retry() {
      setLoading(true)
      setTurn(turn + 1)
    },
    isTyping: typing.isTyping,
    sayTyping: () => typing.say(() => live.send({ who: `${me.kind}:${me.id}` })),
  }
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
