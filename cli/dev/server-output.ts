/** The standard output of the server of `dev`: one answer, lines of its log, and lines that modules print. */

/**
 * Finds the answer among the lines of an output: JSON in one line, or from a line `{` to a line `}`.
 * @param onLine receives every other line
 * @returns a function that takes the next part of the output, and returns the answers that it completes
 */
export function createAnswerReader(onLine: (line: string) => void): (chunk: string) => readonly object[] {
  let rest = ''
  let block: string[] | null = null
  const readLine = (line: string): object | null => {
    if (block === null && line !== '{') return answerIn([line], onLine)
    block = [...(block ?? []), line]
    if (line !== '}') return null
    const lines = block
    block = null
    return answerIn(lines, onLine)
  }
  return (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    return lines.flatMap((line) => readLine(line) ?? [])
  }
}

/** This is how commands answer: with `ok`. */
function answerIn(lines: readonly string[], onLine: (line: string) => void): object | null {
  const value = parse(lines.join('\n'))
  if (value?.['ok'] === true) return value
  for (const line of lines) onLine(line)
  return null
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  if (!text.startsWith('{')) return null
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return null
  }
}

/** By the numbers of the log. */
const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

/** A line of the log as a person reads it: level, message, what belongs to it, and the stack of an error. */
export function readableLine(line: string): string {
  const entry = parse(line)
  const level = entry && levels[Number(entry['level'])]
  if (!entry || level === undefined) return line
  const { level: _level, time: _time, pid: _pid, hostname: _host, reqId, msg, err, ...more } = entry
  const facts = { ...(reqId !== undefined && { request: reqId }), ...more }
  const head = [level, msg, ...(Object.keys(facts).length > 0 ? [JSON.stringify(facts)] : [])].join(' ')
  const stack = (err as { readonly stack?: unknown } | undefined)?.stack
  return typeof stack === 'string' ? `${head}\n${stack}` : head
}
