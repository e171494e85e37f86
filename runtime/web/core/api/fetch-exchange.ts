/** Sends requests through `fetch`: JSON both ways, which is all that pages before the back office need. */
import { commonHeaders, ExchangeError, xsrf, type Exchange } from './exchange.ts'

export const exchangeByFetch: Exchange = async ({ method, url, body, headers, signal, timeout }) => {
  const abort = new AbortController()
  const stop = (): void => abort.abort()
  signal.addEventListener('abort', stop)
  let isLate = false
  const expire = (): void => {
    isLate = true
    stop()
  }
  const timer = timeout > 0 ? setTimeout(expire, timeout) : undefined
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...commonHeaders,
        ...headers,
        ...forgeryHeader(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: abort.signal,
    })
    const text = await response.text()
    return { status: response.status, requestId: response.headers.get('x-request-id'), data: valueOf(text) }
  } catch {
    throw new ExchangeError(isLate ? 'timeout' : signal.aborted ? 'cancelled' : 'network')
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

function forgeryHeader(): Readonly<Record<string, string>> {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${xsrf.cookie}=`))
  return pair ? { [xsrf.header]: decodeURIComponent(pair.slice(xsrf.cookie.length + 1)) } : {}
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
