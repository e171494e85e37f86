/**
 * Asks for notifications when the realtime hub tells of new ones, every 5 seconds while its socket is closed and the
 * tab is visible, and rarely besides; announces new ones by toast and sound.
 */
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { noticeTopic } from '../../../protocol/index.ts'
import { session } from '../../core/auth/session.ts'
import { useTopic } from '../../core/live/use-topic.ts'
import { notify } from '../../core/notify.ts'
import { pollNotifications, type PushResponse } from './calls.ts'
import { setUnread, notifications } from './store.ts'

/** Milliseconds. */
export const pollIntervalMs = 5_000
/** While the socket is open: a server that was killed may have told nobody what it had stored. */
const openIntervalMs = 60_000
export const toastDurationMs = 20_000

/** Starts immediately; a hidden tab does not poll, and polls as soon as it is visible again. */
export function usePollNotifications(): void {
  const { admin } = useSnapshot(session)
  const askAgain = useRef<(() => void) | null>(null)
  const { isOpen } = useTopic(admin.id > 0 ? noticeTopic(admin.id) : null, { onChange: () => askAgain.current?.() })
  const waitMs = useEffectEvent(() => (isOpen ? openIntervalMs : pollIntervalMs))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let isAsking = false
    let isAskedAgain = false
    const poll = async (): Promise<void> => {
      clearTimeout(timer)
      if (isOver || document.hidden) return
      // A notice that came while the last answer was on its way may be missing in it.
      if (isAsking) return void (isAskedAgain = true)
      isAsking = true
      const pushed = await pollNotifications()
      isAsking = false
      if (isOver) return
      if (pushed) receive(pushed)
      if (isAskedAgain) {
        isAskedAgain = false
        return poll()
      }
      timer = setTimeout(() => void poll(), waitMs())
    }
    const look = (): void => {
      if (document.hidden) clearTimeout(timer)
      else void poll()
    }
    askAgain.current = () => void poll()
    document.addEventListener('visibilitychange', look)
    void poll()
    return () => {
      isOver = true
      askAgain.current = null
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  const wasOpen = useRef(false)
  useEffect(() => {
    // When the socket is lost, the usual rhythm begins at once.
    if (wasOpen.current && !isOpen) askAgain.current?.()
    wasOpen.current = isOpen
  }, [isOpen])
}

const shownIds = new Set<number>()

/** Shows each notification once, even when two answers contain it. */
function receive({ list, msg, sound, unread }: PushResponse): void {
  const fresh = (list ?? []).filter(({ id }) => !shownIds.has(id))
  for (const { id, title, content } of fresh) {
    shownIds.add(id)
    notify({ text: content === '' ? title : `${title}\n${content}`, tone: 'primary', durationMs: toastDurationMs })
  }
  // Servers that send no list have put everything into one text.
  if (list === undefined && msg) notify({ text: msg, tone: 'primary', durationMs: toastDurationMs })
  const isNews = list === undefined ? Boolean(msg) : fresh.length > 0
  if (isNews && sound) play(sound)
  if (unread !== undefined && (isNews || unread !== notifications.unread)) setUnread(unread)
}

const soundShape = /^[a-z0-9_-]{1,32}$/i

/** Browsers play no sound before the user has interacted with the page; then it stays silent. */
function play(sound: string): void {
  if (!notifications.hasSound || !soundShape.test(sound)) return
  void new Audio(`/static/sounds/${sound}.mp3`).play().catch(() => undefined)
}
