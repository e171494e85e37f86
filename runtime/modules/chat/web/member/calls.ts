/** The outbox of the member, and what a thread needs of the routes of members. */
import { callRoute, member, postData } from 'tablewright/web'
import { messagesRoute, readRoute, recallRoute, sendRoute } from '../../shared/routes.ts'
import type { Person } from '../thread/mentions.ts'
import { outboxOf, type Outbox } from '../thread/outbox.ts'
import type { ThreadSource } from '../thread/source.ts'

function memberOutbox(): Outbox {
  const { id } = member
  return outboxOf(`user:${id}`, {
    isSignedIn: () => member.id === id && member.token !== '',
    upload(conversation, file) {
      const body = new FormData()
      body.append('file', file)
      const query = `conversation=${conversation}`
      return postData('/api/chat.Index/upload', body, { query, quiet: true, timeout: 0 })
    },
    send: ({ conversation, client, text, file, reply, mentions }) =>
      callRoute(
        sendRoute,
        {
          conversation,
          client,
          text,
          ...(file?.code && { file: file.code }),
          ...(reply !== undefined && { reply }),
          ...(mentions && { mentions }),
        },
        { quiet: true },
      ),
  })
}

interface SourceFacts {
  readonly me: number
  readonly recallSeconds: number
  readonly people: readonly Person[]
}

export function memberSource(conversation: number, { me, recallSeconds, people }: SourceFacts): ThreadSource {
  return {
    conversation,
    as: 'member',
    me: { kind: 'user', id: me },
    outbox: memberOutbox(),
    people,
    recallSeconds,
    loadPage: (before) =>
      callRoute(messagesRoute, { conversation, ...(before !== undefined && { before }) }, { quiet: true }),
    markRead: (seq) => callRoute(readRoute, { conversation, seq }, { quiet: true }),
    recall: (seq) => callRoute(recallRoute, { conversation, seq }, { quiet: true }),
  }
}
