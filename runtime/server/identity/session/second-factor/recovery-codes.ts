/**
 * Recovery codes: each signs in once in place of a code of the app. The account stores argon2id hashes of them. The
 * first two signs of a code say which hash it has, so that one guess costs one hash; the others have 130 random bits.
 */
import { createHash, randomBytes } from 'node:crypto'
import { hashPassword, verifyPassword } from '../password.ts'

const count = 10
/** Lower-case letters and digits without those that look alike: 32 signs, 5 bits each. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz0'
const length = 28
const labelLength = 2

export interface RecoveryCodes {
  /** In groups of four signs. They are shown once. */
  readonly codes: readonly string[]
  /** What the account stores of them, in the same order. */
  readonly stored: readonly string[]
}

/** Ten new codes, no two of which begin alike. Takes the time of ten hashes: call it outside of transactions. */
export async function newRecoveryCodes(): Promise<RecoveryCodes> {
  const texts = new Map<string, string>()
  while (texts.size < count) {
    const text = randomText()
    texts.set(labelOf(text), text)
  }
  const stored: string[] = []
  // One after the other: the threads that compare passwords are those of everybody who signs in.
  for (const [label, text] of texts) stored.push(`${label}${await hashPassword(text)}`)
  return { codes: [...texts.values()].map((text) => (text.match(/.{4}/g) ?? []).join('-')), stored }
}

const randomText = (): string => [...randomBytes(length)].map((byte) => signs[byte % signs.length]).join('')
const labelOf = (text: string): string => text.slice(0, labelLength)

/**
 * What the account stores of the code; null when it is none of its codes. Takes the time of one hash at most.
 * @param code whatever its case, spaces and dashes
 * @param stored of all codes that are left. Those of former versions are SHA-256 of 80 random bits.
 */
export async function findRecoveryCode(code: string, stored: readonly string[]): Promise<string | null> {
  const text = code.toLowerCase().replaceAll(/[\s-]/g, '')
  const former = createHash('sha256').update(text).digest('hex')
  if (stored.includes(former)) return former
  const entry = text.length === length && stored.find((one) => one.startsWith(`${labelOf(text)}$`))
  return entry && (await verifyPassword(entry.slice(labelLength), text)) ? entry : null
}
