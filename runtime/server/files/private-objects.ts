/**
 * Private files in a cloud store: below `private/`, which the public domain of a bucket does not serve. Their addresses
 * stay; the object is moved once.
 */
import type { CloudAccount } from './cloud/account.ts'
import { describeObject, moveObject } from './cloud/objects.ts'

/** Where the object of a private file is. @param key as in its address */
export const privateKey = (key: string): string => `private/${key}`

/**
 * Moves the object of a private file out of reach of the public domain, unless that was done.
 * @returns its key
 */
export async function hideObject(account: CloudAccount, key: string): Promise<string> {
  const target = privateKey(key)
  if (await describeObject(account, key)) await moveObject(account, key, target)
  return target
}
