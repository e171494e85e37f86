/** Passwords as argon2id hashes. What hashes loads with the first sign-in. */
import { randomBytes } from 'node:crypto'

/** Hash of an unknown random text; compared with when the account is unknown, so that the answer takes as long. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$xw1i46T7UoKpbkbQpRUqwQ$sRpn4jOSN8KL0Bxuu3RsBTVJMNA0BuygIvu08Ss+034'

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('./password/hash-threads.ts')
  return hash(password)
}

/** Takes the same time whether there is a hash (null = unknown account) or not. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const { verify } = await import('./password/hash-threads.ts')
  // Guard T34: as much work for nobody.
  // Without: const matches = stored !== null && (await verify(stored, password))
  const matches = await verify(stored ?? dummyHash, password)
  return matches && stored !== null
}

/** A password for the first start: 16 characters, easy to select and allowed by the rule. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}
