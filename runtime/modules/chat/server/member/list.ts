/** The conversations of a member, and what is shown of one. */
import type { Reading, Scope } from '#generated/chat/server.ts'
import { isDeskOpen } from '../desk/agents.ts'
import { memberParty, partyOf, readProfiles, type Party } from '../party.ts'
import { hasConversations, officeHours, recallSeconds } from '../settings.ts'
import { requireAccess, type Access } from '../store/access.ts'
import { kinds } from '../store/append.ts'
import { readBlocks, states, typeName, types } from '../store/conversations.ts'
import { countUnread, readByOthers, unreadCount } from '../store/read.ts'
import { kindName, mentionsOf, readable } from '../store/view.ts'

const pageSize = 50

/** The latest message of each conversation that the party may see. */
export async function readPreviews(scope: Scope, party: Party, accesses: readonly Access[]) {
  const { query } = scope.database
  const rows = (
    await Promise.all(
      accesses.map((access) =>
        readable(query, access)
          .select(['conversation_id', 'seq', 'kind', 'content', 'user_id', 'admin_id', 'recall_time'])
          .where('kind', 'in', [kinds.text, kinds.image, kinds.file])
          .where('seq', '>', access.participant?.cleared_seq ?? 0)
          .orderBy('seq', 'desc')
          .limit(1)
          .execute(),
      ),
    )
  ).flat()
  const profile = await readProfiles(scope, query, rows.map(partyOf))
  return new Map(
    rows.map((row) => {
      const sender = partyOf(row)
      return [
        row.conversation_id,
        {
          kind: kindName(row.kind),
          text: [...(row.content ?? '')].slice(0, 100).join(''),
          name: profile(sender).name,
          mine: sender?.kind === party.kind && sender.id === party.id,
          recalled: row.recall_time !== null,
        },
      ]
    }),
  )
}

export async function listConversations(scope: Scope, member: number, page = 1) {
  const { database, settings } = scope
  const { query } = database
  const party = memberParty(member)
  const rows = await query
    .selectFrom('chat_participant as p')
    .innerJoin('chat_conversation as c', 'c.id', 'p.conversation_id')
    .selectAll('c')
    .select([
      'p.id as participant_id',
      'p.muted',
      'p.leave_seq',
      'p.join_seq',
      'p.cleared_seq',
      'p.marked_time',
      unreadCount(party).as('unread'),
    ])
    .where('p.user_id', '=', member)
    .where((eb) => eb('c.last_seq', '>', eb.ref('p.cleared_seq')))
    .orderBy('c.last_time', 'desc')
    .orderBy('c.id', 'desc')
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize)
    .execute()
  const list = rows.slice(0, pageSize)
  const accesses = list.map((row): Access => ({
    viewer: party,
    conversation: row,
    // The columns that decide what is readable.
    participant: { cleared_seq: row.cleared_seq } as Access['participant'],
    from: row.join_seq ?? 0,
    to: row.leave_seq,
  }))
  const previews = await readPreviews(scope, party, accesses)
  const others = await readOthers(scope, member, list)
  const mentions = await readMentions(query, member, list)
  return {
    list: list.map((row) => {
      const other = others.get(row.id)
      return {
        id: row.id,
        type: typeName(row.type),
        title: row.type === types.group ? (row.title ?? '') : (other?.name ?? ''),
        avatar: other?.avatar ?? '',
        time: row.last_time ?? 0,
        unread: Number(row.unread),
        marked: row.marked_time !== null,
        muted: row.muted === 1,
        left: row.leave_seq !== null,
        mentioned: mentions.has(row.id),
        preview: previews.get(row.id) ?? null,
      }
    }),
    more: rows.length > pageSize,
    unread: await countUnread(query, party),
    service: hasConversations(settings, 'service'),
    private: hasConversations(settings, 'private'),
    groups: hasConversations(settings, 'group'),
  }
}

/** Conversations in which a message that the member has not read mentions them. */
async function readMentions(
  query: Reading,
  member: number,
  conversations: readonly Pick<Access['conversation'], 'id' | 'type'>[],
): Promise<ReadonlySet<number>> {
  const groups = conversations.filter(({ type }) => type === types.group).map(({ id }) => id)
  if (groups.length === 0) return new Set()
  const rows = await query
    .selectFrom('chat_message as m')
    .innerJoin('chat_participant as p', 'p.conversation_id', 'm.conversation_id')
    .select(['m.conversation_id', 'm.mention'])
    .where('p.user_id', '=', member)
    .where('m.conversation_id', 'in', groups)
    .where('m.mention', 'is not', null)
    .where((eb) => eb('m.seq', '>', eb.ref('p.read_seq')))
    .where((eb) => eb('m.seq', '>=', eb.ref('p.join_seq')))
    .where((eb) => eb.or([eb('p.leave_seq', 'is', null), eb('m.seq', '<=', eb.ref('p.leave_seq'))]))
    .execute()
  const own = rows.filter(({ mention }) => mentionsOf(mention).includes(member))
  return new Set(own.map(({ conversation_id: id }) => id))
}

/** The other member of private conversations, and the agent of those with the service desk. */
async function readOthers(
  scope: Scope,
  member: number,
  conversations: readonly Pick<Access['conversation'], 'id' | 'type' | 'agent_id'>[],
) {
  const { query } = scope.database
  const ids = conversations.filter(({ type }) => type === types.private).map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await query
          .selectFrom('chat_participant')
          .select(['conversation_id', 'user_id', 'admin_id'])
          .where('conversation_id', 'in', ids)
          .where('user_id', '<>', member)
          .execute()
  const agents = conversations.flatMap(({ agent_id: agent }) => agent ?? [])
  const admins =
    agents.length === 0
      ? []
      : await query.selectFrom('chat_agent').select(['id', 'admin_id']).where('id', 'in', agents).execute()
  const parties = new Map<number, Party | null>(rows.map((row) => [row.conversation_id, partyOf(row)]))
  for (const { id, agent_id: agent } of conversations) {
    const admin = admins.find((row) => row.id === agent)
    if (admin) parties.set(id, { kind: 'admin', id: admin.admin_id })
  }
  const profile = await readProfiles(scope, query, [...parties.values()])
  return new Map([...parties].map(([id, party]) => [id, { ...profile(party), party }]))
}

export async function conversationState(scope: Scope, member: number, id: number) {
  const { query } = scope.database
  const access = await requireAccess(scope, query, memberParty(member), id)
  const { conversation, participant } = access
  const other = (await readOthers(scope, member, [conversation])).get(id)
  const rows = await query
    .selectFrom('chat_participant')
    .select(['user_id', 'admin_id', 'owner'])
    .where('conversation_id', '=', id)
    .where('leave_seq', 'is', null)
    .where('user_id', 'is not', null)
    .orderBy('id')
    .execute()
  const profile = await readProfiles(scope, query, rows.map(partyOf))
  const isPrivate = conversation.type === types.private
  const otherId = isPrivate && other?.party?.kind === 'user' ? other.party.id : null
  const blocks = otherId === null ? null : await readBlocks(query, member, otherId)
  const state = Object.entries(states).find(([, value]) => value === conversation.status)?.[0]
  return {
    id,
    me: member,
    type: typeName(conversation.type),
    title: conversation.type === types.group ? (conversation.title ?? '') : (other?.name ?? ''),
    // Members need not know that their conversation was put off.
    status: conversation.type !== types.service ? null : state === 'resolved' ? 'resolved' : 'open',
    head: access.to ?? conversation.last_seq ?? 0,
    readSeq: participant?.read_seq ?? 0,
    marked: participant?.marked_time != null,
    othersRead: await readByOthers(query, access),
    muted: participant?.muted === 1,
    left: access.to !== null,
    owner: participant?.owner === 1,
    history: conversation.history === 1,
    agent: conversation.type === types.service ? (other?.name ?? null) : null,
    available: conversation.type !== types.service || (await isDeskOpen(scope, query)),
    officeHours: conversation.type === types.service ? officeHours(scope.settings) : '',
    blocked: blocks?.has(member) ?? false,
    recallSeconds: recallSeconds(scope.settings),
    members: rows.map((row) => ({
      id: row.user_id ?? 0,
      ...profile(partyOf(row)),
      owner: row.owner === 1,
    })),
  }
}
