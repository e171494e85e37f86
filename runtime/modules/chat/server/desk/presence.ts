/** Presence of agents: a sign of life from the socket of the desk, or from a page that polls. */
import { hintTopic, nowSeconds, wakeTopic } from 'tablewright/server'
import type { Scope } from '#generated/chat/server.ts'
import { deskTopic, presenceTopic } from '../../shared/message.ts'
import { agentLife, ensureAgent, isAvailable } from './agents.ts'

/** Notes that these administrators are there; the desk hears of those who were away. */
export async function noteSeen(scope: Scope, admins: readonly (number | null)[]): Promise<void> {
  const ids = [...new Set(admins.flatMap((id) => id ?? []))].toSorted((left, right) => left - right)
  if (ids.length === 0) return
  const now = nowSeconds()
  await scope.database.write(async (trx) => {
    for (const admin of ids) {
      const id = await ensureAgent(scope, trx, admin)
      const before = await trx.selectFrom('chat_agent').select('seen_time').where('id', '=', id).executeTakeFirst()
      await trx.updateTable('chat_agent').set({ seen_time: now }).where('id', '=', id).execute()
      if ((before?.seen_time ?? 0) < now - agentLife) hintTopic(deskTopic)
    }
  })
}

/** An agent takes conversations, or does not for now. */
export async function setAvailable(scope: Scope, admin: number, takes: boolean): Promise<boolean> {
  return scope.database.write(async (trx) => {
    const id = await ensureAgent(scope, trx, admin)
    const agent = await trx
      .updateTable('chat_agent')
      .set({ status: takes ? 1 : 0, seen_time: nowSeconds() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    hintTopic(deskTopic)
    return isAvailable(scope, agent)
  })
}

/** The agents who were there when this process looked last, by the database of the server. */
const lastAvailable = new WeakMap<object, string>()

/**
 * Tells the desk who has come or gone without a word, and members whether anybody is there: changes only. Called when
 * somebody begins to follow that, and every half minute.
 */
export async function announcePresence(scope: Scope): Promise<void> {
  const { database } = scope
  const now = nowSeconds()
  const agents = await database.query
    .selectFrom('chat_agent')
    .selectAll()
    .where('seen_time', '>=', now - agentLife)
    .orderBy('id')
    .execute()
  const present = agents.filter((agent) => isAvailable(scope, agent, now))
  const available = present.map(({ id }) => id).join()
  const before = lastAvailable.get(database)
  lastAvailable.set(database, available)
  if (before === undefined || before === available) return
  await database.write(async () => {
    hintTopic(deskTopic)
    if ((before === '') !== (available === '')) wakeTopic(presenceTopic)
  })
}
