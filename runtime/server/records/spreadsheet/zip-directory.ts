/**
 * Reads the central directory of an archive before anything of it is unpacked: the sizes that it declares bound what
 * the library unpacks, so they have to be there, and their sum has a limit.
 */
import { WorkbookError, workbookLimits } from './workbook-error.ts'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endLength = 22
const entryLength = 46
const maxComment = 0xffff
/** Stands in a field whose value is in a record of ZIP64, which no archive below the limits needs. */
const elsewhere = 0xffffffff
/** A workbook of before 2007 and an encrypted one are compound files. */
const compoundFile = 0xd0cf11e0
const hasDescriptor = 8
const isEncrypted = 1

/** @throws a WorkbookError when it is no archive that may be unpacked */
export function checkArchive(bytes: Buffer): void {
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === compoundFile) throw new WorkbookError('old')
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  // Guard T59: an archive has a limit of entries.
  if (count > workbookLimits.entries) throw new WorkbookError('entries', { limit: workbookLimits.entries })
  let place = bytes.readUInt32LE(end + 16)
  let inflated = 0
  for (let index = 0; index < count; index++) {
    if (place + entryLength > bytes.length || bytes.readUInt32LE(place) !== entrySignature)
      throw new WorkbookError('broken')
    inflated += declaredSize(bytes, place)
    // Guard T59: an archive has a limit of unpacked bytes, all entries together.
    if (inflated > workbookLimits.inflatedBytes)
      throw new WorkbookError('inflated', { limit: workbookLimits.inflatedBytes / 1024 / 1024 })
    const lengths = [28, 30, 32].map((offset) => bytes.readUInt16LE(place + offset))
    place += entryLength + lengths.reduce((sum, length) => sum + length, 0)
  }
}

/** The unpacked size of the entry. @throws a WorkbookError when nothing would bound it */
function declaredSize(bytes: Buffer, place: number): number {
  const flags = bytes.readUInt16LE(place + 8)
  const [packed, unpacked] = [bytes.readUInt32LE(place + 20), bytes.readUInt32LE(place + 24)]
  if ((flags & isEncrypted) !== 0) throw new WorkbookError('old')
  // Sizes that are missing here would be read behind the data, where nothing has checked them.
  const isBounded = unpacked > 0 ? packed > 0 : packed <= 2 && (flags & hasDescriptor) === 0
  // Guard T59: an entry that does not say how long it is would be unpacked without a limit.
  if (packed === elsewhere || unpacked === elsewhere || !isBounded) throw new WorkbookError('broken')
  return unpacked
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endLength - maxComment)
  for (let place = bytes.length - endLength; place >= first; place--)
    if (bytes.readUInt32LE(place) === endSignature) return place
  throw new WorkbookError('broken')
}
