/** The error every failed call ends with, in the language of the user. */
import type { RefusalData } from '../../../protocol/index.ts'
import { t, type ShellKey } from '../i18n/shell-texts.ts'

/**
 * `refused`: the server answered with a code other than 1. `http`: an HTTP status outside 200–299. `timeout`,
 * `network`, `offline`: no answer. `cancelled`: aborted on purpose; never shown to the user.
 */
export type ApiErrorKind = 'refused' | 'http' | 'timeout' | 'network' | 'offline' | 'cancelled'

export interface ApiErrorDetails {
  readonly kind: ApiErrorKind
  /** Business code (0, 302, 401, 409, …); for `http` the status; else -1. */
  readonly code?: number
  /** HTTP status; 0 when there was no answer. */
  readonly status?: number
  readonly data?: unknown
  /** The id under which the server's log has the details. */
  readonly requestId?: string | null
}

/** The error every call rejects with. `message` (and `msg`) is the text for the user. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  readonly code: number
  readonly status: number
  readonly data: unknown
  readonly requestId: string | null

  constructor(message: string, parts: ApiErrorDetails) {
    super(message)
    this.name = 'ApiError'
    this.kind = parts.kind
    this.code = parts.code ?? -1
    this.status = parts.status ?? 0
    this.data = parts.data ?? null
    this.requestId = parts.requestId ?? null
  }

  get msg(): string {
    return this.message
  }

  /** Reason, field errors, current row or references of a refusal; null when the answer contains none. */
  get refusal(): RefusalData | null {
    const data = this.data as RefusalData | null
    return typeof data === 'object' && data !== null && typeof data.reason === 'string' ? data : null
  }
}

const shownErrors = new WeakSet<Error>()

/** Notes that the user has been shown the error, or has been led to a page that explains it. */
export const markShown = (error: ApiError): void => void shownErrors.add(error)

/** True when nobody has to show the error any more. */
export const isShown = (error: unknown): boolean =>
  isCancelled(error) || (error instanceof Error && shownErrors.has(error))

/** True for calls that were aborted on purpose (a newer identical one, an aborted signal). */
export function isCancelled(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'cancelled'
}

/** The message for anything a call, a lazy load or a component may throw. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.message : t('http.network')
}

const statusKeys: Readonly<Record<number, ShellKey>> = {
  302: 'http.302',
  400: 'http.400',
  401: 'http.401',
  403: 'http.401',
  404: 'http.404',
  408: 'http.408',
  409: 'http.409',
  500: 'http.500',
  501: 'http.501',
  502: 'http.502',
  503: 'http.503',
  504: 'http.504',
  505: 'http.505',
}

/** The message for an HTTP status. The server's own message is used where we have none for that status. */
export function statusText(
  status: number,
  url: string,
  requestId: string | null,
  serverMessage: string | null,
): string {
  const key = statusKeys[status]
  // Only the server knows why it is unavailable at the moment.
  if (serverMessage && (!key || status === 503)) return serverMessage
  if (!key) return t('http.other')
  const text = t(key, { url })
  return status === 500 && requestId ? `${text} ${t('http.number', { id: requestId })}` : text
}
