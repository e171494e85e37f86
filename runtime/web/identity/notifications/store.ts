/** The notifications known to this tab, and whether they are audible. */
import { proxy } from 'valtio'
import { readStored, writeStored } from '../../core/preferences/browser-storage.ts'

/** The key under which this browser stores that notifications are silent. */
export const soundKey = 'noticeSound'

export const notifications = proxy({
  unread: 0,
  /** Grows with every change, so that visible lists reload. */
  round: 0,
  hasSound: readStored(soundKey) !== false,
})

export function setSound(isOn: boolean): void {
  notifications.hasSound = isOn
  writeStored(soundKey, isOn)
}

/** Sets the number of unread notifications the server returned; visible lists reload. */
export function setUnread(unread: number): void {
  notifications.unread = unread
  notifications.round += 1
}
