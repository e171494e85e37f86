/** How far a long command is, for people: a line on stderr that is rewritten, where stderr is a terminal. */
import { displayWidth } from '../generator/source/display-width.ts'
import type { Context } from './program.ts'

/** Milliseconds between two lines where no line can be rewritten, in the log of a scheduled job for example. */
const logMs = 30_000

export interface ProgressLine {
  show(text: string): void
  /** Removes the line, so that what follows begins on an empty one. */
  clear(): void
}

/** Shows nothing beside JSON. */
export function createProgressLine({ json, log }: Pick<Context, 'json' | 'log'>): ProgressLine {
  if (json) return { show: () => undefined, clear: () => undefined }
  const { stderr } = process
  if (stderr.isTTY)
    return {
      show: (text) => void stderr.write(`\r\u001b[K${cut(text, (stderr.columns || 80) - 1)}\r`),
      clear: () => void stderr.write('\r\u001b[K'),
    }
  let last = performance.now()
  return {
    show(text) {
      if (performance.now() < last + logMs) return
      last = performance.now()
      log(text)
    },
    clear: () => undefined,
  }
}

/** A line that wrapped could not be rewritten. */
function cut(text: string, columns: number): string {
  let width = 0
  for (const [at, sign] of [...text].entries()) {
    width += displayWidth(sign)
    if (width > columns) return [...text].slice(0, at).join('')
  }
  return text
}
