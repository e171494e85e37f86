/** Names of files: one look-up for all rows together. */
import {
  addressesIn,
  hasFileInfo,
  isStoredAddress,
  memoizeByObject,
  visibleFields,
  type FieldModel,
  type TableModel,
} from '../../../protocol/index.ts'
import { ticketAddress, ticketOwnerOf } from '../../files/private-files.ts'
import { isAdmin } from '../../operation/access/actor.ts'
import type { Scope } from '../../operation/scope.ts'

type WireRow = Record<string, unknown>

/** The visible data of a stored file. */
interface FileInfo {
  readonly url: string
  readonly name: string
  readonly size: number
  /** Where the caller can open a private file for ten minutes. */
  readonly address?: string
}

interface StoredFile extends FileInfo {
  readonly id: number
}

const fileFields = memoizeByObject((model: TableModel): readonly FieldModel[] =>
  visibleFields(model).filter(hasFileInfo),
)

/** True when rows of the table carry files. */
export const hasFiles = (model: TableModel): boolean => fileFields(model).length > 0

/**
 * Adds `<field>_info` next to every field of files: `{url, name, size}` of the stored ones, in the order of the value.
 * Addresses of other sites have none.
 */
export async function addFileInfo(scope: Scope, model: TableModel, rows: readonly WireRow[]): Promise<void> {
  const [first] = rows
  const fields = first ? fileFields(model).filter(({ name }) => Object.hasOwn(first, name)) : []
  if (fields.length === 0) return
  const storedIn = (field: FieldModel, row: WireRow): readonly string[] =>
    addressesIn(field, row[field.name]).filter(isStoredAddress)
  const urls = new Set(rows.flatMap((row) => fields.flatMap((field) => storedIn(field, row))))
  const files = await infoOf(scope, [...urls])
  for (const row of rows)
    for (const field of fields)
      row[`${field.name}_info`] = storedIn(field, row).flatMap((url) => {
        const file = files.get(url)
        return file ? [infoFor(scope, field, file)] : []
      })
}

/** A caller who is sent a private field gets a ticket for each of its files. */
function infoFor(scope: Scope, { access }: FieldModel, { id, ...info }: StoredFile): FileInfo {
  const { actor } = scope
  const owner = access === undefined ? null : ticketOwnerOf({ ...scope, actor: isAdmin(actor) ? actor : null })
  return owner ? { ...info, address: ticketAddress(scope.settings, id, owner) } : info
}

/** Addresses per statement. */
const batchSize = 500

async function infoOf({ database }: Scope, urls: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
  const filesByUrl = new Map<string, StoredFile>()
  for (let start = 0; start < urls.length; start += batchSize) {
    const rows = await database.query
      .selectFrom('attachment')
      .select(['id', 'url', 'name', 'size'])
      .where('url', 'in', urls.slice(start, start + batchSize))
      .execute()
    for (const { id, url, name, size } of rows)
      filesByUrl.set(String(url), { id: Number(id), url: String(url), name: String(name), size: Number(size) })
  }
  return filesByUrl
}
