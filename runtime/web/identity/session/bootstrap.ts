/** The calls around a session: sign in, load the menu and the settings, sign out. */
import { ref } from 'valtio'
import type { Language, MenuNode } from '../../../protocol/index.ts'
import { getData, postData } from '../../core/api/client.ts'
import { currentLanguage } from '../../core/i18n/language.ts'
import { clearAdmin, saveAdmin, saveSite, session, type AdminInfo } from '../../core/auth/session.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
  /** Stay signed in: the server then issues a refresh token as well. */
  readonly keep: boolean
  /** The solved captcha, where one is required. */
  readonly captchaId?: string
  readonly captchaInfo?: string
}

/** What the server says about signing in. */
export interface SignInFacts {
  /** A captcha is required. */
  readonly captcha: boolean
  /** Whoever forgot the password can set a new one by mail. */
  readonly recovery: boolean
}

/** Without an answer nothing is required; the sign-in itself reports what is. */
export async function fetchSignInFacts(): Promise<SignInFacts> {
  const facts = await getData<Partial<SignInFacts>>('/admin/Index/login', '', { quiet: true }).catch(() => null)
  return { captcha: facts?.captcha === true, recovery: facts?.recovery === true }
}

/** Signs in. Rejects with an `ApiError`, which the sign-in page shows instead of a toast. */
export async function signIn(credentials: Credentials): Promise<void> {
  const { userInfo } = await postData<{ userInfo: Partial<AdminInfo> }>('/admin/Index/login', credentials, {
    quiet: true,
  })
  session.menus = null
  session.hasEnded = false
  saveAdmin({ refresh_token: '', ...userInfo })
}

interface BootstrapResponse {
  readonly adminInfo: Partial<AdminInfo>
  readonly menus: readonly MenuNode[]
  readonly siteConfig: Readonly<Record<string, unknown>>
  readonly terminal?: { readonly npmPackageManager?: unknown; readonly installServicePort?: unknown }
}

/** A request that was sent ahead, and the token and language it was sent with. */
let prefetched: {
  readonly token: string
  readonly language: Language
  readonly request: Promise<true>
  isDone: boolean
} | null = null

/** Sends the request of `loadBootstrap` before the code that needs it has loaded. Resolves with the answer, or none. */
export async function prefetchBootstrap(): Promise<void> {
  const started = {
    token: session.admin.token,
    language: currentLanguage(),
    request: fetchBootstrap(),
    isDone: false,
  }
  prefetched = started
  await started.request.then(
    () => {
      started.isDone = true
    },
    () => undefined,
  )
}

/** Whether the request that was sent ahead has been answered; `loadBootstrap` is not needed then. */
export function takeBootstrap(): true | undefined {
  if (prefetched?.isDone !== true) return undefined
  return takePrefetched() ? true : undefined
}

/** Loads the menu, the admin's own data and the settings, in the current language. */
export function loadBootstrap(): Promise<true> {
  return takePrefetched() ?? fetchBootstrap()
}

/** The request that was sent ahead, once, and only for the same admin and language. */
function takePrefetched(): Promise<true> | null {
  const started = prefetched
  prefetched = null
  return started?.token === session.admin.token && started.language === currentLanguage() ? started.request : null
}

async function fetchBootstrap(): Promise<true> {
  const { adminInfo, menus, siteConfig, terminal } = await getData<BootstrapResponse>('/admin/Index/index', '', {
    quiet: true,
  })
  saveAdmin(adminInfo)
  saveSite(siteConfig)
  session.site.terminal = {
    packageManager: String(terminal?.npmPackageManager ?? ''),
    port: String(terminal?.installServicePort ?? ''),
  }
  // Replaced as a whole and never changed: a proxy around each of its nodes would cost more than it is worth.
  session.menus = ref(menus as MenuNode[])
  return true
}

/** Loads the public settings of the site. Without an answer its pages work with defaults. */
export async function loadSite(): Promise<void> {
  const answer = await getData<{ site?: unknown }>('/api/index/index', '', { quiet: true, isBackground: true }).catch(
    () => null,
  )
  // The answer of the admin area contains more settings, and may have arrived first.
  if (session.menus === null && typeof answer?.site === 'object' && answer.site !== null)
    saveSite(answer.site as Readonly<Record<string, unknown>>)
}

/** Signs out here and on the server. Without an answer this browser forgets the session anyway. */
export async function signOut(): Promise<void> {
  try {
    await postData('/admin/Index/logout', { refreshToken: session.admin.refresh_token }, { quiet: true })
  } finally {
    clearAdmin()
  }
}
