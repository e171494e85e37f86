/** The SHA-1 of files of any size, in a few megabytes of memory. `crypto.subtle` takes only whole files, and is absent
 * on pages without HTTPS. */
import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Bytes that are read at once. */
const pieceSize = 4 * 1024 * 1024

/**
 * Hashes a file piece by piece. Rejects when it cannot be read any more.
 * @param onProgress receives 0…1
 * @returns 40 hex digits
 */
export async function hashBlob(file: Blob, onProgress: (share: number) => void): Promise<string> {
  const hash = sha1.create()
  // The next piece is read while the one before is hashed.
  let next = readPiece(file, 0)
  for (let start = 0; start < file.size; start += pieceSize) {
    const piece = await next
    if (start + pieceSize < file.size) next = readPiece(file, start + pieceSize)
    hash.update(piece)
    onProgress(Math.min(1, (start + pieceSize) / file.size))
  }
  return bytesToHex(hash.digest())
}

const readPiece = async (file: Blob, start: number): Promise<Uint8Array> => {
  const reading = file.slice(start, start + pieceSize).arrayBuffer()
  // Whoever awaits it learns of a failure; until then it is not unhandled.
  reading.catch(() => undefined)
  return new Uint8Array(await reading)
}
