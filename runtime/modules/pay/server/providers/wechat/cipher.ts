/** AES-256-GCM, in which WeChat Pay encrypts the content of notifications and its certificates. */
import { createDecipheriv } from 'node:crypto'

const tagLength = 16

/** Bytes of an API v3 key: with another length the cipher would be a weaker one. */
export const keyLength = 32

export interface Encrypted {
  /** Base64, with the tag at its end. */
  readonly ciphertext: string
  readonly nonce: string
  readonly associatedData: string
}

/** The content; null when key, nonce, associated data or content are not those it was encrypted with. */
export function decrypt({ ciphertext, nonce, associatedData }: Encrypted, apiKey: string): string | null {
  const key = Buffer.from(apiKey)
  const bytes = Buffer.from(ciphertext, 'base64')
  if (key.length !== keyLength || bytes.length < tagLength || nonce.length < 8 || nonce.length > 32) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce), { authTagLength: tagLength })
    decipher.setAuthTag(bytes.subarray(bytes.length - tagLength))
    decipher.setAAD(Buffer.from(associatedData))
    return Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - tagLength)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}
