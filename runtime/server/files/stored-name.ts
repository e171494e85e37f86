/** Names of uploaded files. People see the client's file name; the stored name is generated here. */
import { randomBytes, randomInt } from 'node:crypto'
import { formatSeconds, trimText } from '../../protocol/index.ts'
import { tokenShape, type NameToken } from '../settings/upload-settings.ts'

/**
 * For people: the last part of a path, without characters that hide or turn text around; at most 100 characters and the
 * suffix.
 */
export function displayName(name: string, suffix: string): string {
  const last = trimText(
    stem(name)
      // Guard T51: shown names hold nothing that hides or turns text.
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
      .replace(/[<>|?*:]/g, ''),
  )
  return `${Array.from(last).slice(0, 100).join('') || 'file'}${suffix && '.'}${suffix}`
}

/** For paths: at most 15 letters, digits, - and _. May be empty. */
export function pathName(name: string): string {
  return (
    stem(name)
      // Guard T51: names in paths hold plain characters only.
      .replace(/[^A-Za-z0-9_-]/g, '')
      .slice(0, 15)
  )
}

function stem(name: string): string {
  const last = name.split(/[/\\]/).pop() ?? ''
  return last.replace(/\.[A-Za-z0-9]{1,8}$/, '')
}

const topicShape = /^[A-Za-z0-9_-]{1,32}$/
/** Names of devices, which no folder can have on Windows. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)$/i

export function isTopic(topic: string): boolean {
  return topicShape.test(topic) && !deviceName.test(topic)
}

export interface StoredFile {
  readonly topic: string
  /** As the client calls it. */
  readonly name: string
  readonly sha1: string
  /** Of the stored file. */
  readonly suffix: string
  readonly time: number
  readonly timeZone: string
}

/** The address of a stored file after the site's pattern; the day and time in site time. */
export function storedUrl(pattern: string, { topic, name, sha1, suffix, time, timeZone }: StoredFile): string {
  const [year = '', mon = '', day = '', hour = '', min = '', sec = ''] = formatSeconds(time, timeZone).split(/[^\d]/)
  const values: Readonly<Record<NameToken, () => string>> = {
    topic: () => topic,
    year: () => year,
    mon: () => mon,
    day: () => day,
    hour: () => hour,
    min: () => min,
    sec: () => sec,
    random: () => randomText(8),
    random32: () => randomBytes(16).toString('hex'),
    filename: () => pathName(name),
    suffix: () => suffix,
    '.suffix': () => `.${suffix}`,
    filesha1: () => sha1,
  }
  // Settings check the tokens of a pattern before it is stored.
  return pattern.replaceAll(tokenShape, (_all, token: string) => values[token.toLowerCase() as NameToken]())
}

/** Two files never have the same random name by chance that could be told: a taken one is drawn again. */
export const hasRandomName = (pattern: string): boolean => !/\{filesha1\}/i.test(pattern)

/** The address with random letters before its ending. */
export const withRandomPart = (url: string): string =>
  url.replace(/(\.[^./]*)?$/, (suffix) => `-${randomText(8)}${suffix}`)

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const randomText = (length: number): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
