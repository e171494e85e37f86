/** The queue of the desk: conversations, their agents, and who of these is there. */
import { sql } from 'kysely'
import { likePattern, nowSeconds } from 'tablewright/server'
import type { Scope } from '#generated/chat/server.ts'
import { deskStates, type DeskView } from '../../shared/desk-routes.ts'
import { readPreviews } from '../member/list.ts'
import { memberParty, readProfiles, staffParty } from '../party.ts'
import type { Access } from '../store/access.ts'
import { states, types, type Conversation } from '../store/conversations.ts'
import { unreadCount } from '../store/read.ts'
import { isAvailable, limitOf, loadOf, type Agent } from './agents.ts'
import { isOffice } from './office-hours.ts'

const pageSize = 50

export const stateName = (status: Conversation['status']): (typeof deskStates)[number] =>
  deskStates.find((name) => states[name] === status) ?? 'open'

/** The conversations of one part of the queue. A snooze that is over counts as open. */
function inView(view: DeskView, agent: number | null) {
  const now = nowSeconds()
  const isOpen = sql`(c.status in (${states.open}, ${states.pending})
    or (c.status = ${states.snoozed} and c.snooze_time <= ${now}))`
  const conditions = {
    queue: sql<boolean>`${isOpen} and c.agent_id is null`,
    mine: sql<boolean>`${isOpen} and c.agent_id = ${agent ?? 0}`,
    all: sql<boolean>`${isOpen}`,
    snoozed: sql<boolean>`c.status = ${states.snoozed} and c.snooze_time > ${now}`,
    resolved: sql<boolean>`c.status = ${states.resolved}`,
  } as const satisfies Readonly<Record<DeskView, unknown>>
  return conditions[view]
}

interface QueueRequest {
  readonly view: DeskView
  readonly page?: number
  readonly search?: string
}

export async function readQueue(scope: Scope, admin: number, { view, page = 1, search = '' }: QueueRequest) {
  const { query, adapter } = scope.database
  const agents = await query.selectFrom('chat_agent').selectAll().orderBy('name').orderBy('id').execute()
  const own = agents.find(({ admin_id: id }) => id === admin) ?? null
  const party = staffParty(admin)
  // Conversations in which nothing was said yet are none of the desk.
  const conversations = () =>
    query.selectFrom('chat_conversation as c').where('c.type', '=', types.service).where('c.last_seq', '>', 0)
  let select = conversations()
    .leftJoin('chat_participant as p', (join) =>
      join.onRef('p.conversation_id', '=', 'c.id').on('p.admin_id', '=', admin),
    )
    .selectAll('c')
    .select(unreadCount(party).as('unread'))
    .where(inView(view, own?.id ?? null))
  if (search !== '') select = select.where(adapter.like(sql.ref('c.title'), likePattern(search)))
  const rows = await select
    .orderBy((eb) => eb.case().when('c.waiting_time', 'is not', null).then(0).else(1).end())
    .orderBy('c.waiting_time')
    .orderBy('c.last_time', 'desc')
    .orderBy('c.id', 'desc')
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize)
    .execute()
  const list = rows.slice(0, pageSize)
  const accesses = list.map((row): Access => ({
    viewer: party,
    conversation: row,
    participant: null,
    from: 0,
    to: null,
  }))
  const previews = await readPreviews(scope, party, accesses)
  const parties = list.map(({ user_id: id }) => (id === null ? null : memberParty(id)))
  const profile = await readProfiles(scope, query, parties)
  const count = async (of: DeskView): Promise<number> => {
    const row = await conversations()
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where(inView(of, own?.id ?? null))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }
  const [queue, mine, all, snoozed] = await Promise.all([count('queue'), count('mine'), count('all'), count('snoozed')])
  const described = await Promise.all(agents.map((agent) => describeAgent(scope, agent)))
  const me = own && { ...(await describeAgent(scope, own)), takes: own.status !== 0 }
  return {
    list: list.map((row, index) => ({
      id: row.id,
      member: row.user_id,
      ...profile(parties[index] ?? null),
      status: stateName(row.status),
      agent: agents.find(({ id }) => id === row.agent_id)?.name ?? null,
      time: row.last_time ?? 0,
      waiting: row.waiting_time,
      unread: Number(row.unread),
      preview: previews.get(row.id) ?? null,
    })),
    more: rows.length > pageSize,
    counts: { queue, mine, all, snoozed },
    me,
    agents: described,
    office: isOffice(scope.settings, nowSeconds()),
  }
}

const describeAgent = async (scope: Scope, agent: Agent) => ({
  id: agent.id,
  name: agent.name,
  available: isAvailable(scope, agent),
  load: await loadOf(scope.database.query, agent.id),
  limit: limitOf(scope, agent),
})
