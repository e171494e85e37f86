/** Files of messages: private from the start, opened by those who may read the message. */
import { randomBytes } from 'node:crypto'
import { countTry, limitKey, nowSeconds, type UploadCall } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope } from '#generated/chat/server.ts'
import { fileTypes, maxFileBytes } from '../../shared/message.ts'
import { conversationInput } from '../../shared/shapes.ts'
import { t } from '../i18n.ts'
import { columnsOf, memberParty, type Party } from '../party.ts'
import { defineChatRoute } from '../routes.ts'
import { uploadBytes } from '../settings.ts'
import { requireAccess } from '../store/access.ts'
import { perHour, refuse } from '../store/conversations.ts'
import { requireMember } from './routes.ts'

const kilobyte = 1024

/** Says what may be sent into the conversation, and counts it. @throws an OperationError */
export async function admitFile(scope: Scope, party: Party, conversation: number, bytes: number) {
  const { database, settings, language } = scope
  const access = await requireAccess(scope, database.query, party, conversation)
  if (access.to !== null) refuse(t(language, 'left'))
  if (party.kind === 'user') {
    const most = Math.floor(uploadBytes(settings) / kilobyte)
    const units = Math.max(1, Math.ceil(bytes / kilobyte))
    // Guard T52: files of a member in an hour have a limit.
    const { wait } =
      units > most ? { wait: 3600 } : await countTry(database, [limitKey('chat files', party)], perHour(most), units)
    if (wait > 0) refuse(t(language, 'wait.files', { minutes: Math.ceil(wait / 60) }))
  }
  return { types: fileTypes, maxBytes: maxFileBytes, topic: 'chat' }
}

/** Stores an upload that no message has yet. @returns the code by which a message takes it */
export async function storeFile(
  scope: Scope,
  party: Party,
  conversation: number,
  file: UploadCall<unknown, Database>['file'],
) {
  const code = randomBytes(16).toString('hex')
  const name = [...file.name].slice(0, 100).join('')
  await scope.database.write((trx) =>
    trx
      .insertInto('chat_file')
      .values({
        conversation_id: conversation,
        ...columnsOf(party),
        code,
        url: file.url,
        name,
        size: file.size,
        mime: file.mimetype,
        create_time: nowSeconds(),
        version: 1,
      })
      .execute(),
  )
  return { code, name, size: file.size }
}

export const uploadRoute = defineChatRoute({
  kind: 'upload',
  path: 'chat.Index/upload',
  login: 'member',
  label: { 'zh-cn': '上传附件', en: 'Upload a file' },
  input: conversationInput,
  maxPerMinute: 30,
  maxBytes: maxFileBytes,
  admit: ({ scope, member, input }, bytes) =>
    admitFile(scope, memberParty(requireMember(member).id), input.conversation, bytes),
  handler: ({ scope, member, input, file }) =>
    storeFile(scope, memberParty(requireMember(member).id), input.conversation, file),
})
