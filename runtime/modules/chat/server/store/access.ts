/** Access: the part of a conversation that a party may read. */
import { OperationError } from 'tablewright/server'
import type { Reading, Scope } from '#generated/chat/server.ts'
import { t } from '../i18n.ts'
import type { Party } from '../party.ts'
import { readConversation, readParticipant, types, type Conversation, type Participant } from './conversations.ts'

/** The node of those who work at the service desk. */
const deskNode = 'chat/desk/index'

export interface Access {
  readonly viewer: Party
  readonly conversation: Conversation
  /** Null = a member of the staff who has read nothing of it yet. */
  readonly participant: Participant | null
  /** The first and last number that may be read; null = there is no end. */
  readonly from: number
  readonly to: number | null
}

/** Whether the viewer belongs to the staff. */
export const isStaff = ({ viewer }: Pick<Access, 'viewer'>): boolean => viewer.kind === 'admin'

/** Whether the administrator of the scope works at the desk. */
export const worksAtDesk = ({ actor }: Pick<Scope, 'actor'>): boolean =>
  actor !== null && actor.id !== null && (actor.super || actor.nodes.has(deskNode))

/** @returns null where there is no such conversation for the party */
export async function findAccess(query: Reading, viewer: Party, id: number): Promise<Access | null> {
  const conversation = await readConversation(query, id)
  return conversation && accessTo(query, viewer, conversation)
}

/** @returns null where the conversation is none for the party */
export async function accessTo(query: Reading, viewer: Party, conversation: Conversation): Promise<Access | null> {
  const participant = await readParticipant(query, conversation.id, viewer)
  if (viewer.kind === 'admin')
    // Guard T12: the staff reads conversations with the service desk only.
    // Without: return { viewer, conversation, participant, from: 0, to: null }
    return conversation.type === types.service ? { viewer, conversation, participant, from: 0, to: null } : null
  // Guard T12: members read the conversations that they take part in.
  // Without: if (!participant) return { viewer, conversation, participant, from: 0, to: null }
  if (!participant) return null
  return { viewer, conversation, participant, from: participant.join_seq ?? 0, to: participant.leave_seq }
}

/** @throws an OperationError `not_found` */
export async function requireAccess(
  { language }: Pick<Scope, 'language'>,
  query: Reading,
  viewer: Party,
  id: number,
): Promise<Access> {
  const access = await findAccess(query, viewer, id)
  if (!access) throw new OperationError('not_found', { sentence: t(language, 'missing') })
  return access
}
