/** How the log reads its own rows. */
import { titleIn } from '../audit/title.ts'
import { defineHooks } from './types.ts'

export const auditLogHooks = defineHooks({
  'system/admin_log': {
    present: async ({ language }, rows) => {
      for (const row of rows) row.title = titleIn(row.title ?? '', language)
    },
  },
})
