/** The own view of a member: muted, cleared, and without single messages. */
import { hintTopic } from 'tablewright/server'
import type { Scope } from '#generated/chat/server.ts'
import { inboxTopic } from '../../shared/message.ts'
import { holderOf } from '../party.ts'
import type { Access } from './access.ts'
import { lockConversation, types } from './conversations.ts'
import { redact, removeFiles } from './recall.ts'
import { hiddenFromAll, readable } from './view.ts'

export interface OwnView {
  readonly muted?: boolean
  /** Everything until now goes out of sight. */
  readonly clear?: boolean
}

export async function changeOwnView(scope: Scope, access: Access, { muted, clear }: OwnView): Promise<void> {
  const { conversation, viewer, to } = access
  if (muted === undefined && clear !== true) return
  const cleared = to ?? conversation.last_seq ?? 0
  await scope.database.write(async (trx) => {
    await trx
      .updateTable('chat_participant')
      .set({ ...(muted !== undefined && { muted: muted ? 1 : 0 }), ...(clear === true && { cleared_seq: cleared }) })
      .where('conversation_id', '=', conversation.id)
      .where('holder', '=', holderOf(viewer))
      .execute()
    hintTopic(inboxTopic(viewer.id))
  })
}

/**
 * Hides a message from the member, as older clients delete one. Where both sides of a private conversation have hidden
 * it, nobody sees it.
 * @returns whether there is such a message
 */
export async function hideMessage(scope: Scope, access: Access, id: number): Promise<boolean> {
  return scope.database.write(async (trx) => {
    await lockConversation(scope, trx, access.conversation.id)
    const row = await readable(trx, access)
      .select(['id', 'content', 'hidden_user_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row || access.conversation.type === types.group) return false
    const isHidden = row.hidden_user_id !== null
    await trx
      .updateTable('chat_message')
      .set({ hidden_user_id: isHidden ? hiddenFromAll : access.viewer.id })
      .where('id', '=', row.id)
      .execute()
    if (isHidden) {
      await redact(scope, trx, row, false)
      await removeFiles(scope, trx, [row.id])
    }
    hintTopic(inboxTopic(access.viewer.id))
    return true
  })
}
