/** Deletes objects of the cloud store whose attachments were deleted. */
import { sql } from 'kysely'
import { cloudAccount, objectKey } from './cloud/account.ts'
import { deleteObject } from './cloud/objects.ts'
import { privateKey } from './private-objects.ts'
import type { Job } from '../operation/jobs/declaration.ts'
import type { CloudMode } from '../settings/cloud-settings.ts'

/** The store of an attachment by its column `storage` (`cos/admin/1`); null = the disk of the server. */
export function cloudModeOf(storage: string): CloudMode | null {
  const [mode] = storage.split('/')
  return mode === 'cos' || mode === 's3' ? mode : null
}

/** True when the file of an attachment is not on the disk of the server. */
export const isInCloud = (storage: string): boolean => cloudModeOf(storage) !== null

interface DeletedObject {
  readonly url: string
  readonly storage: string
}

/**
 * The store may not answer at the moment, so it is a job: tried again for a day, and afterwards listed with the reason
 * among the background jobs. An object that was uploaded again in the meantime stays.
 */
export const deleteCloudObject: Job<DeletedObject> = {
  name: 'system/deleteCloudObject',
  label: { 'zh-cn': '删除云存储中的文件', en: 'Delete a file in the cloud store' },
  pauses: [10, 60, 600, 3600, 7200, 7200, 7200, 7200, 7200, 7200, 7200, 7200, 7200],
  handler: async ({ scope, payload: { url, storage }, complete }) => {
    const mode = cloudModeOf(storage)
    const found = objectKey(url)
    const rows = await sql`select id from attachment where url = ${url}`.execute(scope.database.query)
    if (mode && found && rows.rows.length === 0) {
      const account = cloudAccount(scope.settings, mode)
      for (const key of [found.key, privateKey(found.key)]) await deleteObject(account, key)
    }
    await complete(async () => {})
  },
}
