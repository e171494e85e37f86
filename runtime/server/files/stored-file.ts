/** From the bytes of a client to a file that may be stored: verified by type and content, images encoded again. */
import type { UploadSettings } from '../settings/settings.ts'
import {
  isAllowedType,
  isDrawing,
  matchesContent,
  mimeOf,
  otherImageFormat,
  pictureSuffix,
  pictureTypes,
  suffixOf,
} from './file-types.ts'
import { readPicture, type Picture } from './picture.ts'
import { withIncoming, writeIncoming, type WrittenFile } from './storage.ts'
import { UploadError } from './upload-error.ts'

/** A file that is ready to be stored. */
export interface CheckedFile extends Pick<WrittenFile, 'path' | 'size' | 'sha1'> {
  /** The suffix of the stored file. */
  readonly suffix: string
  /** The suffix of the name that people see; "" = none. */
  readonly shownSuffix: string
  readonly mime: string
  /** 0 unless it is a picture. */
  readonly width: number
  readonly height: number
}

/** Files without an ending are stored under this one. */
const plainSuffix = 'bin'

/** Checks a name before a byte of the file is read. Throws an UploadError. */
export function checkType(name: string, { types }: Pick<UploadSettings, 'types'>): void {
  const suffix = suffixOf(name)
  const format = otherImageFormat(suffix)
  // Guard T50: drawings are never stored.
  // Without: if (isAllowedType(suffix, types) && !isDrawing('')) return
  if (isAllowedType(suffix, types) && !isDrawing(suffix)) return
  throw format ? new UploadError('upload.format', { format }) : new UploadError('upload.type')
}

/**
 * Runs the work with a file that may be stored: a picture as it was encoded again, any other file as it came. The type
 * of the name has been checked. Throws an UploadError.
 */
export async function withCheckedFile<T>(
  name: string,
  file: WrittenFile,
  settings: UploadSettings,
  work: (file: CheckedFile) => Promise<T>,
): Promise<T> {
  const suffix = suffixOf(name)
  const picture = pictureSuffix(suffix)
  if (picture)
    return withPicture(settings, await readPicture(picture, { source: file.path, head: file.head }, settings), work)
  // Guard T50: the beginning of a file matches its suffix.
  if (!(await matchesContent(suffix, file.head)))
    throw new UploadError('upload.content', { suffix: suffix.toUpperCase() })
  const { path, size, sha1 } = file
  return work({
    path,
    size,
    sha1,
    suffix: suffix || plainSuffix,
    shownSuffix: suffix,
    mime: mimeOf(suffix),
    width: 0,
    height: 0,
  })
}

/** Runs the work with a picture that the server has encoded. */
export function withPicture<T>(
  { folder }: Pick<UploadSettings, 'folder'>,
  { bytes, width, height, suffix }: Picture,
  work: (file: CheckedFile) => Promise<T>,
): Promise<T> {
  return withIncoming(folder, async (incoming) => {
    const { path, size, sha1 } = await writeIncoming(incoming, [bytes])
    return work({ path, size, sha1, suffix, shownSuffix: suffix, mime: pictureTypes[suffix].mime, width, height })
  })
}
