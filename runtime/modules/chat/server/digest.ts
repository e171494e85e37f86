/** The mail to members who have not read messages for a while: how many there are, never what they say. */
import { sql } from 'kysely'
import { createJobDefinition, lockRows, nowSeconds, type JobCall, type MessageDeclaration } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Reading, Scope, Transaction } from '#generated/chat/server.ts'
import { memberParty } from './party.ts'
import { digestSeconds } from './settings.ts'
import { countUnread, unreadCount } from './store/read.ts'

export const unreadMessage: MessageDeclaration = {
  code: 'chat_unread',
  label: { 'zh-cn': '未读消息提醒', en: 'Unread messages' },
  variables: {
    count: { label: { 'zh-cn': '未读消息数', en: 'Unread messages' }, sample: '3' },
    url: {
      label: { 'zh-cn': '消息地址', en: 'Address of the messages' },
      sample: 'https://example.com/#/user/chat/list',
    },
  },
  mail: {
    subject: { 'zh-cn': '{{site_name}}：您有未读消息', en: '{{site_name}}: you have unread messages' },
    text: {
      'zh-cn': '您有 {{count}} 条未读消息。\n\n{{url}}',
      en: 'Unread messages: {{count}}.\n\n{{url}}',
    },
  },
  isSecret: false,
}

/** Seconds between two mails to a member. */
const pause = 86_400
/** Seconds after which nobody is reminded of a message any more. */
const longest = 7 * 86_400
/** Members of one run. */
const maxMembers = 200

/** Members with messages that they have not read for so long, in conversations that they have not muted. */
async function readWaiting(query: Reading, now: number, life: number): Promise<readonly number[]> {
  const own = { kind: 'user', id: sql.ref('p.user_id') } as const
  const isWaiting = sql`and m.create_time <= ${now - life} and m.create_time > ${now - life - longest}
    and m.create_time > coalesce(p.remind_time, 0) - ${life}`
  const rows = await query
    .selectFrom('chat_participant as p')
    .innerJoin('chat_conversation as c', 'c.id', 'p.conversation_id')
    .select('p.user_id')
    .where('p.user_id', 'is not', null)
    .where('p.muted', '=', 0)
    .where('p.leave_seq', 'is', null)
    .where('c.last_time', '>', now - life - longest)
    .where((eb) => eb('p.read_seq', '<', eb.ref('c.preview_seq')))
    .where(
      sql<boolean>`not exists (select 1 from chat_participant r
        where r.user_id = p.user_id and r.remind_time > ${now - pause})`,
    )
    .groupBy('p.user_id')
    .having(sql<boolean>`sum(${unreadCount(own, isWaiting)}) > 0`)
    .orderBy('p.user_id')
    .limit(maxMembers)
    .execute()
  return rows.flatMap(({ user_id: member }) => member ?? [])
}

/** Once a day for each member at most. A member mutes the conversations of which they want to hear nothing. */
export const remindMembers = createJobDefinition<Database>()({
  name: 'chat/remindMembers',
  label: { 'zh-cn': '提醒会员未读消息', en: 'Remind members of unread messages' },
  schedule: { cron: '40 * * * *', payload: null },
  handler: async ({ scope: anyScope, complete }: JobCall<null, Database>) => {
    const scope = anyScope as Scope
    const { settings, mailer, database } = scope
    const life = digestSeconds(settings)
    const now = nowSeconds()
    const isOn = life > 0 && mailer?.canDeliver(settings) === true
    const members = isOn ? await readWaiting(database.query, now, life) : []
    await complete(async (trx) => {
      await remind(scope, trx, members, now)
    })
  },
})

async function remind(scope: Scope, trx: Transaction, members: readonly number[], now: number): Promise<void> {
  const { settings, mailer, language, members: accounts } = scope
  if (!mailer || members.length === 0) return
  const rows = await trx.selectFrom('chat_participant').select('id').where('user_id', 'in', members).execute()
  await lockRows(
    scope,
    trx,
    'chat/participant',
    rows.map(({ id }) => id),
    'write',
  )
  await trx.updateTable('chat_participant').set({ remind_time: now }).where('user_id', 'in', members).execute()
  for (const member of members) {
    // The core knows the tables of a module at run time only.
    const email = (await accounts?.contact?.(trx as never, member))?.email ?? ''
    const count = await countUnread(trx, memberParty(member))
    if (count === 0 || !mailer.isAddress(email)) continue
    const values = { count: String(count), url: `${settings.siteUrl}/#/user/chat/list` }
    // As above.
    await mailer.send(settings, trx as never, { to: email, message: unreadMessage, language, values })
  }
}
