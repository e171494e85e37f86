/** Background jobs: what is over by time, and what nobody needs any more. */
import {
  createJobDefinition,
  discardFiles,
  isRemovable,
  lockRows,
  nowSeconds,
  removeRows,
  type JobCall,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope, Transaction } from '#generated/chat/server.ts'
import { hasRoom, lockAgents } from './desk/agents.ts'
import { autoResolveSeconds, retentionSeconds } from './settings.ts'
import { append, writeEntries } from './store/append.ts'
import { lockConversation, sides, states, types, type Conversation } from './store/conversations.ts'
import { originalLife } from './store/recall.ts'

const defineJob = createJobDefinition<Database>()

/** Conversations of one run. */
const maxConversations = 200

/** Every five minutes: snoozed conversations are open again, and those that nobody goes on with are resolved. */
export const moveConversations = defineJob({
  name: 'chat/moveConversations',
  label: { 'zh-cn': '更新客服会话状态', en: 'Wake and resolve service conversations' },
  schedule: { cron: '*/5 * * * *', payload: null },
  handler: async ({ scope, complete }) => {
    const now = nowSeconds()
    const own = scope as Scope
    const life = autoResolveSeconds(own.settings)
    const ids = await own.database.query
      .selectFrom('chat_conversation')
      .select(['id', 'agent_id'])
      .where('type', '=', types.service)
      .where((eb) =>
        eb.or([
          eb.and([eb('status', '=', states.snoozed), eb('snooze_time', '<=', now)]),
          ...(life === 0 ? [] : [eb.and([eb('status', '=', states.open), eb('last_time', '<', now - life)])]),
        ]),
      )
      .orderBy('id')
      .limit(maxConversations)
      .execute()
    for (const { id, agent_id: agent } of ids)
      await writeEntries(own, async (trx) => {
        // The load of the agent is counted when the conversation is open again.
        if (agent !== null) await lockAgents(own, trx, [agent])
        const conversation = await lockConversation(own, trx, id)
        if (conversation) await move(own, trx, conversation, { now, life, agent })
      })
    await complete(async () => {})
  },
})

interface MoveFacts {
  readonly now: number
  /** Seconds after which an answered conversation is resolved; 0 = never. */
  readonly life: number
  /** The agent who is locked. */
  readonly agent: number | null
}

/** Decided under the lock: somebody may have written meanwhile. */
async function move(
  scope: Scope,
  trx: Transaction,
  conversation: Conversation,
  { now, life, agent }: MoveFacts,
): Promise<void> {
  if (conversation.status === states.snoozed && (conversation.snooze_time ?? now) <= now) {
    // The agent who has put it off goes on with it, unless they have no room.
    const keeps = agent !== null && conversation.agent_id === agent && (await hasRoom(scope, trx, agent))
    const changes = { status: states.open, snooze_time: null, agent_id: keeps ? agent : null }
    await append(trx, conversation, { kind: 'note', author: null, text: '', event: 'woken' }, { changes })
    return
  }
  const isOver =
    life > 0 &&
    conversation.status === states.open &&
    conversation.last_side === sides.staff &&
    (conversation.last_time ?? now) < now - life
  if (!isOver) return
  const changes = { status: states.resolved, open_user_id: null, resolve_time: now, waiting_time: null }
  await append(trx, conversation, { kind: 'system', author: null, text: '', event: 'resolved' }, { changes })
}

/** The originals of recalled messages are kept for the audit, and not for ever. */
async function removeOriginals(scope: Scope, trx: Transaction, now: number): Promise<void> {
  const rows = await trx
    .selectFrom('chat_message')
    .select('id')
    .where('sealed', 'is not', null)
    .where('recall_time', '<', now - originalLife)
    .orderBy('id')
    .limit(maxRows)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await lockRows(scope, trx, 'chat/message', ids, 'write')
  await trx.updateTable('chat_message').set({ sealed: null }).where('id', 'in', ids).execute()
}

/** Seconds after which an upload that no message has is deleted. */
const freeFileLife = 86_400
/** Rows of one run. */
const maxRows = 2000

/** Every hour: old messages, files that no message has, and the originals of recalled messages. */
export const cleanUp = defineJob({
  name: 'chat/cleanUp',
  label: { 'zh-cn': '清理会话数据', en: 'Clean up conversations' },
  schedule: { cron: '20 * * * *', payload: null },
  handler: async ({ scope, complete }: JobCall<null, Database>) => {
    const now = nowSeconds()
    // On its own: the rows that are removed below may come before these in the order of locks.
    await scope.database.write((trx) => removeOriginals(scope as Scope, trx, now))
    await complete(async (trx) => {
      const life = retentionSeconds(scope.settings)
      const isOld = isRemovable('create_time', life)
      const old =
        life === 0
          ? []
          : await trx.selectFrom('chat_message').select('id').where(isOld).orderBy('id').limit(maxRows).execute()
      const ids = old.map(({ id }) => id)
      const files = await trx
        .selectFrom('chat_file')
        .select(['id', 'url'])
        .where((eb) =>
          eb.or([
            eb.and([eb('message_id', 'is', null), eb('create_time', '<', now - freeFileLife)]),
            ...(ids.length > 0 ? [eb('message_id', 'in', ids)] : []),
          ]),
        )
        .execute()
      await removeRows(scope.database, trx, 'chat_message', ids)
      const fileIds = files.map(({ id }) => id)
      await removeRows(scope.database, trx, 'chat_file', fileIds)
      const urls = files.map(({ url }) => url)
      await discardFiles(scope, trx, urls)
    })
  },
})
