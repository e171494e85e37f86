/** Presence of agents: a sign of life from the socket of the desk, or from a page that polls. */
import { hintTopic, nowSeconds } from 'tablewright/server'
import type { Scope } from '#generated/chat/server.ts'
import { deskTopic } from '../../shared/message.ts'
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
