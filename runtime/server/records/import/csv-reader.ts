/**
 * Reads CSV in pieces, byte for byte: only the delimiter is guessed, and nothing is trimmed. Each record knows the line
 * it starts in. Lines may end in CR LF, LF or CR, also mixed; quotes follow RFC 4180, and a quote inside an unquoted
 * cell is literal.
 */

import { AppError } from '../../core/errors/app-error.ts'
import type { Encoding } from '../../core/models/csv-encoding.ts'

/** An error of the file as a whole. */
export class CsvError extends AppError<'encoding' | 'quote' | 'too_large' | 'wide'> {
  readonly line: number

  constructor(code: CsvError['code'], line: number) {
    super('CsvError', code, `${code} in line ${line}`)
    this.line = line
  }
}

export interface CsvRecord {
  /** Line of the file it begins in, the first being 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Text followed a closing quote: the cells cannot be trusted. */
  readonly hasBadQuotes: boolean
}

export type CsvSource = AsyncIterable<Uint8Array | string>

/** A cell longer than this is none: its quote was never closed, or the file is no CSV. */
const longestCell = 1_000_000
/** The first line is searched again with every piece, and rows are held as a whole: neither may be the whole file. */
const longestHeader = 1_000_000
export const maxColumns = 1000

/**
 * The records in groups as they become readable; empty lines are skipped. Throws a CsvError.
 * @param maxBytes rejects longer files
 */
export async function* readCsv(
  source: CsvSource,
  maxBytes = Number.POSITIVE_INFINITY,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<{ readonly records: readonly CsvRecord[]; readonly delimiter: string }, void> {
  const scanner = new CsvScanner()
  const decoder = new TextDecoder(encoding, { fatal: true })
  let bytes = 0
  for await (const piece of source) {
    bytes += piece.length
    if (bytes > maxBytes) throw new CsvError('too_large', scanner.line)
    yield scanner.feed(typeof piece === 'string' ? piece : decoded(decoder, piece, scanner))
  }
  yield scanner.feed(decoded(decoder, null, scanner))
  yield scanner.end()
}

function decoded(decoder: TextDecoder, piece: Uint8Array | null, scanner: CsvScanner): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
  } catch {
    throw new CsvError('encoding', scanner.line)
  }
}

type State = 'start' | 'plain' | 'quoted' | 'closed'

class CsvScanner {
  line = 1
  #text = ''
  #delimiter: string | null = null
  #state: State = 'start'
  #cell = ''
  #cells: string[] = []
  #begin = 1
  #hasBadQuotes = false
  #wasQuoted = false
  #afterReturn = false
  #records: CsvRecord[] = []

  feed(piece: string): { records: readonly CsvRecord[]; delimiter: string } {
    this.#text += piece
    if (this.#delimiter === null) {
      const header = firstLine(this.#text)
      if (header === null) {
        if (this.#text.length > longestHeader) throw new CsvError('wide', 1)
        return { records: [], delimiter: ',' }
      }
      this.#settle(header)
    }
    const text = this.#text
    this.#text = ''
    this.#scan(text)
    return this.#take()
  }

  end(): { records: readonly CsvRecord[]; delimiter: string } {
    if (this.#delimiter === null) {
      this.#settle(this.#text)
      this.#scan(this.#text)
    }
    if (this.#state === 'quoted') throw new CsvError('quote', this.#begin)
    if (this.#state !== 'start' || this.#cells.length > 0) this.#endRecord()
    return this.#take()
  }

  #settle(header: string): void {
    if (this.#text.startsWith('\ufeff')) this.#text = this.#text.slice(1)
    this.#delimiter = delimiterOf(header)
  }

  #take(): { records: readonly CsvRecord[]; delimiter: string } {
    const records = this.#records
    this.#records = []
    return { records, delimiter: this.#delimiter ?? ',' }
  }

  /** Scans the text; runs without a special character are appended in one piece. */
  #scan(text: string): void {
    let from = 0
    for (let index = 0; index < text.length; index++) {
      // `index` is below the length; this runs once per character, so it has no check.
      const sign = text[index]!
      if (sign !== '"' && sign !== '\n' && sign !== '\r' && sign !== this.#delimiter) continue
      if (index > from) this.#run(text.slice(from, index))
      from = index + 1
      this.#sign(sign)
    }
    if (from < text.length) this.#run(text.slice(from))
  }

  #run(text: string): void {
    this.#afterReturn = false
    if (this.#state === 'start') this.#state = 'plain'
    if (this.#state === 'closed') this.#hasBadQuotes = true
    this.#append(text)
  }

  #append(text: string): void {
    this.#cell += text
    if (this.#cell.length > longestCell) throw new CsvError(this.#wasQuoted ? 'quote' : 'wide', this.#begin)
  }

  #sign(sign: string): void {
    const isLineEnd = sign === '\n' || sign === '\r'
    const isSecondHalf = sign === '\n' && this.#afterReturn
    this.#afterReturn = sign === '\r'
    if (isLineEnd && !isSecondHalf) this.line++
    if (this.#state === 'quoted') this.#inQuotes(sign)
    else if (sign === '"') this.#quote()
    else if (!isLineEnd) this.#endCell()
    else if (!isSecondHalf) this.#endRecord()
    else this.#begin = this.line
  }

  #inQuotes(sign: string): void {
    if (sign === '"') this.#state = 'closed'
    else this.#append(sign)
  }

  #quote(): void {
    if (this.#state === 'start') {
      this.#state = 'quoted'
      this.#wasQuoted = true
    } else {
      // A second quote directly after a closing one is a literal quote.
      if (this.#state === 'closed') this.#state = 'quoted'
      this.#append('"')
    }
  }

  #endCell(): void {
    if (this.#cells.length === maxColumns) throw new CsvError('wide', this.#begin)
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#state = 'start'
  }

  #endRecord(): void {
    const isEmptyLine = this.#cells.length === 0 && this.#cell === '' && !this.#wasQuoted
    this.#endCell()
    if (!isEmptyLine) this.#records.push({ line: this.#begin, cells: this.#cells, hasBadQuotes: this.#hasBadQuotes })
    this.#cells = []
    this.#begin = this.line
    this.#hasBadQuotes = false
    this.#wasQuoted = false
  }
}

/** The first line that is not empty, or null while its end is not there yet. */
function firstLine(text: string): string | null {
  return /^\ufeff?[\r\n]*([^\r\n]+)[\r\n]/.exec(text)?.[1] ?? null
}

const delimiters = [',', ';', '\t'] as const

/** The delimiter that occurs most often in the header outside of quotes; the comma when none occurs. */
function delimiterOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length)
  // The largest count is one of the counts, and there is one for each delimiter.
  return delimiters[counts.indexOf(Math.max(...counts))]!
}
