/** Names of files: one look-up for all rows together. */
import { kinds, memoizeByObject, visibleFields, type FieldModel, type TableModel } from '../../../protocol/index.ts'
import type { Scope } from '../../operation/scope.ts'

type WireRow = Record<string, unknown>

/** The visible data of a stored file. */
interface FileInfo {
  readonly url: string
  readonly name: string
  readonly size: number
}

const fileFields = memoizeByObject((model: TableModel): readonly FieldModel[] =>
  visibleFields(model).filter(({ kind }) => kinds[kind].addresses === 'files'),
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
  const urls = new Set(rows.flatMap((row) => fields.flatMap(({ name }) => addressesIn(row[name]))))
  const files = await infoOf(scope, [...urls])
  for (const row of rows)
    for (const { name } of fields)
      row[`${name}_info`] = addressesIn(row[name])
        .map((url) => files.get(url))
        .filter((file) => file !== undefined)
}

/** The addresses in a value: one, several or none. */
function addressesIn(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  return list.filter((url): url is string => typeof url === 'string' && /^\/(storage|cloud)\//.test(url))
}

/** Addresses per statement. */
const batchSize = 500

async function infoOf({ database }: Scope, urls: readonly string[]): Promise<ReadonlyMap<string, FileInfo>> {
  const filesByUrl = new Map<string, FileInfo>()
  for (let start = 0; start < urls.length; start += batchSize) {
    const rows = await database.query
      .selectFrom('attachment')
      .select(['url', 'name', 'size'])
      .where('url', 'in', urls.slice(start, start + batchSize))
      .execute()
    for (const { url, name, size } of rows)
      filesByUrl.set(String(url), { url: String(url), name: String(name), size: Number(size) })
  }
  return filesByUrl
}
