/** What is known about endings of files. One parser answers every question about the ending of a name. */

/** Images: verified by decoding them and stored encoded again. */
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

/** A picture's ending, or null. */
export function pictureSuffix(suffix: string): PictureSuffix | null {
  return Object.hasOwn(pictureTypes, suffix) ? (suffix as PictureSuffix) : null
}

interface FileType {
  readonly mime: string
  /** Types that the beginning of such a file may show; absent = it shows none. */
  readonly content?: RegExp
}

const zip =
  /^application\/(zip|epub\+zip|java-archive|vnd\.(openxmlformats|oasis|android|ms-(word|excel|powerpoint))[\w.+-]*)$/
const oldOffice = /^application\/(x-cfb|rtf|vnd\.ms-excel)$/
const newOffice = /^application\/(zip|x-cfb|vnd\.openxmlformats-[\w.-]*)$/
const movie = /^(video|audio)\/(mp4|x-m4v|x-m4a|quicktime|3gpp2?)$/
const office = 'application/vnd.openxmlformats-officedocument'

const fileTypes: Readonly<Record<string, FileType>> = {
  pdf: { mime: 'application/pdf', content: /^application\/pdf$/ },
  doc: { mime: 'application/msword', content: oldOffice },
  xls: { mime: 'application/vnd.ms-excel', content: oldOffice },
  ppt: { mime: 'application/vnd.ms-powerpoint', content: oldOffice },
  docx: { mime: `${office}.wordprocessingml.document`, content: newOffice },
  xlsx: { mime: `${office}.spreadsheetml.sheet`, content: newOffice },
  pptx: { mime: `${office}.presentationml.presentation`, content: newOffice },
  odt: { mime: 'application/vnd.oasis.opendocument.text', content: zip },
  ods: { mime: 'application/vnd.oasis.opendocument.spreadsheet', content: zip },
  zip: { mime: 'application/zip', content: zip },
  rar: { mime: 'application/vnd.rar', content: /^application\/(x-rar-compressed|vnd\.rar)$/ },
  '7z': { mime: 'application/x-7z-compressed', content: /^application\/x-7z-compressed$/ },
  gz: { mime: 'application/gzip', content: /^application\/gzip$/ },
  mp3: { mime: 'audio/mpeg', content: /^audio\/mpeg$/ },
  wav: { mime: 'audio/wav', content: /^audio\/wav$/ },
  ogg: { mime: 'audio/ogg', content: /^(audio|video|application)\/ogg/ },
  flac: { mime: 'audio/flac', content: /^audio\/(x-)?flac$/ },
  m4a: { mime: 'audio/mp4', content: movie },
  mp4: { mime: 'video/mp4', content: movie },
  mov: { mime: 'video/quicktime', content: movie },
  webm: { mime: 'video/webm', content: /^video\/(webm|matroska)$/ },
  txt: { mime: 'text/plain' },
  log: { mime: 'text/plain' },
  md: { mime: 'text/markdown' },
  csv: { mime: 'text/csv' },
  json: { mime: 'application/json' },
}

/** The type of files nothing is known about. */
const unknownMime = 'application/octet-stream'

/** The ending of a file name in lower case, "" when there is none: 1 to 8 letters and digits after the last point. */
export const suffixOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The type that files with this ending have. What a client says about the type counts nowhere. */
export function mimeOf(suffix: string): string {
  const picture = pictureSuffix(suffix)
  if (picture) return pictureTypes[picture].mime
  return (Object.hasOwn(fileTypes, suffix) ? fileTypes[suffix]?.mime : undefined) ?? unknownMime
}

/** The beginning of a file that shows its type, in bytes. */
export const headBytes = 4100

/** True unless the beginning of a file of a known type shows another type, or none. */
export async function matchesContent(suffix: string, head: Buffer): Promise<boolean> {
  const content = Object.hasOwn(fileTypes, suffix) ? fileTypes[suffix]?.content : undefined
  if (!content) return true
  // Music begins with a list of titles and pictures, longer than what is looked at.
  if (suffix === 'mp3' && head.toString('latin1', 0, 3) === 'ID3') return true
  const { fileTypeFromBuffer } = await import('file-type')
  return content.test((await fileTypeFromBuffer(head))?.mime ?? '')
}

/** True when the list has the ending, its type, the family of the type, or `*`. */
export function isAllowedType(suffix: string, types: readonly string[]): boolean {
  const mime = mimeOf(suffix)
  const family = `${mime.split('/')[0]}/*`
  return types.some(
    (entry) =>
      entry === '*' ||
      (suffix !== '' && (entry === suffix || entry === `.${suffix}`)) ||
      entry === mime ||
      entry === family,
  )
}

/** The endings that a list of types allows, as far as they are known: some clients compare nothing else. */
export function allowedSuffixes(types: readonly string[]): readonly string[] {
  const known = [...Object.keys(pictureTypes), ...Object.keys(fileTypes)].filter((suffix) =>
    isAllowedType(suffix, types),
  )
  const named = types.filter((entry) => !entry.includes('/') && entry !== '*').map((entry) => entry.replace('.', ''))
  return [...new Set([...named, ...known])]
}

/** Formats of cameras, scanners and drawing programs that are no pictures here; each can be saved as one. */
const otherImages: ReadonlySet<string> = new Set([
  'avif',
  'bmp',
  'heic',
  'heif',
  'ico',
  'jfif',
  'psd',
  'svg',
  'svgz',
  'tif',
  'tiff',
])

/** The format of images that people have and that is no picture here, for example "BMP"; null for any other file. */
export const otherImageFormat = (suffix: string): string | null =>
  otherImages.has(suffix) ? suffix.toUpperCase() : null

/** Drawings with scripts in them. They are never stored, whatever a site allows. */
export const isDrawing = (suffix: string): boolean => suffix === 'svg' || suffix === 'svgz'
