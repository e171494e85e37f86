/** Deletes files of which nothing is left that refers to them. */
import { enqueueJob } from '../operation/jobs/queue.ts'
import type { SystemDatabase, SystemTransaction } from '../operation/access/system-tables.ts'
import type { Settings } from '../settings/settings.ts'
import type { Transaction } from '../db/index.ts'
import { removeFile, type NewAttachment } from './attachments.ts'
import { deleteCloudObject, isInCloud } from './cloud-deletion.ts'

interface DiscardScope {
  readonly database: SystemDatabase
  readonly settings: Settings
}

/** Deletes the contents of attachments whose rows are deleted in this transaction, after its commit. */
export async function discardContents(
  scope: DiscardScope,
  trx: SystemTransaction,
  rows: readonly Pick<NewAttachment, 'url' | 'storage'>[],
): Promise<void> {
  for (const { url, storage } of rows)
    if (isInCloud(storage)) await enqueueJob(trx, deleteCloudObject, { url, storage })
    else scope.database.afterCommit(() => removeFile(scope, url))
}

/**
 * Deletes stored files with their attachments, for modules whose uploads share their file with no other (those of
 * routes of the kind `upload`).
 */
export async function discardFiles(
  scope: { readonly database: unknown; readonly settings: Settings },
  trx: Transaction,
  urls: readonly string[],
): Promise<void> {
  if (urls.length === 0) return
  // Every database has the system's tables.
  const system = trx as unknown as SystemTransaction
  const rows = await system
    .selectFrom('attachment')
    .select(['id', 'url', 'storage'])
    .where('url', 'in', [...urls])
    .where('storage', 'like', '%visitor/%')
    .orderBy('id')
    .execute()
  for (const { id } of rows) await system.deleteFrom('attachment').where('id', '=', id).execute()
  await discardContents({ ...scope, database: scope.database as SystemDatabase }, system, rows)
}
