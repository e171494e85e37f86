/** Files that modules write themselves, over minutes or hours, and that become private files once they are complete. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { SystemDatabase } from '../operation/access/system-tables.ts'
import { nowSeconds } from '../core/clock.ts'
import type { Transaction } from '../db/index.ts'
import type { Settings } from '../settings/settings.ts'
import { mimeOf, suffixOf } from './file-types.ts'
import { makePrivate } from './private-files.ts'
import { ensureSpace, growingPath, locationOf, placeFile } from './storage.ts'

interface GrowingScope {
  readonly settings: Pick<Settings, 'upload'>
}

/**
 * The path of a file that grows. A process that was killed leaves it behind; the module finds it again by the name.
 * @param name 1 to 64 small letters and digits, and an ending
 */
export const growingFile = ({ settings }: GrowingScope, name: string): Promise<string> =>
  growingPath(settings.upload.folder, name)

/** Throws a DiskFullError unless the disk has room for so many bytes beside the reserve. */
export const ensureRoom = ({ settings: { upload } }: GrowingScope, bytes: number): Promise<void> =>
  ensureSpace(upload.folder, bytes, upload.diskReserve)

/** Whether the contents of a stored file are there. */
export async function hasContents({ settings }: GrowingScope, url: string): Promise<boolean> {
  const place = locationOf(settings.upload.folder, url)
  const facts = place && (await stat(place.path).catch(() => null))
  return facts?.isFile() ?? false
}

interface GrownFile {
  /** As it is called while it grows. */
  readonly file: string
  /** The purpose, as the list of attachments shows it: small letters. */
  readonly topic: string
  /** For people. */
  readonly name: string
}

/**
 * Stores a complete file as a private one, which shares its contents with no other; `discardFiles` deletes it. A
 * repetition finds what was stored. The growing file stays until `removeGrowing`.
 */
export async function storeGrown(
  scope: GrowingScope & { readonly database: unknown },
  { file, topic, name }: GrownFile,
): Promise<{ readonly url: string; readonly size: number }> {
  // Every database has the system's tables.
  const database = scope.database as SystemDatabase
  const { folder } = scope.settings.upload
  const url = `/storage/${topic}/${file}`
  const place = locationOf(folder, url)
  if (!place) throw new Error(`${url} is no address of a stored file`)
  const source = await growingPath(folder, file)
  const hash = createHash('sha1')
  await pipeline(createReadStream(source), hash)
  const sha1 = hash.digest('hex')
  const { size } = await stat(source)
  // Guard T74: the address leads nowhere before there is a file at it.
  // Without: void makePrivate
  await database.write((trx) => makePrivate(trx as unknown as Transaction, [url]))
  await placeFile(source, place.path)
  const time = nowSeconds()
  await database.write(async (trx) => {
    const row = await trx.selectFrom('attachment').select('id').where('url', '=', url).executeTakeFirst()
    if (row) return
    await trx
      .insertInto('attachment')
      .values({
        topic,
        admin_id: null,
        user_id: null,
        url,
        width: 0,
        height: 0,
        name,
        size,
        mimetype: mimeOf(suffixOf(file)),
        quote: 1,
        // The column has 32 characters.
        storage: `local/visitor/${file.slice(0, 16)}`,
        sha1,
        create_time: time,
        last_upload_time: time,
        version: 1,
      })
      .execute()
  })
  return { url, size }
}

/** Removes a file that has grown. Nothing to do when it is gone. */
export const removeGrowing = async (scope: GrowingScope, name: string): Promise<void> =>
  rm(await growingFile(scope, name), { force: true })
