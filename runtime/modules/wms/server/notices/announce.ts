/**
 * Notices of what is new since the last look: documents that wait for their audit, and batches that have begun to
 * expire or have expired. Each document and each batch is announced once; what was done meanwhile is not. All of a kind
 * are in one notice, so that a busy morning does not fill the list.
 */
import { createJobDefinition, nowSeconds } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Transaction } from '#generated/wms/server.ts'
import { announceDocuments } from './documents.ts'
import { announceExpiry } from './expiry.ts'

const defineJob = createJobDefinition<Database>()

/**
 * Seconds after which a document counts as new: one that another transaction has not committed yet must not be passed
 * over.
 */
const settleTime = 60

export const announce = defineJob({
  name: 'wms/announce',
  label: { 'zh-cn': '发送仓库通知', en: 'Announce what is new in the warehouse' },
  schedule: { cron: '*/5 * * * *', payload: null },
  handler: async ({ complete }) => {
    await complete(async (trx) => announceNew(trx))
  },
})

/** Runs in the transaction that makes the job done, so that nothing is announced twice. */
export async function announceNew(trx: Transaction): Promise<void> {
  const now = nowSeconds()
  await announceDocuments(trx, now - settleTime)
  await announceExpiry(trx, now)
}
