/**
 * One-time codes of authenticator apps: TOTP (RFC 6238) over HOTP (RFC 4226) with what all apps support: SHA-1, six
 * digits, steps of 30 seconds.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Seconds a code is shown. */
const stepSeconds = 30
const digits = 6
/** Steps by which the clock of the phone may be off, in both directions. */
const tolerance = 1
/** RFC 4226, section 4: at least 128 bits, 160 recommended. */
const secretBytes = 20
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const codeShape = /^\d{6}$/

/** A new secret, in Base32 (RFC 4648) without padding, as apps take it. */
export const newSecret = (): string => encodeBase32(randomBytes(secretBytes))

/** The number of the time step. @param time Unix seconds */
export const stepAt = (time: number): number => Math.floor(time / stepSeconds)

/** The code of a time step. @param secret Base32 */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The time step whose code was entered; null when it is wrong. A step counts once: who calls it stores the step and
 * passes it as `after` from then on. All steps are compared whatever matches, in constant time.
 * @param after the step used last; null = none. One further ahead than the present allows was noted while the clock
 *   was ahead, and would refuse all codes until then: it is left aside.
 * @param time Unix seconds
 */
export function matchingStep(secret: string, code: string, after: number | null, time: number): number | null {
  if (!codeShape.test(code)) return null
  const now = stepAt(time)
  const last = after !== null && after <= now + tolerance ? after : -1
  let match: number | null = null
  for (let step = now - tolerance; step <= now + tolerance; step += 1)
    if (step >= 0 && timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)) && step > last) match = step
  return match
}

/**
 * The address that authenticator apps read from a QR code (Key URI format of Google Authenticator).
 * @param issuer the name of the site, @param account the username
 */
export function otpauthAddress(issuer: string, account: string, secret: string): string {
  const label = [issuer.replaceAll(':', ' '), account].map(encodeURIComponent).join(':')
  return (
    `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer.replaceAll(':', ' '))}` +
    `&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
  )
}

function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((part) => alphabet[Number.parseInt(part.padEnd(5, '0'), 2)]).join('')
}

/** Throws when the text is not Base32: stored secrets always are. */
function decodeBase32(text: string): Buffer {
  const bits = [...text].map((sign) => {
    const value = alphabet.indexOf(sign)
    if (value < 0) throw new Error('the secret of a second factor is not Base32')
    return value.toString(2).padStart(5, '0')
  })
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
