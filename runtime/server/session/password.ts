/** Passwords as argon2id hashes. The hashing library loads with the first sign-in. */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

/**
 * Each hash uses 19 MiB and a core while it runs, which makes guessing expensive. Few run at once, so that memory does
 * not run out; more than there are cores would end none of them earlier, and all other work later.
 */
const limit = pLimit(Math.min(4, availableParallelism()))
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hash of an unknown random text; compared with when the account is unknown, so that the answer takes as long. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$xw1i46T7UoKpbkbQpRUqwQ$sRpn4jOSN8KL0Bxuu3RsBTVJMNA0BuygIvu08Ss+034'

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return limit(() => hash(password, argon2Options))
}

/** Takes the same time whether there is a hash (null = unknown account) or not. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  const matches = await limit(() => verify(stored ?? dummyHash, password).catch(() => false))
  return matches && stored !== null
}

/** A password for the first start: 16 characters, easy to select and allowed by the rule. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}
