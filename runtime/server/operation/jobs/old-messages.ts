/** The job of a module that sends messages: every night the old ones leave its log, and their files the outbox. */
import type { Text } from '../../../protocol/index.ts'
import { removeRows } from '../../db/remove-rows.ts'
import type { Tables } from '../../db/tables.ts'
import { isRemovable } from '../limits/retention.ts'
import type { Settings } from '../../settings/settings.ts'
import { createJobDefinition, type Job } from './declaration.ts'
import { deliveryStates } from './delivery.ts'
import { removeFromOutbox, type OutboxName } from './outbox.ts'

export interface MessageLog {
  /** It has the columns `id`, `create_time` and `status`. */
  readonly table: string
  readonly outbox: OutboxName
  /** For how many days the site stores messages. */
  readonly days: (settings: Settings) => number
}

const maxMessages = 10_000

/**
 * Declares the job. Messages that are still to be sent stay; rows are locked in the order of their ids.
 * @param job its name, for example `mail/removeOld`, and when it runs
 */
export function removeOldMessages(
  { name, label, cron }: { readonly name: string; readonly label: Text; readonly cron: string },
  { table, outbox, days }: MessageLog,
): Job<null> {
  return createJobDefinition<Tables>()<null>({
    name,
    label,
    schedule: { cron, payload: null },
    handler: async ({ scope, complete }) => {
      const { database, settings } = scope
      const messages = database.query.selectFrom(table).select('id')
      const old = await messages
        .where(isRemovable('create_time', days(settings) * 86_400))
        .where('status', 'not in', [deliveryStates.queued, deliveryStates.sending])
        .orderBy('id')
        .limit(maxMessages)
        .execute()
      const ids = new Set(old.map(({ id }) => Number(id)))
      await removeFromOutbox(settings, outbox, async (fileIds) => {
        const rows = await messages.where('id', 'in', fileIds).execute()
        return rows.map(({ id }) => Number(id)).filter((id) => !ids.has(id))
      })
      await complete(async (trx) => {
        await removeRows(database, trx, table, ids)
      })
    },
  })
}
