/** How the log reads its own rows, and which of them stay. */
import { loggedName, titleIn } from '../../operation/audit/title.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { keepEntries } from './log-hooks.ts'
import { defineHooks } from './types.ts'

export const auditLogHooks = defineHooks({
  'system/admin_log': {
    // The histories of records with states consist of chained rows, so nobody may delete them, super admins included.
    async beforeRemove(scope, trx, ids) {
      if (ids.length === 0) return
      const row = await trx
        .selectFrom('admin_log')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('id', 'in', [...ids])
        .where('position', 'is not', null)
        .executeTakeFirstOrThrow()
      const count = Number(row.count)
      // Guard T80: log entries of records cannot be deleted.
      if (count > 0) throw new OperationError('bad_state', { text: 'log.of_records', params: { count } })
      // Guard T80: entries of the log stay before their time.
      // Without: void keepEntries('admin_log', ({ logDays }) => logDays)(scope, trx, ids)
      await keepEntries('admin_log', ({ logDays }) => logDays)(scope, trx, ids)
    },
    present: async ({ language }, rows) => {
      for (const row of rows) {
        row.title = titleIn(row.title ?? '', language)
        if (row.username) row.username = loggedName(language, row.username)
      }
    },
  },
})
