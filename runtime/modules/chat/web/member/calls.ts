/** The outbox of the member, and what a thread needs of the routes of members. */
import { callRoute, member, postData } from 'tablewright/web'
import { messagesRoute, readRoute, recallRoute, sendRoute } from '../../shared/routes.ts'
import { outboxOf, type Outbox } from '../thread/outbox.ts'
import type { ThreadSource } from '../thread/source.ts'

const memberOutbox = (): Outbox =>
  outboxOf(`user:${member.id}`, ({ conversation, client, text, file, reply, mentions }) =>
    callRoute(
      sendRoute,
      {
        conversation,
        client,
        text,
        ...(file && { file: file.code }),
        ...(reply !== undefined && { reply }),
        ...(mentions && { mentions }),
      },
      { quiet: true },
    ),
  )

export function memberSource(conversation: number, me: number, recallSeconds: number): ThreadSource {
  return {
    conversation,
    as: 'member',
    me: { kind: 'user', id: me },
    outbox: memberOutbox(),
    recallSeconds,
    loadPage: (before) =>
      callRoute(messagesRoute, { conversation, ...(before !== undefined && { before }) }, { quiet: true }),
    markRead: (seq) => callRoute(readRoute, { conversation, seq }, { quiet: true }),
    recall: (seq) => callRoute(recallRoute, { conversation, seq }, { quiet: true }),
    upload(file) {
      const body = new FormData()
      body.append('file', file)
      return postData('/api/chat.Index/upload', body, {
        query: `conversation=${conversation}`,
        quiet: true,
        timeout: 0,
      })
    },
  }
}
