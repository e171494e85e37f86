/** In which encoding a file is written. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'

/**
 * What a byte order mark says, else UTF-8 when the whole file is valid, else GB 18030, which Chinese spreadsheets
 * write.
 * A file that has Chinese in UTF-8 before its first invalid byte is broken UTF-8, and one with few usual characters is
 * of another encoding: reading either as UTF-8 fails.
 * @param maxBytes no more of the file is read
 */
export async function encodingOf(
  source: AsyncIterable<Uint8Array | string>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const pairs = new PairCounter()
  let start = Buffer.alloc(0)
  let bytes = 0
  let letters = { chinese: 0, others: 0 }
  let isValid = true
  for await (const piece of source) {
    if (typeof piece === 'string') return 'utf-8'
    bytes += piece.length
    if (bytes > maxBytes) return 'utf-8'
    if (start.length < 3) {
      start = Buffer.concat([start, piece.subarray(0, 3)])
      const marked = markedEncoding(start)
      if (marked) return marked
    }
    pairs.add(piece)
    if (!isValid) continue
    try {
      letters = counted(letters, decoder.decode(piece, { stream: true }))
    } catch {
      isValid = false
      letters = counted(letters, new TextDecoder('utf-8').decode(piece).split('\ufffd')[0] ?? '')
    }
  }
  if (isValid && isComplete(decoder)) return 'utf-8'
  return letters.chinese > letters.others || !pairs.areChinese ? 'utf-8' : 'gb18030'
}

function isComplete(decoder: TextDecoder): boolean {
  try {
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** Counts pairs of bytes of GB 18030. Letters of western encodings make pairs as well, but few of the usual ones. */
class PairCounter {
  #lead = 0
  #usual = 0
  #rare = 0

  get areChinese(): boolean {
    return this.#usual > this.#rare
  }

  add(piece: Uint8Array): void {
    for (const byte of piece) {
      if (this.#lead === 0) {
        if (byte >= 0x81) this.#lead = byte
        continue
      }
      // The usual characters are those of GB 2312; digits follow the first byte of the rarest ones.
      if (this.#lead >= 0xa1 && byte >= 0xa1) this.#usual++
      else if (byte < 0x30 || byte > 0x39) this.#rare++
      this.#lead = 0
    }
  }
}

function markedEncoding(start: Buffer): Encoding | null {
  const hex = start.toString('hex')
  if (hex.startsWith('fffe')) return 'utf-16le'
  if (hex.startsWith('feff')) return 'utf-16be'
  return hex.startsWith('efbbbf') ? 'utf-8' : null
}

/** Letters that take three bytes, nearly all Chinese ones, and those of two, which pairs of GB 18030 may look like. */
const counted = (
  { chinese, others }: { readonly chinese: number; readonly others: number },
  text: string,
): { chinese: number; others: number } => ({
  chinese: chinese + (text.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0),
  others: others + (text.match(/[\u0080-\u07ff]/g)?.length ?? 0),
})
