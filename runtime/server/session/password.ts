/** Passwords as argon2id hashes. The hashing library loads with the first sign-in. */
import { randomBytes } from 'node:crypto'
import { hash, verify } from './password/hash-threads.ts'

/** Hash of an unknown random text; compared with when the account is unknown, so that the answer takes as long. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$xw1i46T7UoKpbkbQpRUqwQ$sRpn4jOSN8KL0Bxuu3RsBTVJMNA0BuygIvu08Ss+034'

export const hashPassword = (password: string): Promise<string> => hash(password)

/** Takes the same time whether there is a hash (null = unknown account) or not. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? dummyHash, password)
  return matches && stored !== null
}

/** A password for the first start: 16 characters, easy to select and allowed by the rule. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}
