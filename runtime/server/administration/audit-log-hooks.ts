/** How the log reads its own rows. */
import type { Hooks } from '../operation/scope.ts'
import { titleIn } from '../audit/title.ts'

export const auditLogHooks: Readonly<Record<string, Hooks>> = {
  'system/admin_log': {
    present: async (scope, rows) => {
      for (const row of rows) row['title'] = titleIn(String(row['title'] ?? ''), scope.language)
    },
  },
}
