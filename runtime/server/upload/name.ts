/** Names of uploaded files. People see the client's file name; the stored name is generated here. */

/** Suffix → the type its bytes must have, and how it is stored. One parser for every question about a suffix. */
export const pictureTypes = {
  jpg: { mime: 'image/jpeg', suffix: 'jpg' },
  jpeg: { mime: 'image/jpeg', suffix: 'jpg' },
  png: { mime: 'image/png', suffix: 'png' },
  webp: { mime: 'image/webp', suffix: 'webp' },
  gif: { mime: 'image/gif', suffix: 'gif' },
} as const
/** How a picture is stored. */
export type StoredSuffix = (typeof pictureTypes)[PictureSuffix]['suffix']
export type PictureSuffix = keyof typeof pictureTypes

/** The suffix of a file name when pictures may have it, else null. */
export function pictureSuffix(name: string): PictureSuffix | null {
  const suffix = suffixOf(name)
  return Object.hasOwn(pictureTypes, suffix) ? (suffix as PictureSuffix) : null
}

/** The format of pictures that people have and that is not accepted, for example "BMP"; null for any other file. */
export function rejectedFormat(name: string): string | null {
  const suffix = suffixOf(name)
  return rejectedFormats.has(suffix) ? suffix.toUpperCase() : null
}

/** Formats of cameras, scanners and older programs that not every build of the image library decodes. */
const rejectedFormats: ReadonlySet<string> = new Set([
  'avif',
  'bmp',
  'heic',
  'heif',
  'ico',
  'jfif',
  'psd',
  'tif',
  'tiff',
])

const suffixOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * For people: the last part of a path, without characters that hide or turn text around; at most 100 characters and the
 * suffix.
 */
export function displayName(name: string, suffix: string): string {
  const last = stem(name)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>"'&|?*:]/g, '')
    .trim()
  return `${Array.from(last).slice(0, 100).join('') || 'picture'}.${suffix}`
}

/** For paths: at most 15 letters, digits, - and _. May be empty. */
export function pathName(name: string): string {
  return stem(name)
    .replace(/[^A-Za-z0-9_-]/g, '')
    .slice(0, 15)
}

function stem(name: string): string {
  const last = name.split(/[/\\]/).pop() ?? ''
  return last.replace(/\.[A-Za-z0-9]{1,8}$/, '')
}

const topicShape = /^[A-Za-z0-9_-]{1,32}$/

export function isTopic(topic: string): boolean {
  return topicShape.test(topic)
}
