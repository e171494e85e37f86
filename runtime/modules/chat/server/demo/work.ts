/** The demo conversations, stored in one transaction as members and agents would have written them. */
import { insertMissing, nowSeconds } from 'tablewright/server'
import type { DemoWork, Scope, Transaction } from '#generated/chat/server.ts'
import { ensureAgent } from '../desk/agents.ts'
import { hasMembers, memberParty, readProfiles, staffParty } from '../party.ts'
import { append, writeEntries, type Changes } from '../store/append.ts'
import { addConversation, readConversation, sides, states } from '../store/conversations.ts'
import { cannedReplies, scripts, type Script } from './scripts.ts'

/** Seconds between two messages. */
const pause = 180

/** Does nothing where there are no members, or conversations already. */
export async function demoWork({ scope }: DemoWork): Promise<void> {
  const { query } = scope.database
  await scope.database.write((trx) => storeReplies(scope, trx))
  if (!hasMembers(scope)) return
  if (await query.selectFrom('chat_conversation').select('id').limit(1).executeTakeFirst()) return
  const members = await query
    .selectFrom('user')
    .select('id')
    .where('status', '=', 'enable')
    .orderBy('id')
    .limit(scripts.length)
    .execute()
  const admin = await query.selectFrom('admin').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (!admin || members.length < 2) return
  const ids = members.map(({ id }) => id)
  await writeEntries(scope, async (trx) => {
    const agent = await ensureAgent(scope, trx, admin.id)
    for (const [index, script] of scripts.entries()) {
      const member = ids[index % ids.length] ?? 0
      const other = ids[(index + 1) % ids.length] ?? 0
      await storeScript(scope, trx, script, { member, other, admin: admin.id, agent })
    }
  })
}

async function storeReplies({ language }: Scope, trx: Transaction): Promise<void> {
  const now = nowSeconds()
  await insertMissing(
    trx,
    'chat_canned_reply',
    cannedReplies.map(([code, title, content]) => ({
      code,
      title: title[language],
      content: content[language],
      create_time: now,
      update_time: now,
      version: 1,
    })),
  )
}

interface People {
  readonly member: number
  readonly other: number
  readonly admin: number
  readonly agent: number
}

async function storeScript(scope: Scope, trx: Transaction, script: Script, people: People): Promise<void> {
  const { member, other, admin, agent } = people
  const { language } = scope
  const isService = script.type === 'service'
  const parties = isService ? [member] : [member, other]
  const profile = await readProfiles(scope, trx, parties.map(memberParty))
  const id = await addConversation(scope, trx, {
    type: script.type,
    title: script.title?.[language] ?? parties.map((party) => profile(memberParty(party)).name).join(', '),
    members: parties,
    owner: member,
    columns: isService
      ? { user_id: member, open_user_id: member, status: states.open }
      : { pair_key: script.type === 'private' ? parties.toSorted((left, right) => left - right).join(':') : null },
  })
  const end = nowSeconds() - Math.round(script.age * 3600)
  for (const [index, [speaker, chinese, english]] of script.lines.entries()) {
    const conversation = await readConversation(trx, id)
    if (!conversation) return
    const time = end - (script.lines.length - 1 - index) * pause
    const isStaff = speaker === 'staff' || speaker === 'note'
    const author = isStaff ? staffParty(admin) : memberParty(speaker === 'other' ? other : member)
    const text = language === 'en' ? english : chinese
    const changes: Changes = !isService
      ? {}
      : speaker === 'note'
        ? {}
        : isStaff
          ? { agent_id: agent, last_side: sides.staff, waiting_time: null }
          : { last_side: sides.member, waiting_time: conversation.waiting_time ?? time }
    const kind = speaker === 'note' ? 'note' : 'text'
    await append(trx, conversation, { kind, author, text, time }, { changes })
  }
  await finish(trx, script, id, end)
}

async function finish(trx: Transaction, { state }: Script, id: number, end: number): Promise<void> {
  const conversation = await readConversation(trx, id)
  if (!conversation) return
  if (state === 'resolved') {
    const changes = { status: states.resolved, open_user_id: null, resolve_time: end + pause, waiting_time: null }
    const entry = { kind: 'system', author: null, text: '', event: 'resolved', time: end + pause } as const
    await append(trx, conversation, entry, { changes })
  }
  if (state === 'snoozed') {
    const until = nowSeconds() + 86_400
    const changes = { status: states.snoozed, snooze_time: until }
    const entry = { kind: 'note', author: null, text: String(until), event: 'snoozed', time: end + pause } as const
    await append(trx, conversation, entry, { changes })
  }
}
