/** The calls for the signed-in admin's account, and for sessions. */
import type { ImportUndone, Language, OwnOperation } from '../../../protocol/index.ts'
import { call, getData, postData, type ApiResponse } from '../../core/api/client.ts'

export interface Profile {
  readonly id: number
  readonly username: string
  readonly nickname: string
  readonly avatar: string
  readonly email: string
  readonly mobile: string
  readonly motto: string
  readonly last_login_time: string
  readonly last_login_ip?: string
}

/** Times are Unix seconds. */
export interface SessionRow {
  readonly id: number
  readonly device: string
  readonly ip: string
  readonly create_time: number
  readonly seen_time: number
  readonly keep: 0 | 1
  readonly current: 0 | 1
}

const base = '/admin/routine.AdminInfo'

export const fetchProfile = async (): Promise<Profile> =>
  (await getData<{ info: Profile }>(`${base}/index`, '', { quiet: true })).info

/** Saves the given fields. Rejects with an `ApiError` whose refusal contains errors by field. */
export const saveProfile = (change: Readonly<Record<string, string>>): Promise<unknown> =>
  postData(`${base}/edit`, change, { quiet: true, notifySuccess: true })

/** Rejects with an `ApiError` whose refusal contains errors by field. */
export const changePassword = (change: {
  readonly current_password: string
  readonly password: string
}): Promise<unknown> => postData(`${base}/password`, change, { quiet: true, notifySuccess: true })

/** @param adminId null = the sessions of the signed-in admin */
export interface SessionList {
  readonly list: readonly SessionRow[]
  /** There are others, which were used before all of these. */
  readonly more: boolean
}

export const fetchSessions = (adminId: number | null): Promise<SessionList> =>
  getData<SessionList>(`${base}/sessions`, adminId === null ? '' : `admin_id=${adminId}`, { quiet: true })

export interface NoticeMail {
  /** `off`: no module sends mail; `stored`: no mail server is set up. */
  readonly mailer: 'on' | 'stored' | 'off'
  readonly has_address: 0 | 1
  /** 0 = links in mail lack the address of the site. */
  readonly has_links: 0 | 1
  readonly language: Language
  readonly kinds: readonly { readonly name: string; readonly label: string; readonly mail: 0 | 1 }[]
}

export const fetchNoticeMail = (): Promise<NoticeMail> => getData<NoticeMail>(`${base}/noticeMail`, '', { quiet: true })

/** @param choice names of the kinds to receive by mail, and the language of the mail */
export const saveNoticeMail = (choice: {
  readonly kinds: readonly string[]
  readonly language: Language
}): Promise<unknown> => postData(`${base}/saveNoticeMail`, choice, { quiet: true, notifySuccess: true })

export const fetchOperations = async (): Promise<readonly OwnOperation[]> =>
  (await getData<{ list: readonly OwnOperation[] }>('/admin/ajax/undoable', '', { quiet: true })).list

/** What came of it: the last message of the server, and what stays with the first reason. */
export interface Undone {
  readonly msg: string
  readonly done: number
  readonly kept: number
  readonly reason: string
}

/**
 * Undoes all of it, in as many requests as that takes.
 * @param onProgress comes called with the number of records that are left
 */
export async function undoOperation(
  { entries, count }: OwnOperation,
  onProgress: (left: number) => void,
): Promise<Undone> {
  const what = entries.length > 1 ? { entries } : { entry: entries[0] }
  let total = { done: 0, kept: 0, reason: '' }
  for (let before: number | null = null; ;) {
    const answer: ApiResponse<Partial<ImportUndone> | null> = await call({
      method: 'POST',
      path: '/admin/ajax/undo',
      body: { ...what, before },
    })
    const { done = count, kept: keptCount = 0, reasons = [], left = 0, next = null } = answer.data ?? {}
    total = { done: total.done + done, kept: total.kept + keptCount, reason: total.reason || (reasons[0]?.msg ?? '') }
    if (next === null) return { ...total, msg: answer.msg }
    onProgress(left)
    before = next
  }
}

export const endSession = (id: number): Promise<unknown> =>
  postData(`${base}/endSession`, { id }, { notifySuccess: true })
