/** How the log reads its own rows. */
import type { Behavior } from '../records/scope.ts'
import { titleIn } from '../audit/title.ts'

export const auditBehaviors: Readonly<Record<string, Behavior>> = {
  'system/admin_log': {
    present: async (scope, rows) => {
      for (const row of rows) row['title'] = titleIn(String(row['title'] ?? ''), scope.language)
    },
  },
}
