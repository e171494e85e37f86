/** The audit: any conversation, with what was recalled. Each look is in the log of administrators. */
import { openContent, OperationError, ticketOwnerOf } from 'tablewright/server'
import type { Scope } from '#generated/chat/server.ts'
import { auditRoute } from '../shared/desk-routes.ts'
import { t } from './i18n.ts'
import { staffParty } from './party.ts'
import { defineChatRoute } from './routes.ts'
import type { Access } from './store/access.ts'
import { readConversation } from './store/conversations.ts'
import { sealedLog } from './store/recall.ts'
import { readable, viewMessages, type Message } from './store/view.ts'

const pageSize = 50

/** The text of a recalled message; null = it was not recalled, or too long ago. */
function originalOf(scope: Scope, row: Message | undefined): string | null {
  const sealed = row?.sealed ?? null
  if (sealed === null) return null
  try {
    return openContent<string>(scope.settings, sealedLog, sealed)
  } catch {
    // Another key: the text cannot be read any more.
    return null
  }
}

export const auditRoutes = [
  defineChatRoute(auditRoute, {
    login: 'admin',
    right: 'chat/conversation/audit',
    label: { 'zh-cn': '审计会话', en: 'Audit conversations' },
    maxPerMinute: 120,
    handler: async ({ scope, trx, input: { id, before } }) => {
      const conversation = await readConversation(trx, id)
      if (!conversation) throw new OperationError('not_found', { sentence: t(scope.language, 'missing') })
      const viewer = staffParty(scope.actor?.id ?? 0)
      const access: Access = { viewer, conversation, participant: null, from: 0, to: null }
      let select = readable(trx, access).selectAll().orderBy('seq', 'desc')
      if (before !== undefined) select = select.where('seq', '<', before)
      const rows = await select.limit(pageSize + 1).execute()
      const page = rows.slice(0, pageSize).toReversed()
      const messages = await viewMessages(scope, trx, access, page, ticketOwnerOf(scope))
      return {
        // The same rows in the same order.
        messages: messages.map((message, index) => ({ ...message, original: originalOf(scope, page[index]) })),
        more: rows.length > pageSize,
      }
    },
  }),
]
