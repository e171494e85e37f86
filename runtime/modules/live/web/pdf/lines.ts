/** The text of a page of a PDF, which has lines only: those of one paragraph belong together again. */

interface Piece {
  readonly text: string
  /** The line ends after it. */
  readonly isEnd: boolean
}

const isChinese = (character: string | undefined): boolean =>
  /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(character ?? '')

/** Lines of Chinese continue without a space, a word that is divided with a hyphen becomes whole again. */
export function joinLines(pieces: readonly Piece[]): string {
  const lines = pieces
    .map(({ text, isEnd }) => (isEnd ? `${text}\n` : text))
    .join('')
    .split('\n')
    .map((line) => line.trim())
  let text = ''
  for (const line of lines) {
    if (line === '') text = text.replace(/ ?$/, text === '' || text.endsWith('\n') ? '' : '\n')
    else if (/\p{Letter}-$/u.test(text) && /^\p{Lowercase}/u.test(line)) text = `${text.slice(0, -1)}${line}`
    else if (text === '' || text.endsWith('\n') || (isChinese(text.at(-1)) && isChinese(line[0]))) text += line
    else text += ` ${line}`
  }
  return text.trim()
}
