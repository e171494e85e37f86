/** Output of a command on its way to a client: gathered for a moment, and sent in whole lines where there are some. */
import { stripVTControlCharacters } from 'node:util'

export interface Output {
  add(text: string): void
  /** Sends what was gathered. */
  flush(): void
}

/** Milliseconds for which pieces are gathered. */
const gatherMs = 50
/** Milliseconds for which the end of a line is waited for. */
const lineTimeoutMs = 500
/** Characters that are sent at once. */
const maxGathered = 16_384

/** What the next piece may complete: a line end, or a control sequence; a longer one is none. */
const unfinished = /(?:\r|\u001b(?:\[[0-?]{0,64}[ -/]{0,8}|\][^\u0007\u001b]{0,512})?)$/

/**
 * @param isPlain colors and other control sequences are removed and line ends are `\n`, as BuildAdmin's clients show
 * them
 */
export function createOutput(send: (text: string) => void, isPlain: boolean): Output {
  let gathered = ''
  let timer: NodeJS.Timeout | null = null
  const write = (length: number): void => {
    if (timer) clearTimeout(timer)
    timer = null
    const text = gathered.slice(0, length)
    gathered = gathered.slice(length)
    const sent = isPlain ? stripVTControlCharacters(text).replace(/\r\n?/g, '\n') : text
    if (sent !== '') send(sent)
  }
  const writeAll = (): void => write(gathered.length - (isPlain ? (unfinished.exec(gathered)?.[0].length ?? 0) : 0))
  const writeLines = (): void => {
    write(gathered.lastIndexOf('\n') + 1)
    if (gathered !== '') timer = setTimeout(writeAll, lineTimeoutMs)
  }
  return {
    add: (text) => {
      gathered += text
      if (gathered.length >= maxGathered) writeAll()
      else timer ??= setTimeout(writeLines, gatherMs)
    },
    flush: () => write(gathered.length),
  }
}
