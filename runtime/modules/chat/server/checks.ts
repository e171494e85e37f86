/** Checks of `doctor`: what the schemas cannot say about conversations. */
import { sql } from 'kysely'
import { createSqlCheck, type Check } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { kinds } from './store/append.ts'
import { states, types } from './store/conversations.ts'

/** Numbers of a conversation have no gaps; what the retention removes are the first of them. */
const numbers: Check<Database> = createSqlCheck<Database>({
  name: 'chat/message.numbers',
  repair: 'backup',
  label: { 'zh-cn': '会话：消息序号连续', en: 'Conversations: the numbers of messages have no gaps' },
  rows: () => sql`select c.id, c.last_seq as found, m.top as expected from chat_conversation c
    join (select conversation_id, max(seq) as top, min(seq) as low, count(*) as n from chat_message
      group by conversation_id) m on m.conversation_id = c.id
    where m.top <> c.last_seq or m.top - m.low + 1 <> m.n`,
})

/** Text, quotes and mentions of recalled messages are gone. */
const recalled: Check<Database> = createSqlCheck<Database>({
  name: 'chat/message.recalled',
  repair: 'backup',
  label: { 'zh-cn': '消息：撤回后不含内容', en: 'Messages: recalled ones have no text' },
  rows: () => sql`select id, content as found, '' as expected from chat_message
    where recall_time is not null and (content <> '' or mention is not null
      or exists (select 1 from chat_file f where f.message_id = chat_message.id))`,
})

/** A member has one conversation with the service desk that is not resolved. */
const openConversations: Check<Database> = createSqlCheck<Database>({
  name: 'chat/conversation.open',
  repair: 'edit',
  label: {
    'zh-cn': '客服会话：未解决的每人最多一个',
    en: 'Service: a member has one conversation that is not resolved',
  },
  rows: () => sql`select id, open_user_id as found, user_id as expected from chat_conversation
    where type = ${types.service} and user_id is not null
      and (status <> ${states.resolved}) <> (open_user_id is not null and open_user_id = user_id)`,
})

/** Nobody has read further than there are messages. */
const cursors: Check<Database> = createSqlCheck<Database>({
  name: 'chat/participant.read',
  repair: 'edit',
  label: { 'zh-cn': '会话成员：已读不超过最近序号', en: 'Participants: nobody has read further than the last number' },
  rows: () => sql`select p.id, p.read_seq as found, c.last_seq as expected from chat_participant p
    join chat_conversation c on c.id = p.conversation_id
    where p.read_seq > c.last_seq or p.cleared_seq > c.last_seq`,
})

/** An entry that recalls names a message that was recalled. */
const recalls: Check<Database> = createSqlCheck<Database>({
  name: 'chat/message.recalls',
  repair: 'backup',
  label: { 'zh-cn': '撤回记录：对应的消息已撤回', en: 'Recalls: the message that they name was recalled' },
  rows: () => sql`select r.id, m.id as found, r.target_seq as expected from chat_message r
    join chat_message m on m.conversation_id = r.conversation_id and m.seq = r.target_seq
    where r.kind = ${kinds.recall} and m.recall_time is null`,
})

export const chatChecks = [numbers, recalled, openConversations, cursors, recalls]
