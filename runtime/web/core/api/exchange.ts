/**
 * How a call reaches the server: through axios, whose code loads with the back office, or through the browser's own
 * `fetch` on pages before it, which have to be there quickly.
 */
import type { AxiosProgressEvent } from 'axios'

interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path with leading slash, and query. */
  readonly url: string
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Milliseconds; 0 = none. */
  readonly timeout: number
  readonly expects: 'json' | 'blob'
  readonly onUploadProgress?: ((event: AxiosProgressEvent) => void) | undefined
  readonly onDownloadProgress?: ((event: AxiosProgressEvent) => void) | undefined
}

export interface ExchangeResponse {
  readonly status: number
  readonly requestId: string | null
  /** The JSON value, or the text where it is none; the file where one was asked for. */
  readonly data: unknown
}

/** There was no answer. */
export class ExchangeError extends Error {
  readonly kind: 'cancelled' | 'timeout' | 'network'

  constructor(kind: ExchangeError['kind']) {
    super(kind)
    this.name = 'ExchangeError'
    this.kind = kind
  }
}

/** Sends one request. Resolves with every answer, whatever its status; rejects with an `ExchangeError`. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeResponse>

/** What every request says of itself. */
export const commonHeaders = {
  Accept: 'application/json, text/plain, */*',
  server: 'true',
  'x-tablewright': '1',
} as const
/** The anti-forgery pair: the value of the cookie is sent as the header. */
export const xsrf = { cookie: 'XSRF-TOKEN', header: 'X-XSRF-TOKEN' } as const
