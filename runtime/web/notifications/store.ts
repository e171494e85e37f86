/** What is known of one's notices on this page, and whether they are heard. */
import { proxy } from 'valtio'
import { readStored, writeStored } from '../preferences/browser-storage.ts'

/** Where this browser keeps that notices are silent. */
export const soundKey = 'noticeSound'

export const notifications = proxy({
  unread: 0,
  /** Grows with every piece of news, so that lists on show ask again. */
  round: 0,
  hasSound: readStored(soundKey) !== false,
})

export function setSound(isOn: boolean): void {
  notifications.hasSound = isOn
  writeStored(soundKey, isOn)
}

/** How many are unread now, as the server told; lists on show ask again. */
export function setUnread(unread: number): void {
  notifications.unread = unread
  notifications.round += 1
}
