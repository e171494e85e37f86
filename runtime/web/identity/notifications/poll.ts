/** Polls for notifications every 5 seconds while the tab is visible, and announces new ones by toast and sound. */
import { useEffect } from 'react'
import { notify } from '../../core/notify.ts'
import { pollNotifications, type PushResponse } from './calls.ts'
import { setUnread, notifications } from './store.ts'

/** Milliseconds. */
export const pollIntervalMs = 5_000
export const toastDurationMs = 20_000

/** Starts immediately; a hidden tab does not poll, and polls as soon as it is visible again. */
export function usePollNotifications(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let isAsking = false
    const poll = async (): Promise<void> => {
      clearTimeout(timer)
      if (isOver || isAsking || document.hidden) return
      isAsking = true
      const pushed = await pollNotifications()
      isAsking = false
      if (isOver) return
      if (pushed) receive(pushed)
      timer = setTimeout(() => void poll(), pollIntervalMs)
    }
    const look = (): void => {
      if (document.hidden) clearTimeout(timer)
      else void poll()
    }
    document.addEventListener('visibilitychange', look)
    void poll()
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
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
