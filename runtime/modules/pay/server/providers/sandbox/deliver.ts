/** Posts notifications of the sandbox to this server, over a connection of its own, as a provider does. */
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { KeyObject } from 'node:crypto'
import type { Listener } from 'tablewright/server'
import { signHeaders } from '../signed-message.ts'
import { sandboxSerial } from './keys.ts'
import type { SandboxMessage } from './notification.ts'

const timeoutMs = 10_000
const path = '/api/pay.Notify/sandbox'

export interface Delivery {
  readonly message: SandboxMessage
  readonly key: KeyObject
  /** Time of the signature. */
  readonly now: number
  /** Leaves before the answer comes. */
  readonly isCut?: boolean
}

/** Status of the answer; null = there was none. */
export function deliver(listener: Listener, { message, key, now, isCut = false }: Delivery): Promise<number | null> {
  const body = JSON.stringify(message)
  const isTls = listener.origin.startsWith('https:')
  return new Promise((resolve) => {
    const request = (isTls ? tlsRequest : plainRequest)(listener.origin + path, {
      method: 'POST',
      headers: {
        host: listener.host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...signHeaders('sandbox', { body, key, serial: sandboxSerial, now }),
      },
      timeout: timeoutMs,
      // The certificate is for the public name, and this is our own address.
      ...(isTls && { rejectUnauthorized: false }),
    })
    const end = (status: number | null): void => {
      resolve(status)
      request.destroy()
    }
    request.on('response', (response) => {
      response.resume()
      end(response.statusCode ?? null)
    })
    request.on('timeout', () => end(null))
    request.on('error', () => end(null))
    // The body has left when the request is finished, so that the server handles it.
    request.on('finish', () => {
      if (isCut) setImmediate(() => end(null))
    })
    request.end(body)
  })
}
