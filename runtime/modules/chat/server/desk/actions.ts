/** The actions of agents on conversations, each of them decided under the lock of the conversation. */
import { nowSeconds, OperationError } from 'tablewright/server'
import type { Scope, Transaction } from '#generated/chat/server.ts'
import { t } from '../i18n.ts'
import { staffParty } from '../party.ts'
import { append, writeEntries, type Changes, type NewEntry } from '../store/append.ts'
import {
  lockConversation,
  readConversation,
  refuse,
  sides,
  states,
  types,
  type Conversation,
} from '../store/conversations.ts'
import { ensureAgent, keptAgent, lockAgents, refuseFullAgent, requireAgent } from './agents.ts'

interface DeskCall {
  readonly scope: Scope
  readonly trx: Transaction
  readonly conversation: Conversation
  /** The agent who acts. */
  readonly agent: number
  /** Agents who are locked: what these have can be counted. */
  readonly locked: readonly number[]
}

interface Outcome {
  /** Columns of the conversation. */
  readonly changes: Changes
  readonly entry: Omit<NewEntry, 'author'>
}

interface ActionOptions {
  /** Conversations of other agents as well, which needs a right of its own. */
  readonly isForced: boolean
  /** Agents who are locked as well, since what they have is counted. */
  readonly others?: readonly number[]
}

async function change(
  scope: Scope,
  admin: number,
  id: number,
  { isForced, others = [] }: ActionOptions,
  decide: (call: DeskCall) => Promise<Outcome | null>,
): Promise<void> {
  await writeEntries(scope, async (trx) => {
    const agent = await ensureAgent(scope, trx, admin)
    const assigned = (await readConversation(trx, id))?.agent_id ?? null
    const locked = [agent, ...others, ...(assigned === null ? [] : [assigned])]
    await lockAgents(scope, trx, locked)
    const conversation = await lockConversation(scope, trx, id)
    // Guard T12: members talk to each other without the staff.
    if (conversation?.type !== types.service)
      throw new OperationError('not_found', { sentence: t(scope.language, 'missing') })
    const call = { scope, trx, conversation, agent, locked }
    const isOfOther = conversation.agent_id !== null && conversation.agent_id !== agent
    // Guard T85: agents do not act on what somebody else has.
    if (isOfOther && !isForced)
      refuse(t(scope.language, 'taken', { name: await nameOf(call, conversation.agent_id ?? 0) }))
    const outcome = await decide(call)
    if (!outcome) return
    await append(trx, conversation, { ...outcome.entry, author: staffParty(admin) }, outcome)
  })
}

const nameOf = async ({ scope, trx }: DeskCall, agent: number): Promise<string> =>
  (await requireAgent(scope, trx, agent)).name

/** The columns of a conversation that an agent works on. */
const opened = ({ conversation }: DeskCall) => ({
  status: states.open,
  open_user_id: conversation.user_id,
  snooze_time: null,
  resolve_time: null,
})

/**
 * Takes a conversation that nobody has; of several at once one wins.
 * @param isForced takes it over from somebody else, which needs a right of its own
 */
export const takeConversation = (scope: Scope, admin: number, id: number, isForced = false): Promise<void> =>
  change(scope, admin, id, { isForced }, async (call) => {
    const { conversation, trx, agent } = call
    if (conversation.agent_id === agent) return null
    await refuseFullAgent(scope, trx, agent)
    const entry = { kind: 'system', text: await nameOf(call, agent), event: 'taken' } as const
    return { changes: { ...opened(call), agent_id: agent }, entry }
  })

interface HandOver {
  /** Null = back to the queue. */
  readonly agent: number | null
  /** Only the staff sees it. */
  readonly note: string
}

/** Gives a conversation to somebody else with a note. @param isForced also one that somebody else has */
export const handOver = (
  scope: Scope,
  admin: number,
  id: number,
  { agent: next, note }: HandOver,
  isForced = false,
): Promise<void> =>
  change(scope, admin, id, { isForced, others: next === null ? [] : [next] }, async (call) => {
    const { conversation, trx } = call
    if (next === conversation.agent_id) refuse(t(scope.language, 'state.same'))
    if (next !== null) await refuseFullAgent(scope, trx, next, true)
    const changes = { ...opened(call), agent_id: next }
    if (next === null) return { changes, entry: { kind: 'note', text: note, event: 'queued' } }
    const text = [await nameOf(call, next), note].filter((part) => part !== '').join(' · ')
    return { changes, entry: { kind: 'note', text, event: 'handed' } }
  })

export const resolveConversation = (scope: Scope, admin: number, id: number, isForced = false): Promise<void> =>
  change(scope, admin, id, { isForced }, async ({ conversation }) => {
    if (conversation.status === states.resolved) return null
    const changes = {
      status: states.resolved,
      open_user_id: null,
      resolve_time: nowSeconds(),
      waiting_time: null,
      snooze_time: null,
    }
    return { changes, entry: { kind: 'system', text: '', event: 'resolved' } }
  })

/** Opens a resolved or snoozed conversation again, or one that waits for the customer. */
export const reopenConversation = (scope: Scope, admin: number, id: number, isForced = false): Promise<void> =>
  change(scope, admin, id, { isForced }, async (call) => {
    const { conversation, trx, agent, locked } = call
    if (conversation.status === states.open) return null
    if (conversation.agent_id === agent) await refuseFullAgent(scope, trx, agent)
    const nextAgent = conversation.agent_id === agent ? agent : await keptAgent(scope, trx, conversation, locked)
    // Whose message nobody had answered waits again.
    const isWaiting = conversation.last_side === sides.member && conversation.waiting_time === null
    const waiting = isWaiting ? { waiting_time: conversation.last_time } : {}
    return {
      changes: { ...opened(call), ...waiting, agent_id: nextAgent },
      entry: { kind: 'system', text: '', event: 'reopened' },
    }
  })

/** Puts a conversation off until a time, or until the member writes. */
export async function snoozeConversation(
  scope: Scope,
  admin: number,
  id: number,
  until: number,
  isForced = false,
): Promise<void> {
  if (until <= nowSeconds()) refuse(t(scope.language, 'snooze.past'))
  await change(scope, admin, id, { isForced }, async ({ conversation }) => ({
    changes: { status: states.snoozed, open_user_id: conversation.user_id, snooze_time: until, resolve_time: null },
    entry: { kind: 'note', text: String(until), event: 'snoozed' },
  }))
}

/** The customer has to do something first. */
export const awaitCustomer = (scope: Scope, admin: number, id: number, isForced = false): Promise<void> =>
  change(scope, admin, id, { isForced }, async ({ conversation }) => {
    if (conversation.status === states.pending) return null
    const changes = {
      status: states.pending,
      open_user_id: conversation.user_id,
      snooze_time: null,
      resolve_time: null,
    }
    return { changes, entry: { kind: 'note', text: '', event: 'pending' } }
  })
