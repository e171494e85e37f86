/** Encrypts the secrets among the settings, so that a copy of the database does not contain them. */
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../core/make-folder.ts'

export interface SecretBox {
  /** Encrypts a text; only the same name decrypts it. Creates the key when there is none. */
  seal(name: string, text: string): string
  /** Throws when the text was encrypted with another key or under another name. */
  open(name: string, sealed: string): string
}

const secretKeyFile = 'secret.key'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM with a random nonce; the name is authenticated, so that a secret cannot be moved to another setting. The
 * key is a file of the data folder that only its owner can read, made with the first secret. Server processes with
 * data folders of their own need copies of one file.
 */
export function createSecretBox(dataFolder: string): SecretBox {
  let known: Buffer | null = null
  const key = (): Buffer => (known ??= readKey(dataFolder) ?? makeKey(dataFolder))
  return {
    seal(name, text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(name))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(name, sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const [tagAt, textAt] = [nonceBytes, nonceBytes + tagBytes]
      const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, tagAt), { authTagLength: tagBytes })
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(tagAt, textAt))
      return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString('utf8')
    },
  }
}

function readKey(dataFolder: string): Buffer | null {
  try {
    const key = Buffer.from(readFileSync(join(dataFolder, secretKeyFile), 'utf8').trim(), 'base64')
    if (key.length !== keyBytes)
      throw new Error(`${secretKeyFile} in the data folder is not a key of ${keyBytes} bytes.`)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The file appears complete or not at all: of two processes that make a key, both use that of the first. */
function makeKey(dataFolder: string): Buffer {
  makeFolder(dataFolder)
  const key = randomBytes(keyBytes)
  const unfinished = join(dataFolder, `${secretKeyFile}.${randomUUID()}`)
  writeFileSync(unfinished, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(unfinished, join(dataFolder, secretKeyFile))
    return key
  } catch (error) {
    const existing = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readKey(dataFolder) : null
    if (!existing) throw error
    return existing
  } finally {
    rmSync(unfinished, { force: true })
  }
}
