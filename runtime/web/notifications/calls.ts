/** The calls of one's own notices. */
import type { Notice } from '../../protocol/index.ts'
import { getData, postData } from '../api/client.ts'

/** What a poll answers. Older servers tell only `sound` and `msg`. */
export interface Pushed {
  readonly sound?: string
  readonly msg?: string
  readonly id?: number | null
  readonly unread?: number
  readonly list?: readonly Notice[]
}

export interface NoticePage {
  readonly list: readonly Notice[]
  readonly total: number
  readonly unread: number
}

const base = '/admin/notification.Index'

/** In the background: neither the line on top nor a notice tells of it. Null = it could not be asked. */
export const askNews = (): Promise<Pushed | null> =>
  getData<Pushed | null>(`${base}/push`, '', { quiet: true, isBackground: true }).catch(() => null)

export function fetchNotices(page: number, limit: number, onlyUnread: boolean): Promise<NoticePage> {
  return getData<NoticePage>(`${base}/index`, `page=${page}&limit=${limit}${onlyUnread ? '&unread=1' : ''}`, {
    quiet: true,
  })
}

/** Resolve with how many are unread now. */
export const markRead = async (id: number): Promise<number> =>
  (await postData<{ unread: number }>(`${base}/read`, { id })).unread
/** @param until the newest notice meant: what came later stays unread */
export const markAllRead = async (until: number | null): Promise<number> =>
  (await postData<{ unread: number }>(`${base}/readall`, until === null ? {} : { until })).unread
