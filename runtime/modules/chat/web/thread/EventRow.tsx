/** An entry that nobody wrote: who joined, who took over, what was resolved. */
import { formatSeconds } from 'tablewright/protocol'
import type { ChatMessage } from '../../shared/message.ts'
import { useT, type TextKey } from '../texts.ts'

const events = {
  created: 'event-created',
  joined: 'event-joined',
  left: 'event-left',
  removed: 'event-removed',
  renamed: 'event-renamed',
  taken: 'event-taken',
  resolved: 'event-resolved',
  reopened: 'event-reopened',
  handed: 'event-handed',
  queued: 'event-queued',
  snoozed: 'event-snoozed',
  pending: 'event-pending',
  woken: 'event-woken',
} as const satisfies Readonly<Record<string, TextKey>>

const isEvent = (event: string | null): event is keyof typeof events => event !== null && event in events

export function EventRow({ message, timeZone }: { readonly message: ChatMessage; readonly timeZone: string }) {
  const text = eventText(useT(), message, timeZone)
  return text === null ? null : <p className="chat-event tw-muted">{text}</p>
}

/** The event in words; null = it is none that is shown. */
export function eventText(
  t: ReturnType<typeof useT>,
  { event, text, name: author }: Pick<ChatMessage, 'event' | 'text' | 'name'>,
  timeZone: string,
): string | null {
  if (!isEvent(event)) return null
  const name = event === 'snoozed' ? formatSeconds(Number(text), timeZone) : text || author || t('gone')
  return t(events[event], { name })
}
