/** Messages that are signed in their headers over time, nonce and the bytes of the body, as WeChat Pay does it. */
import { randomBytes, type KeyObject } from 'node:crypto'
import { isSignedBy, signText } from './keys.ts'
import type { NotifyRefusal, ReceivedMessage } from './provider.ts'

/** Seconds that the clocks of both sides may differ. */
const maxClockDifference = 300
/** Bytes of the largest message. */
export const maxMessageBytes = 65_536

export type HeaderPrefix = 'wechatpay' | 'sandbox'

const textToSign = (timestamp: string, nonce: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')])

/**
 * Why the message is not believed, null when it is genuine.
 * @param keyOf the key of a serial; it is not looked up anywhere else, so that nobody can make the server call out
 */
export async function refusalOf(
  prefix: HeaderPrefix,
  { headers, rawBody, now }: ReceivedMessage,
  keyOf: (serial: string) => Promise<KeyObject | null>,
): Promise<NotifyRefusal | null> {
  // Guard T24: the size is checked before anything else.
  if (rawBody.length > maxMessageBytes) return 'size'
  const header = (name: string): string => {
    const value = headers[`${prefix}-${name}`]
    return typeof value === 'string' ? value : ''
  }
  const [timestamp, nonce, serial] = [header('timestamp'), header('nonce'), header('serial')]
  if (!/^\d{9,11}$/.test(timestamp) || !/^[\x21-\x7e]{1,128}$/.test(nonce) || serial === '') return 'headers'
  // Guard T24: an old message is not believed, although its signature is right.
  // Without: if (Number(timestamp) === 0) return 'time'
  if (Math.abs(now - Number(timestamp)) > maxClockDifference) return 'time'
  const key = await keyOf(serial)
  if (!key) return 'key'
  // Guard T24: only the bytes that the provider signed are believed, whether they can be decrypted or not.
  // Without: return null
  return isSignedBy(textToSign(timestamp, nonce, rawBody), header('signature'), key) ? null : 'signature'
}

/** The headers that sign a message. */
export function signHeaders(
  prefix: HeaderPrefix,
  {
    body,
    key,
    serial,
    now,
  }: { readonly body: string; readonly key: KeyObject; readonly serial: string; readonly now: number },
): Readonly<Record<string, string>> {
  const nonce = randomBytes(16).toString('hex')
  const signature = signText(textToSign(String(now), nonce, Buffer.from(body)), key)
  return {
    [`${prefix}-timestamp`]: String(now),
    [`${prefix}-nonce`]: nonce,
    [`${prefix}-serial`]: serial,
    [`${prefix}-signature`]: signature,
  }
}
