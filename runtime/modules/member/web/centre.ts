/** The first data of the member centre: the member and the menus of the group. */
import type { FunctionComponent } from 'react'
import { proxy, ref } from 'valtio'
import {
  clearMember,
  getData,
  lazyComponent,
  loadMemberPages,
  member,
  postData,
  saveMember,
  type MemberPage,
  type MemberPageProps,
} from 'tablewright/web'

export interface RuleNode {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly name: string
  readonly path: string
  /** "" = none. */
  readonly icon: string
  readonly menu_type: string | null
  readonly url: string
  readonly children: readonly RuleNode[]
}

interface Start {
  readonly menus: readonly RuleNode[]
  readonly rules: readonly RuleNode[]
}

/** A page of another module with its component. */
export interface ModulePage extends MemberPage {
  readonly Page: FunctionComponent<MemberPageProps>
}

interface Centre {
  /** Null until it is loaded. */
  start: Start | null
  /** Pages of other modules; there once `start` is. */
  pages: readonly ModulePage[]
  error: unknown
  /** Number of unread notifications. */
  unread: number
  /** Grows with every change of notifications, so that a visible list reloads. */
  round: number
}

export const centre = proxy<Centre>({ start: null, pages: ref([]), error: null, unread: 0, round: 0 })

export async function loadCentre(): Promise<void> {
  centre.error = null
  try {
    const [{ userInfo, menus, rules }, pages] = await Promise.all([
      getData<Start & { userInfo: object }>('/api/index/index', 'requiredLogin=1', { quiet: true }),
      loadMemberPages<MemberPage>(),
    ])
    keepMember(userInfo)
    centre.pages = ref(pages.map((page) => ({ ...page, Page: lazyComponent(page.page) })))
    centre.start = { menus, rules }
  } catch (error) {
    centre.error = error
  }
}

/** Takes over what the server says about the member; the tokens stay those of this browser. */
function keepMember(info: object): void {
  const { token: _token, refresh_token: _refresh, ...facts } = info as Record<string, unknown>
  saveMember({ ...facts, birthday: typeof facts['birthday'] === 'string' ? facts['birthday'] : '' })
}

/** Loads money, score and profile anew. */
export async function reloadMember(): Promise<void> {
  const { user } = await getData<{ user: object }>('/api/account/profile', '', { quiet: true })
  keepMember(user)
}

/** Sets the number of unread notifications the server returned; a visible list reloads. */
export function setUnread(unread: number): void {
  if (unread !== centre.unread) centre.round += 1
  centre.unread = unread
}

/** Asks how many notifications are unread; what fails is asked again with the next page. */
export async function refreshUnread(): Promise<void> {
  const answer = await getData<{ unread: number }>('/api/account/notices', 'limit=1', {
    quiet: true,
    isBackground: true,
  }).catch(() => null)
  if (answer) setUnread(answer.unread)
}

export async function signOut(): Promise<void> {
  try {
    await postData('/api/user/logout', { refreshToken: member.refresh_token }, { quiet: true })
  } finally {
    forgetMember()
  }
}

export function forgetMember(): void {
  clearMember()
  Object.assign(centre, { start: null, unread: 0 })
}
