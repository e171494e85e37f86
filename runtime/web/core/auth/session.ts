/** The signed-in admin (stored in this browser under `adminInfo`), and the settings the server sent with the menu. */
import { privateAddressOf } from './file-addresses.ts'
import { proxy, subscribe } from 'valtio'
import type { MenuNode } from '../../../protocol/index.ts'
import { readStored, writeStored } from '../preferences/browser-storage.ts'
import { applyFirstLanguage } from '../preferences/store.ts'

export interface AdminInfo {
  id: number
  username: string
  nickname: string
  avatar: string
  /** `YYYY-MM-DD HH:mm:ss`, "" when never. */
  last_login_time: string
  token: string
  /** "" unless the person asked to stay signed in. */
  refresh_token: string
  super: boolean
}

/** Settings of the installation, as the server sends them. */
interface SiteConfig {
  siteName: string
  version: string
  /** Prepended to relative addresses of files; "" = this origin. */
  cdnUrl: string
  /** IANA name; times are shown and typed in it. */
  timeZone: string
  /** Registration number of the site; "" = none. */
  recordNumber: string
  /** Links of the home page. */
  headNav: readonly HeadLink[]
  /** Origins whose pages may be embedded, for example `https://docs.example.org`. */
  iframeOrigins: readonly string[]
  /** Names of modules that the site has switched off. */
  modulesOff: readonly string[]
  upload: UploadConfig
  /** What the terminal of super administrators uses; "" until the server has sent it. */
  terminal: { packageManager: string; port: string }
}

interface HeadLink {
  readonly title: string
  readonly url: string
  readonly target: string
}

export interface UploadConfig {
  /** Bytes. */
  maxSize: number
  /** File endings without a dot; empty = any. */
  allowedSuffixes: readonly string[]
  /** `image/png`, `image/*`, `*`. */
  allowedMimeTypes: readonly string[]
  /** Where files go: `local` = to the server. */
  mode: string
  params: CloudParams
}

/** How the client reaches the cloud store; the address and names are those of COS. */
interface CloudParams {
  readonly bucket?: string
  readonly region?: string
  readonly address?: string
  /** A number: nothing can be uploaded, for this reason. */
  readonly error?: number
  readonly message?: string
  readonly code?: string | number
}

export interface Session {
  admin: AdminInfo
  site: SiteConfig
  /** Null until the server has sent them. */
  menus: readonly MenuNode[] | null
  /** The server ended the session; the sign-in page mentions it. */
  hasEnded: boolean
}

export const adminInfoKey = 'adminInfo'

const emptyAdmin: AdminInfo = {
  id: 0,
  username: '',
  nickname: '',
  avatar: '',
  last_login_time: '',
  token: '',
  refresh_token: '',
  super: false,
}

const site: SiteConfig = {
  siteName: 'Tablewright',
  version: '',
  cdnUrl: '',
  timeZone: 'Asia/Shanghai',
  recordNumber: '',
  headNav: [],
  iframeOrigins: [],
  modulesOff: [],
  upload: {
    maxSize: 5 * 1024 * 1024,
    allowedSuffixes: ['jpg', 'jpeg', 'png', 'webp', 'gif'],
    allowedMimeTypes: [],
    mode: 'local',
    params: {},
  },
  terminal: { packageManager: '', port: '' },
}

export const session: Session = proxy({ admin: readAdmin(), site, menus: null, hasEnded: false })

subscribe(session.admin, () => writeStored(adminInfoKey, session.admin))

// Another tab signed in or out: this one follows instead of overwriting what that one stored.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === adminInfoKey || event.key === null) Object.assign(session.admin, readAdmin())
  })
}

/** Signed in is who has both an id and a token. */
export function isSignedIn(admin: Pick<AdminInfo, 'id' | 'token'> = session.admin): boolean {
  return admin.id > 0 && admin.token !== ''
}

/** Whether an administrator is signed in within this browser. */
export const isAdminSignedIn = (): boolean => isSignedIn()

/** The administrator who is signed in within this browser; null = none. */
export const signedInAdmin = (): number | null => (isSignedIn() ? session.admin.id : null)

/** Stores what the server returned about the admin; missing keys keep their value. */
export function saveAdmin(values: Partial<AdminInfo>): void {
  for (const key of Object.keys(emptyAdmin) as (keyof AdminInfo)[]) {
    if (typeof values[key] === typeof emptyAdmin[key]) Object.assign(session.admin, { [key]: values[key] })
  }
}

/** Forgets the admin and everything only signed-in admins may see. `hasEnded`: the admin did not sign out. */
export function clearAdmin(hasEnded = false): void {
  session.hasEnded = hasEnded && isSignedIn()
  Object.assign(session.admin, emptyAdmin)
  session.menus = null
}

/** Stores the settings of the installation as the server sends them: lists may be comma-separated texts. */
export function saveSite(values: Readonly<Record<string, unknown>>): void {
  for (const key of ['siteName', 'version', 'cdnUrl', 'timeZone', 'recordNumber'] as const)
    if (typeof values[key] === 'string') session.site[key] = values[key]
  session.site.headNav = headLinks(values['headNav'])
  applyFirstLanguage(values['firstLanguage'])
  session.site.iframeOrigins = listOf(values['iframeOrigins'])
  session.site.modulesOff = listOf(values['modulesOff'])
  const upload = (values['upload'] ?? {}) as Readonly<Record<string, unknown>>
  if (typeof upload['maxSize'] === 'number') session.site.upload.maxSize = upload['maxSize']
  session.site.upload.allowedSuffixes = listOf(upload['allowedSuffixes'])
  session.site.upload.allowedMimeTypes = listOf(upload['allowedMimeTypes'])
  session.site.upload.mode = typeof upload['mode'] === 'string' ? upload['mode'] : 'local'
  session.site.upload.params = (upload['params'] ?? {}) as CloudParams
}

/** The address under which the browser can load a stored file. */
export function fileUrl(url: string): string {
  const address = privateAddressOf(url)
  if (address !== null) return address
  return /^(https?:)?\/\//.test(url) || url === '' ? url : session.site.cdnUrl + url
}

/** Only safe links: http, https, and paths of this site. */
function headLinks(values: unknown): HeadLink[] {
  const list = Array.isArray(values) ? (values as Partial<Record<keyof HeadLink, unknown>>[]) : []
  return list
    .filter(
      (link) =>
        typeof link?.title === 'string' &&
        typeof link.url === 'string' &&
        /^(https?:\/\/|#?\/(?![/\\]))/i.test(link.url),
    )
    .map((link) => ({
      title: String(link.title),
      url: String(link.url),
      target: link.target === '_blank' ? '_blank' : '_self',
    }))
}

function listOf(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  return list.map((item) => String(item).trim().toLowerCase()).filter((item) => item !== '')
}

function readAdmin(): AdminInfo {
  const info = readStored(adminInfoKey)
  const admin = { ...emptyAdmin }
  if (typeof info !== 'object' || info === null) return admin
  for (const key of Object.keys(emptyAdmin) as (keyof AdminInfo)[]) {
    const value = (info as Record<string, unknown>)[key]
    if (typeof value === typeof emptyAdmin[key]) Object.assign(admin, { [key]: value })
  }
  return admin
}
