/** The messages of a thread, in whatever order they arrive. */
import { describe, expect, it } from 'vitest'
import { reduceThread } from '../../../../runtime/modules/chat/web/thread/use-thread.ts'
import type { TopicMessage } from '../../../../runtime/modules/chat/shared/message.ts'

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
const start = { bySeq: new Map(), more: false, last: 0 }
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
})
