/** What a site decides about uploads: how the settings are written, checked and read. */
import type { TextKey } from '../../protocol/index.ts'

/** Who may upload among the members: nobody, avatars and other images only, or every allowed file. */
export const memberUploads = ['none', 'images', 'files'] as const
export type MemberUploads = (typeof memberUploads)[number]

const factors: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
}
/** 2 GB; a request ends after ten minutes. */
export const largestUpload = 2 ** 31

/** The largest size of a file: it is stored as an integer of 32 bits. */
export const largestFile = 2 ** 31 - 1

/** Bytes of a number with a unit (`10mb`; b, k, kb, m, mb, g, gb, base 1024; without a unit bytes); null for others. */
export function parseSize(text: string): number | null {
  const [, digits, unit] = /^(\d{1,10}(?:\.\d{1,3})?) *([a-z]{0,2})$/.exec(text.trim().toLowerCase()) ?? []
  const factor = factors[unit ?? '']
  return digits === undefined || factor === undefined ? null : Math.floor(Number(digits) * factor)
}

/**
 * Types that may be uploaded, in lower case: endings (`png`, `.png`), types (`image/png`), families (`image/*`), `*`
 * for all; separated by commas, spaces or line breaks.
 */
export const typesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,，;；]+/)
      .filter((entry) => entry !== ''),
  ),
]

const typeShape = /^(\*|\.?[a-z0-9]{1,8}|[a-z]{1,20}\/(\*|[a-z0-9][a-z0-9.+-]{0,90}))$/

export const isType = (entry: string): boolean => typeShape.test(entry)

/** Tokens of names of stored files; written with any case. `random` has 8 letters or digits, `random32` 32. */
const nameTokens = [
  'topic',
  'year',
  'mon',
  'day',
  'hour',
  'min',
  'sec',
  'random',
  'random32',
  'filename',
  'suffix',
  '.suffix',
  'filesha1',
] as const
export type NameToken = (typeof nameTokens)[number]

/** Every `{token}` of a pattern. */
export const tokenShape = /\{([^{}]*)\}/g
const isToken = (name: string): name is NameToken => nameTokens.some((token) => token === name)

/**
 * What is wrong with a pattern of stored names, or null. Addresses lie under `/storage/`, are unambiguous between
 * topics and files, and end with the file's own ending, because that decides how the file is served.
 */
export function saveNameProblem(pattern: string): TextKey | null {
  const tokens = [...pattern.matchAll(tokenShape)].map(([, name = '']) => name.toLowerCase())
  if (!tokens.every(isToken)) return 'config.upload_save_name.token'
  const rest = pattern.replaceAll(tokenShape, 'x')
  if (!/^\/storage(\/[A-Za-z0-9_-]+)+(\.x)?$/.test(rest)) return 'config.upload_save_name.path'
  if (!/(\{\.suffix\}|\.\{suffix\})$/i.test(pattern)) return 'config.upload_save_name.suffix'
  const isUnique =
    tokens.includes('topic') && ['filesha1', 'random', 'random32'].some((name) => tokens.includes(name as NameToken))
  // Guard T51: patterns of stored names keep files apart.
  // Without: return isUnique || rest ? null : 'config.upload_save_name.unique'
  return isUnique ? null : 'config.upload_save_name.unique'
}
