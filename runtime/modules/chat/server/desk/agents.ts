/** Agents: the accounts that work at the service desk, whether they are there, and how much they may have open. */
import { insertMissing, lockRows, nowSeconds, OperationError } from 'tablewright/server'
import { agentOptions } from '#generated/chat/options.ts'
import type { Reading, Row, Scope, Transaction } from '#generated/chat/server.ts'
import { t } from '../i18n.ts'
import { readProfiles, staffParty } from '../party.ts'
import { maxLoad } from '../settings.ts'
import { refuse, states, type Conversation } from '../store/conversations.ts'
import { isOffice } from './office-hours.ts'

export type Agent = Row<'chat/agent'>

/** Seconds after which an agent without a sign of life is away. */
export const agentLife = 60

const readAgent = async (query: Reading, admin: number): Promise<Agent | null> =>
  (await query.selectFrom('chat_agent').selectAll().where('admin_id', '=', admin).executeTakeFirst()) ?? null

/** The agent of an administrator, who becomes one with the first thing they do at the desk. */
export async function ensureAgent(scope: Scope, trx: Transaction, admin: number): Promise<number> {
  const before = await readAgent(trx, admin)
  if (before) return before.id
  await lockRows(scope, trx, 'system/admin', [admin], 'reference')
  const { name } = (await readProfiles(scope, trx, [staffParty(admin)]))(staffParty(admin))
  const row = { admin_id: admin, name: [...name].slice(0, 60).join(''), status: agentOptions.status.yes }
  await insertMissing(trx, 'chat_agent', [{ ...row, create_time: nowSeconds(), version: 1 }])
  const agent = await readAgent(trx, admin)
  if (!agent) throw new Error(`the administrator ${admin} is no agent`)
  return agent.id
}

/** Makes the actions of one agent wait for each other: each counts what the one before has taken. */
export const lockAgents = (scope: Scope, trx: Transaction, ids: readonly number[]): Promise<void> =>
  lockRows(scope, trx, 'chat/agent', ids, 'write')

/** The number of open conversations of an agent. */
export async function loadOf(query: Reading, agent: number): Promise<number> {
  const row = await query
    .selectFrom('chat_conversation')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('agent_id', '=', agent)
    .where('status', '=', states.open)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const limitOf = ({ settings }: Pick<Scope, 'settings'>, agent: Pick<Agent, 'max_load'>): number =>
  agent.max_load ?? maxLoad(settings)

export async function requireAgent({ language }: Scope, query: Reading, id: number): Promise<Agent> {
  const agent = await query.selectFrom('chat_agent').selectAll().where('id', '=', id).executeTakeFirst()
  if (!agent) throw new OperationError('not_found', { sentence: t(language, 'agent.missing') })
  return agent
}

/** The agent is locked. @throws an OperationError when they have as many open conversations as they may */
export async function refuseFullAgent(scope: Scope, trx: Transaction, id: number, isOther = false): Promise<void> {
  const agent = await requireAgent(scope, trx, id)
  const count = limitOf(scope, agent)
  if ((await loadOf(trx, id)) < count) return
  refuse(isOther ? t(scope.language, 'load.other', { name: agent.name, count }) : t(scope.language, 'load', { count }))
}

/**
 * The agent who goes on with a conversation that is opened again: the one it had, who is there and may have one more
 * open. Null = it goes to the queue. @param locked agents who are locked, since what they have is counted
 */
export async function keptAgent(
  scope: Scope,
  trx: Transaction,
  { agent_id: id }: Pick<Conversation, 'agent_id'>,
  locked: readonly number[],
): Promise<number | null> {
  if (id === null || !locked.includes(id) || !(await availableAgent(scope, trx, id))) return null
  return (await hasRoom(scope, trx, id)) ? id : null
}

/** The agent is locked. */
export const hasRoom = async (scope: Scope, trx: Transaction, id: number): Promise<boolean> =>
  (await loadOf(trx, id)) < limitOf(scope, await requireAgent(scope, trx, id))

/** Present, willing, and within office hours. */
export const isAvailable = ({ settings }: Pick<Scope, 'settings'>, agent: Agent, now = nowSeconds()): boolean =>
  agent.status !== agentOptions.status.no && (agent.seen_time ?? 0) >= now - agentLife && isOffice(settings, now)

export async function availableAgent(scope: Scope, query: Reading, id: number): Promise<boolean> {
  const agent = await query.selectFrom('chat_agent').selectAll().where('id', '=', id).executeTakeFirst()
  return agent !== undefined && isAvailable(scope, agent)
}

/** Whether anybody at the desk is there. */
export async function isDeskOpen(scope: Scope, query: Reading): Promise<boolean> {
  const now = nowSeconds()
  const agents = await query
    .selectFrom('chat_agent')
    .selectAll()
    .where('seen_time', '>=', now - agentLife)
    .execute()
  return agents.some((agent) => isAvailable(scope, agent, now))
}
