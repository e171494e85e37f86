/** The calls for the notifications of the signed-in admin. */
import type { Notice } from '../../../protocol/index.ts'
import { getData, postData } from '../../core/api/client.ts'

/** The answer of a poll. Older servers return only `sound` and `msg`. */
export interface PushResponse {
  readonly sound?: string
  readonly msg?: string
  readonly id?: number | null
  readonly unread?: number
  readonly list?: readonly Notice[]
}

export interface NotificationPage {
  readonly list: readonly Notice[]
  readonly total: number
  readonly unread: number
}

const base = '/admin/notification.Index'

/** Runs in the background, without progress line and toast. Null = the request failed. */
export const pollNotifications = (): Promise<PushResponse | null> =>
  getData<PushResponse | null>(`${base}/push`, '', { quiet: true, isBackground: true }).catch(() => null)

export function fetchNotifications(page: number, limit: number, onlyUnread: boolean): Promise<NotificationPage> {
  return getData<NotificationPage>(`${base}/index`, `page=${page}&limit=${limit}${onlyUnread ? '&unread=1' : ''}`, {
    quiet: true,
  })
}

/** Resolve with how many are unread now. */
export const markRead = async (id: number): Promise<number> =>
  (await postData<{ unread: number }>(`${base}/read`, { id })).unread
/** @param until the newest notification to mark; later ones stay unread */
export const markAllRead = async (until: number | null): Promise<number> =>
  (await postData<{ unread: number }>(`${base}/readall`, until === null ? {} : { until })).unread
