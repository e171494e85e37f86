/** The outbox of the agent, and what a thread needs of the routes of the desk. */
import { callRoute, postData, signedInAdmin } from 'tablewright/web'
import { deskMessagesRoute, deskReadRoute, deskRecallRoute, deskSendRoute } from '../../shared/desk-routes.ts'
import { outboxOf, type Outbox } from '../thread/outbox.ts'
import type { ThreadSource } from '../thread/source.ts'

const deskOutbox = (admin: number): Outbox =>
  outboxOf(`admin:${admin}`, {
    isSignedIn: () => signedInAdmin() === admin,
    upload(conversation, file) {
      const body = new FormData()
      body.append('file', file)
      const query = `conversation=${conversation}`
      return postData('/admin/chat.Desk/upload', body, { query, quiet: true, timeout: 0 })
    },
    send: ({ conversation, client, text, file, reply, isNote }) =>
      callRoute(
        deskSendRoute,
        {
          conversation,
          client,
          text,
          ...(file?.code && { file: file.code }),
          ...(reply !== undefined && { reply }),
          ...(isNote && { note: true }),
        },
        { quiet: true },
      ),
  })

export function deskSource(conversation: number, me: number, recallSeconds: number): ThreadSource {
  return {
    conversation,
    as: 'admin',
    me: { kind: 'admin', id: me },
    outbox: deskOutbox(me),
    people: [],
    recallSeconds,
    loadPage: (before) =>
      callRoute(deskMessagesRoute, { conversation, ...(before !== undefined && { before }) }, { quiet: true }),
    markRead: (seq) => callRoute(deskReadRoute, { conversation, seq }, { quiet: true }),
    recall: (seq) => callRoute(deskRecallRoute, { conversation, seq }, { quiet: true }),
  }
}
