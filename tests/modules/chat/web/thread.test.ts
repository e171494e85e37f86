/** The messages of a thread, in whatever order they arrive. */
import { describe, expect, it } from 'vitest'
import { reduceThread, shownMessages } from '../../../../runtime/modules/chat/web/thread/use-thread.ts'
import type { ChatMessage, TopicMessage } from '../../../../runtime/modules/chat/shared/message.ts'

const message = (text: string, more: Partial<TopicMessage> = {}): TopicMessage => ({
  kind: 'text',
  sender: { kind: 'user', id: 1 },
  name: 'Mei',
  avatar: '',
  text,
  time: 1,
  client: null,
  recalled: false,
  event: null,
  target: null,
  reply: null,
  mentions: [],
  file: null,
  ...more,
})
const start = { bySeq: new Map(), more: false, last: 0, end: null }
const entries = (...list: readonly (readonly [seq: number, data: TopicMessage])[]) =>
  ({ type: 'entries', entries: list.map(([seq, data]) => ({ seq, data })) }) as const

describe('a thread', () => {
  it('chatwoot PR 13713: shows one card for events in reverse order and events that come twice', () => {
    const first = reduceThread(start, entries([2, message('two')]))
    const state = reduceThread(first, entries([1, message('one')], [2, message('two')]))
    expect([...state.bySeq.keys()].toSorted()).toEqual([1, 2])
    expect(state.last).toBe(2)
  })

  it('empties a recalled message and what quotes it', () => {
    const quote = { seq: 1, name: 'Mei', text: 'secret', recalled: false }
    const open = reduceThread(start, entries([1, message('secret')], [2, message('what?', { reply: quote })]))
    const state = reduceThread(open, entries([3, message('', { kind: 'recall', event: 'recall', target: 1 })]))
    expect(JSON.stringify([...state.bySeq.values()])).not.toContain('secret')
    expect(state.bySeq.get(1)?.recalled).toBe(true)
    expect(state.bySeq.get(2)?.reply?.recalled).toBe(true)
  })

  it('shows what is around an old message, then all that follows, without a gap or a loss', () => {
    const range = (from: number, to: number): ChatMessage[] =>
      Array.from({ length: to - from + 1 }, (_, place) => ({ ...message(`${from + place}`), seq: from + place }))
    const numbers = (state: Parameters<typeof shownMessages>[0]) => shownMessages(state).map(({ seq }) => seq)
    const open = reduceThread(start, { type: 'page', messages: range(151, 200), more: true })
    const around = reduceThread(open, { type: 'part', messages: range(16, 65), end: 65, more: true })
    expect(numbers(around)).toEqual(range(16, 65).map(({ seq }) => seq))
    // Somebody writes, and recalls, meanwhile.
    const heard = reduceThread(around, entries([201, message('new')], [202, message('', { target: 40 })]))
    expect([numbers(heard).at(-1), heard.last, heard.bySeq.get(40)?.text]).toEqual([65, 202, ''])
    const before = reduceThread(heard, { type: 'page', messages: range(1, 15), more: false })
    const later = reduceThread(before, { type: 'part', messages: range(66, 115), end: 115 })
    expect([numbers(later).at(-1), later.more]).toEqual([115, false])
    const whole = reduceThread(later, { type: 'part', messages: range(116, 165), end: 165 })
    expect(numbers(whole)).toEqual(Array.from({ length: 202 }, (_, place) => place + 1))
    // Or back to the newest ones at once.
    const newest = reduceThread(heard, { type: 'newest' })
    expect([numbers(newest)[0], numbers(newest).at(-1), newest.more]).toEqual([151, 202, true])
  })
})
