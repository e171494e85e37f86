/** A generated file, and the banner that names its source and shows whether it was edited. */
import { createHash } from 'node:crypto'

export interface Output {
  /** Path below the project root with `/` between its parts. */
  readonly path: string
  readonly text: string
}

const emptyHash = '0'.repeat(16)
const bannerPattern = /Made by tablewright generate from [^\n]*? · ([0-9a-f]{16})\b/

const bannerOf = (source: string): string => `Made by tablewright generate from ${source} · do not edit · ${emptyHash}`

/** A TypeScript file. @param source what it is made from, as people would name it */
export function typescript(path: string, source: string, body: string): Output {
  return { path, text: withHash(`// ${bannerOf(source)}\n\n${body.trimEnd()}\n`) }
}

/** A Markdown file. */
export function markdown(path: string, source: string, body: string): Output {
  return { path, text: withHash(`<!-- ${bannerOf(source)} -->\n\n${body.trimEnd()}\n`) }
}

/** A JSON file; the banner is its first member. */
export function json(
  path: string,
  source: string,
  key: string,
  text: (banner: Readonly<Record<string, string>>) => string,
): Output {
  return { path, text: withHash(`${text({ [key]: bannerOf(source) }).trimEnd()}\n`) }
}

function withHash(text: string): string {
  return text.replace(emptyHash, hashOf(text))
}

/** Hash of a text whose banner holds no hash. Line ends do not count: a checkout may change them. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 16)
}

/** `made` = as the generator left it, `edited` = changed since, `foreign` = carries no banner of ours. */
export function originOf(text: string): 'made' | 'edited' | 'foreign' {
  const found = bannerPattern.exec(text.slice(0, 1000))
  if (!found) return 'foreign'
  // The pattern has one group, which is not optional.
  const bannerHash = found[1]!
  return hashOf(text.replace(bannerHash, emptyHash)) === bannerHash ? 'made' : 'edited'
}
