/**
 * Links of the site's header and origins whose pages may be embedded, as an administrator writes them: one per line.
 */
import { trimText } from '../../protocol/index.ts'
import { parsePairList, type Pair } from './pair-list.ts'

/** As clients get it. */
export interface HeadLink {
  readonly title: string
  readonly url: string
  readonly target: '_self' | '_blank'
}

export const maxLinks = 20
const maxTitleLength = 30

/** A line `title | address`, with `| _blank` for a window of its own; null when it cannot be followed without harm. */
export function readLink(line: string): HeadLink | null {
  const [title = '', url = '', target = '_self', ...more] = line.split('|').map((part) => trimText(part))
  const isKnown = more.length === 0 && (target === '_self' || target === '_blank')
  if (!isKnown || title === '' || [...title].length > maxTitleLength || !(isOwnPath(url) || isWebAddress(url)))
    return null
  return { title, url, target: target as HeadLink['target'] }
}

export const readLinks = (text: string): readonly HeadLink[] => linesOf(text).flatMap((line) => readLink(line) ?? [])
export const writeLink = ({ title, url, target }: HeadLink): string =>
  [title, url, ...(target === '_self' ? [] : [target])].join(' | ')
export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => trimText(line))
    .filter((line) => line !== '')

/** The origin of `https://docs.example.com`, without a path; null otherwise. */
export function webOrigin(text: string): string | null {
  if (!isWebAddress(text)) return null
  const { origin, pathname, search, hash, username } = new URL(text)
  return pathname === '/' && search === '' && hash === '' && username === '' ? origin : null
}

const isOwnPath = (url: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(url)
const isWebAddress = (url: string): boolean => /^https?:\/\/[^\s\\*;,'"]+$/i.test(url) && URL.canParse(url)

/** A shortcut: what it is called, and the page it opens (`security/dataRecycle`). */
export type QuickEntrance = Pair

export const isEntrance = ({ key, value }: Pair): boolean =>
  key !== '' && [...key].length <= maxTitleLength && /^[A-Za-z][A-Za-z0-9_/]{0,99}$/.test(value)

/** A line `title=page` of former versions. */
export function pairOfLine(line: string): Pair {
  const at = line.indexOf('=')
  return at < 0 ? { key: line, value: '' } : { key: trimText(line.slice(0, at)), value: trimText(line.slice(at + 1)) }
}

/** The shortcuts of a stored text: pairs, or the lines of former versions. */
export const readEntrances = (text: string): readonly QuickEntrance[] =>
  (text.startsWith('[{') || text === '[]' ? parsePairList(text) : linesOf(text).map(pairOfLine)).filter(isEntrance)
