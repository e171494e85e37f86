/** Whether rows and files of uploads agree (safety invariant: a row for each file, a file for each row). */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { SystemDatabase } from '../operation/access/system-tables.ts'
import type { Settings } from '../settings/settings.ts'
import { locationOf, resolveLocation, storedFiles } from './storage.ts'

/**
 * `missing`: a row without its file; `size`, `content`: a file that is not what its row says; `uses`: a row that nobody
 * uploaded; `address`: a row whose address can have no file; `unknown`: a file without a row.
 */
export interface UploadDifference {
  readonly what: 'missing' | 'size' | 'content' | 'uses' | 'address' | 'unknown'
  readonly url: string
  readonly found: string | null
  readonly expected: string | null
}

/** Rows per statement. */
const batchSize = 500
/** Milliseconds for which a file may have no row: an upload stores the file first. */
const graceMs = 600_000

interface UploadRow {
  readonly id: number
  readonly url: string
  readonly size: number
  readonly sha1: string
  readonly quote: number | null
}

/**
 * Compares every row of local uploads with its file, content included, and every file with the rows. Nothing is
 * written, and a server may run meanwhile.
 */
export async function findUploadDifferences(
  database: SystemDatabase,
  { upload: { folder } }: Pick<Settings, 'upload'>,
): Promise<readonly UploadDifference[]> {
  const differences: UploadDifference[] = []
  const known = new Set<string>()
  let last = 0
  for (;;) {
    const rows = await database.query
      .selectFrom('attachment')
      .select(['id', 'url', 'size', 'sha1', 'quote'])
      .where('id', '>', last)
      .where((eb) => eb.or([eb('storage', '=', 'local'), eb('storage', 'like', 'local/%')]))
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const row of rows) {
      known.add(row.url)
      differences.push(...(await differencesOf(folder, row)))
      last = row.id
    }
    if (rows.length < batchSize) break
  }
  for await (const { url, size, changed } of storedFiles(folder))
    if (!known.has(url) && Date.now() - changed > graceMs)
      differences.push({ what: 'unknown', url, found: `${size}`, expected: null })
  return differences
}

async function differencesOf(folder: string, row: UploadRow): Promise<readonly UploadDifference[]> {
  const { url, size, sha1, quote } = row
  const count: readonly UploadDifference[] =
    (quote ?? 0) < 1 ? [{ what: 'uses', url, found: `${quote ?? 0}`, expected: '1' }] : []
  const place = locationOf(folder, url)
  if (!place) return [...count, { what: 'address', url, found: url, expected: null }]
  const path = await resolveLocation(folder, place.path)
  const facts = path === null ? null : await stat(path).catch(() => null)
  if (path === null || !facts) return [...count, { what: 'missing', url, found: null, expected: sha1 }]
  if (facts.size !== size) return [...count, { what: 'size', url, found: `${facts.size}`, expected: `${size}` }]
  const hash = createHash('sha1')
  await pipeline(createReadStream(path), hash)
  const found = hash.digest('hex')
  return found === sha1 ? count : [...count, { what: 'content', url, found, expected: sha1 }]
}
