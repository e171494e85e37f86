/**
 * Lines of a batch as bytes from the beginning. Texts that wait for the rest of the batch live long enough to be moved
 * to the memory that is cleared last, and a long export fills that with lines that left long ago.
 */
export class LineBuffer {
  #bytes: Buffer
  #length = 0

  /** @param size bytes that the lines of a batch probably take */
  constructor(size = 64 * 1024) {
    this.#bytes = Buffer.allocUnsafeSlow(size)
  }

  append(line: string): void {
    // A unit of a text takes three bytes at most.
    const end = this.#length + line.length * 3
    if (end > this.#bytes.length) this.#grow(end)
    this.#length += this.#bytes.write(line, this.#length)
  }

  /** What was appended since the last call. Its memory belongs to the caller. */
  take(): Buffer {
    const bytes = this.#bytes.subarray(0, this.#length)
    // The next batch is about as long.
    this.#bytes = Buffer.allocUnsafeSlow(Math.ceil(this.#length * 1.2) + 1024)
    this.#length = 0
    return bytes
  }

  /** The same as a text. */
  takeText(): string {
    const text = this.#bytes.toString('utf8', 0, this.#length)
    this.#length = 0
    return text
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(least, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
