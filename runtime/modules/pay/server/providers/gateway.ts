/** Requests to providers: with time-outs and limits, and never to where an answer leads. */
import { readBytes } from 'tablewright/server'
import { ProviderError } from './provider.ts'

export interface GatewayRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Bytes of the longest answer. */
  readonly maxBytes?: number
  readonly timeoutMs?: number
}

export interface GatewayAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

const answerBytes = 200_000
const answerTimeoutMs = 8_000

/** Errors of a connection that was never made: the provider has not received anything. */
const notConnected = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** @throws a ProviderError of unknown outcome when there is no whole answer in time */
export async function exchange(request: GatewayRequest): Promise<GatewayAnswer> {
  const { url, method, headers, body, maxBytes = answerBytes, timeoutMs = answerTimeoutMs } = request
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', 'user-agent': 'tablewright', ...headers },
      ...(body !== undefined && { body }),
      // Guard T55: a request to a provider goes to its own address only.
      // Without: redirect: 'follow'
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status >= 300 && response.status < 400)
      throw new ProviderError('unknown', 'redirect', `The provider answered ${response.status}, another address.`)
    const { bytes, isWhole } = await readBytes(response, maxBytes)
    if (!isWhole) throw new ProviderError('unknown', 'size', `The answer is longer than ${maxBytes} bytes.`)
    return { status: response.status, headers: response.headers, body: bytes }
  } catch (error) {
    throw error instanceof ProviderError ? error : noAnswer(error)
  }
}

function noAnswer(error: unknown): ProviderError {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return new ProviderError('unknown', 'timeout', 'The provider did not answer in time.')
  const isUnsent = cause?.code !== undefined && notConnected.includes(cause.code)
  const code = isUnsent ? 'unreachable' : 'network'
  return new ProviderError('unknown', code, `No answer of the provider: ${cause?.message ?? message}`)
}
