/** The bytes of a file or of a pasted text, as base64. */

/** Bytes that become text at once: more would be too many arguments of one call. */
const chunkBytes = 32_768

export function base64Of(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += chunkBytes)
    parts.push(String.fromCodePoint(...bytes.subarray(start, start + chunkBytes)))
  return btoa(parts.join(''))
}

export const readBytes = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer())
