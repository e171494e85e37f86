/** The actions of agents on conversations, each of them decided under the lock of the conversation. */
import { nowSeconds, OperationError } from 'tablewright/server'
import type { Scope, Transaction } from '#generated/chat/server.ts'
import { t } from '../i18n.ts'
import { staffParty } from '../party.ts'
import { append, writeEntries, type Changes, type NewEntry } from '../store/append.ts'
import { lockConversation, refuse, states, types, type Conversation } from '../store/conversations.ts'
import { ensureAgent, lockAgents, refuseFullAgent, requireAgent } from './agents.ts'

interface DeskCall {
  readonly scope: Scope
  readonly trx: Transaction
  readonly conversation: Conversation
  /** The agent who acts. */
  readonly agent: number
}

interface Outcome {
  /** Columns of the conversation. */
  readonly changes: Changes
  readonly entry: Omit<NewEntry, 'author'>
}

/** @param others agents who are locked as well, since what they have is counted */
async function change(
  scope: Scope,
  admin: number,
  id: number,
  decide: (call: DeskCall) => Promise<Outcome | null>,
  others: readonly number[] = [],
): Promise<void> {
  await writeEntries(scope, async (trx) => {
    const agent = await ensureAgent(scope, trx, admin)
    await lockAgents(scope, trx, [agent, ...others])
    const conversation = await lockConversation(scope, trx, id)
    if (!conversation) throw new OperationError('not_found', { sentence: t(scope.language, 'missing') })
    // Guard T12: members talk to each other without the staff.
    if (conversation.type !== types.service)
      throw new OperationError('not_found', { sentence: t(scope.language, 'missing') })
    const outcome = await decide({ scope, trx, conversation, agent })
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
  change(scope, admin, id, async (call) => {
    const { conversation, trx, agent } = call
    if (conversation.agent_id === agent) return null
    if (conversation.agent_id !== null && !isForced)
      refuse(t(scope.language, 'taken', { name: await nameOf(call, conversation.agent_id) }))
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
  change(
    scope,
    admin,
    id,
    async (call) => {
      const { conversation, trx, agent } = call
      if (conversation.agent_id !== null && conversation.agent_id !== agent && !isForced)
        refuse(t(scope.language, 'taken.other', { name: await nameOf(call, conversation.agent_id) }))
      if (next === conversation.agent_id) refuse(t(scope.language, 'state.same'))
      if (next !== null) await refuseFullAgent(scope, trx, next, true)
      const changes = { ...opened(call), agent_id: next }
      return { changes, entry: { kind: 'note', text: note, event: next === null ? 'queued' : 'handed' } }
    },
    next === null ? [] : [next],
  )

export const resolveConversation = (scope: Scope, admin: number, id: number): Promise<void> =>
  change(scope, admin, id, async ({ conversation }) => {
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
export const reopenConversation = (scope: Scope, admin: number, id: number): Promise<void> =>
  change(scope, admin, id, async (call) => {
    if (call.conversation.status === states.open) return null
    return { changes: opened(call), entry: { kind: 'system', text: '', event: 'reopened' } }
  })

/** Puts a conversation off until a time, or until the member writes. */
export async function snoozeConversation(scope: Scope, admin: number, id: number, until: number): Promise<void> {
  if (until <= nowSeconds()) refuse(t(scope.language, 'snooze.past'))
  await change(scope, admin, id, async ({ conversation }) => ({
    changes: { status: states.snoozed, open_user_id: conversation.user_id, snooze_time: until, resolve_time: null },
    entry: { kind: 'note', text: String(until), event: 'snoozed' },
  }))
}

/** The customer has to do something first. */
export const awaitCustomer = (scope: Scope, admin: number, id: number): Promise<void> =>
  change(scope, admin, id, async ({ conversation }) => {
    if (conversation.status === states.pending) return null
    const changes = {
      status: states.pending,
      open_user_id: conversation.user_id,
      snooze_time: null,
      resolve_time: null,
    }
    return { changes, entry: { kind: 'note', text: '', event: 'pending' } }
  })
