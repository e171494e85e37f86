/** Recalling: the text leaves its row at once, and with it everything that shows the row. */
import { discardFiles, nowSeconds, OperationError, sealContent } from 'tablewright/server'
import type { Scope, Transaction } from '#generated/chat/server.ts'
import { t } from '../i18n.ts'
import { partyOf, type Party } from '../party.ts'
import { recallSeconds } from '../settings.ts'
import { findAccess } from './access.ts'
import { append, kinds, writeEntries } from './append.ts'
import { lockConversation, refuse } from './conversations.ts'
import { readable, type Message } from './view.ts'

/** The table whose originals are encrypted. */
export const sealedLog = 'chat_message'

/** Seconds for which the original of a recalled message is kept, encrypted. */
export const originalLife = 30 * 86_400

/** Takes what a message says out of its row. Its conversation is locked. */
export async function redact(
  scope: Scope,
  trx: Transaction,
  row: Pick<Message, 'id' | 'content'>,
  keepsOriginal: boolean,
): Promise<void> {
  await trx
    .updateTable('chat_message')
    .set({
      content: '',
      mention: null,
      reply_seq: null,
      flagged: 0,
      recall_time: nowSeconds(),
      sealed: keepsOriginal && row.content ? sealContent(scope.settings, sealedLog, row.content) : null,
    })
    .where('id', '=', row.id)
    .execute()
}

/** Deletes the files of messages. Last before topics, since attachments come after other tables. */
export async function removeFiles(scope: Scope, trx: Transaction, messages: readonly number[]): Promise<void> {
  if (messages.length === 0) return
  const files = await trx
    .deleteFrom('chat_file')
    .where('message_id', 'in', [...messages])
    .returning('url')
    .execute()
  await discardFiles(
    scope,
    // The core knows the tables of a module at run time only.
    trx as never,
    files.map(({ url }) => url),
  )
}

/**
 * Recalls a message of the party. Repeating it changes nothing.
 * @throws an OperationError
 */
export async function recallMessage(scope: Scope, party: Party, id: number, seq: number): Promise<void> {
  const { language, settings } = scope
  await writeEntries(scope, async (trx) => {
    const conversation = await lockConversation(scope, trx, id)
    const access = conversation && (await findAccess(trx, party, id))
    const row = access && (await readable(trx, access).selectAll().where('seq', '=', seq).executeTakeFirst())
    const sender = row ? partyOf(row) : null
    // Guard T12: members recall what they have written themselves.
    if (!row || sender?.kind !== party.kind || sender.id !== party.id)
      throw new OperationError('not_found', { sentence: t(language, 'message.missing') })
    if (row.kind === kinds.system || row.kind === kinds.recall) refuse(t(language, 'recall.kind'))
    if (row.recall_time !== null) return
    const age = nowSeconds() - (row.create_time ?? 0)
    if (age > recallSeconds(settings))
      refuse(t(language, 'recall.late', { minutes: Math.round(recallSeconds(settings) / 60) }))
    await redact(scope, trx, row, true)
    await append(
      trx,
      conversation,
      // A note of the staff is recalled among the staff.
      { kind: row.kind === kinds.note ? 'note' : 'recall', author: party, text: '', event: 'recall', target: seq },
      { store: () => removeFiles(scope, trx, [row.id]) },
    )
  })
}
