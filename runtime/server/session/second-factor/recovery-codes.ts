/**
 * Recovery codes: each signs in once in place of a code of the app. The account stores their SHA-256 only; with 80
 * random bits they need no slow hash.
 */
import { createHash, randomBytes } from 'node:crypto'

const count = 10
/** Lower-case letters and digits without those that look alike: 32 signs, 5 bits each. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz0'
const length = 16

/** New codes, in groups of four signs. They are shown once. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: count }, () => {
    const code = [...randomBytes(length)].map((byte) => signs[byte % signs.length]).join('')
    return (code.match(/.{4}/g) ?? []).join('-')
  })

/** The stored form of a code, whatever its case, spaces and dashes. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest('hex')
