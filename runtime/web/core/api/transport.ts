/** One exchange with the server: headers, time limit, cancellation of duplicates, and errors with a message. */
import type { AxiosProgressEvent } from 'axios'
import { codes, type Envelope } from '../../../protocol/index.ts'
import { currentLanguage } from '../i18n/language.ts'
import { t } from '../i18n/shell-texts.ts'
import { tokenStores } from '../auth/token-stores.ts'
import { ApiError, statusText } from './api-error.ts'
import { ExchangeError, type Exchange, type ExchangeResponse } from './exchange.ts'

/** Milliseconds an ordinary call may take. */
const callTimeoutMs = 10_000

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path with leading slash, for example `/admin/wms.Product/index`. */
  readonly path: string
  /** Encoded query string without `?`. */
  readonly query?: string
  readonly body?: unknown
  /** The caller shows errors itself: no toast. */
  readonly quiet?: boolean
  /** The user does not wait for it: no progress line. */
  readonly isBackground?: boolean
  /** Shows the server's message as a toast when it succeeds. */
  readonly notifySuccess?: boolean
  readonly signal?: AbortSignal
  /** Milliseconds; 0 = none; default `callTimeoutMs`. */
  readonly timeout?: number
  readonly onProgress?: (event: AxiosProgressEvent) => void
  readonly expects?: 'json' | 'blob'
  /** The token of another member than the signed-in one; it is never refreshed. */
  readonly memberToken?: string
  /** Repeated with the same key, the call takes effect once. */
  readonly idempotencyKey?: string
}

let ownExchange: Exchange | null = null

/** Sends calls in another way than through axios; null = through axios. */
export function setExchange(exchange: Exchange | null): void {
  ownExchange = exchange
}

const exchange: Exchange = async (request) =>
  await (ownExchange ?? (await import('./axios-exchange.ts')).exchangeByAxios)(request)

const pendingCalls = new Map<string, AbortController>()

/** Sends once and reads the envelope, whatever its code. Rejects with an `ApiError` when there is no envelope. */
export async function send<Data>(request: Call): Promise<Envelope<Data>> {
  const url = request.query ? `${request.path}?${request.query}` : request.path
  const headers = headersOf(request)
  const abort = new AbortController()
  const unregister = registerCall(request, [request.method, url, ...Object.values(headers)].join(' '), abort)
  const abortCall = () => abort.abort()
  if (request.signal?.aborted) abortCall()
  request.signal?.addEventListener('abort', abortCall)
  try {
    const response = await exchange({
      method: request.method,
      url,
      body: request.body,
      headers,
      signal: abort.signal,
      timeout: request.timeout ?? callTimeoutMs,
      expects: request.expects ?? 'json',
      onUploadProgress: request.onProgress,
      onDownloadProgress: request.expects === 'blob' ? request.onProgress : undefined,
    })
    if (response.status < 200 || response.status >= 300) throw statusError(response, request.path)
    return await envelopeOf<Data>(response, request)
  } catch (error) {
    throw error instanceof ApiError ? error : toApiError(error)
  } finally {
    request.signal?.removeEventListener('abort', abortCall)
    unregister()
  }
}

/** Language, and the tokens of the admin, the member or both who are signed in. */
function headersOf({ memberToken, idempotencyKey }: Call): Readonly<Record<string, string>> {
  const admin = tokenStores.admin.tokens().token
  const user = memberToken ?? tokenStores.user.tokens().token
  return {
    'think-lang': currentLanguage(),
    ...(admin !== '' && { batoken: admin }),
    ...(user !== '' && { 'ba-user-token': user }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
}

/**
 * Of two identical concurrent calls one is cancelled: the older of two reads, whose answer would be out of date; the
 * newer of two writes, because the older one may have been carried out. Returns the function that unregisters the call.
 */
function registerCall({ method, body }: Call, address: string, abort: AbortController): () => void {
  if (typeof FormData !== 'undefined' && body instanceof FormData) return () => undefined
  const key = body === undefined ? address : `${address} ${JSON.stringify(body)}`
  const older = pendingCalls.get(key)
  if (older) {
    console.info(t('http.duplicate'))
    if (method !== 'GET') throw new ApiError(t('http.duplicate'), { kind: 'cancelled' })
    older.abort()
  }
  pendingCalls.set(key, abort)
  return () => {
    if (pendingCalls.get(key) === abort) pendingCalls.delete(key)
  }
}

async function envelopeOf<Data>(response: ExchangeResponse, request: Call): Promise<Envelope<Data>> {
  const body = request.expects === 'blob' ? await refusalInside(response.data as Blob) : response.data
  if (request.expects === 'blob' && body === null)
    return { code: codes.ok, msg: '', time: 0, data: response.data as Data }
  if (typeof body === 'object' && body !== null && typeof (body as Envelope).code === 'number') {
    return { ...(body as Envelope<Data>), msg: String((body as Envelope).msg ?? '') }
  }
  throw new ApiError(t('http.network'), { kind: 'network', status: response.status })
}

/** When a file was requested, a refusal arrives as JSON; null when it is the file. */
async function refusalInside(file: Blob): Promise<unknown> {
  return file.type.startsWith('application/json') ? (JSON.parse(await file.text()) as unknown) : null
}

function toApiError(error: unknown): ApiError {
  if (!(error instanceof ExchangeError)) return new ApiError(t('http.network'), { kind: 'network' })
  if (error.kind === 'cancelled') return new ApiError(t('http.duplicate'), { kind: 'cancelled' })
  if (error.kind === 'timeout') return new ApiError(t('http.timeout'), { kind: 'timeout' })
  return navigator.onLine
    ? new ApiError(t('http.network'), { kind: 'network' })
    : new ApiError(t('http.offline'), { kind: 'offline' })
}

function statusError({ status, requestId, data }: ExchangeResponse, path: string): ApiError {
  const serverMessage = (data as { msg?: unknown } | null)?.msg
  const text = statusText(status, path, requestId, typeof serverMessage === 'string' ? serverMessage : null)
  return new ApiError(text, { kind: 'http', code: status, status, data, requestId })
}
