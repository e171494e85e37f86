/** Deleting a member: what they wrote is emptied, their conversations with the service desk as a whole. */
import { lockRows, nowSeconds, type ContractCall, type MemberErasure, type Scope as AnyScope } from 'tablewright/server'
import type { Reading, Scope, Transaction } from '#generated/chat/server.ts'
import { t } from './i18n.ts'
import { states, types } from './store/conversations.ts'

/** The core knows the tables of a module at run time only. */
const own = (scope: AnyScope): Scope => scope as unknown as Scope
/** As above. */
const tables = (trx: ContractCall['trx']): Transaction => trx as unknown as Transaction

/** Messages that the member wrote, and all of their conversations with the service desk. */
const messagesOf = (query: Reading, members: readonly number[]) =>
  query
    .selectFrom('chat_message')
    .where((eb) =>
      eb.or([
        eb('user_id', 'in', members),
        eb('hidden_user_id', 'in', members),
        eb('conversation_id', 'in', eb.selectFrom('chat_conversation').select('id').where('user_id', 'in', members)),
      ]),
    )

/** Files that the member uploaded, and those of their conversations with the service desk. */
const filesOf = (query: Reading, members: readonly number[]) =>
  query
    .selectFrom('chat_file')
    .where((eb) =>
      eb.or([
        eb('user_id', 'in', members),
        eb('conversation_id', 'in', eb.selectFrom('chat_conversation').select('id').where('user_id', 'in', members)),
      ]),
    )

const blocksOf = (query: Reading, members: readonly number[]) =>
  query
    .selectFrom('chat_block')
    .where((eb) => eb.or([eb('user_id', 'in', members), eb('blocked_user_id', 'in', members)]))

/** Messages of one statement. */
const batchSize = 1000

async function conversationsOf(query: Reading, members: readonly number[]): Promise<readonly number[]> {
  const rows = await query
    .selectFrom('chat_participant')
    .select('conversation_id as id')
    .where('user_id', 'in', members)
    .union(query.selectFrom('chat_conversation').select('id').where('user_id', 'in', members))
    .union(query.selectFrom('chat_conversation').select('id').where('open_user_id', 'in', members))
    .execute()
  return rows.map(({ id }) => id)
}

const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(({ id }) => id)

export const chatErasure: MemberErasure = {
  async describe(scope, member) {
    const { query } = own(scope).database
    const [{ messages }, { files }] = await Promise.all([
      messagesOf(query, [member])
        .select(({ fn }) => fn.countAll<number | string>().as('messages'))
        .executeTakeFirstOrThrow(),
      query
        .selectFrom('chat_file')
        .select(({ fn }) => fn.countAll<number | string>().as('files'))
        .where('user_id', '=', member)
        .executeTakeFirstOrThrow(),
    ])
    const { language } = scope
    const lines = [
      ...(Number(messages) > 0 ? [t(language, 'erase.messages', { count: Number(messages) })] : []),
      ...(Number(files) > 0 ? [t(language, 'erase.files', { count: Number(files) })] : []),
    ]
    return { lines, refusals: [] }
  },
  async export(scope, member) {
    const { query } = own(scope).database
    const messages = await query
      .selectFrom('chat_message')
      .select(['conversation_id', 'seq', 'content', 'create_time'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
    const blocks = await query
      .selectFrom('chat_block')
      .select(['blocked_user_id', 'create_time'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
    return [
      { name: 'chat/message', rows: messages },
      { name: 'chat/block', rows: blocks },
    ].filter(({ rows }) => rows.length > 0)
  },
  locks: [
    {
      entity: 'chat/conversation',
      lock: async ({ scope, trx }, members) =>
        lockRows(scope, trx, 'chat/conversation', await conversationsOf(tables(trx), members), 'write'),
    },
    {
      entity: 'chat/message',
      lock: async ({ scope, trx }, members) =>
        lockRows(
          scope,
          trx,
          'chat/message',
          idsOf(await messagesOf(tables(trx), members).select('id').execute()),
          'write',
        ),
    },
    {
      entity: 'chat/block',
      lock: async ({ scope, trx }, members) => {
        const rows = await blocksOf(tables(trx), members).select('id').execute()
        await lockRows(scope, trx, 'chat/block', idsOf(rows), 'exclusive')
      },
    },
    {
      entity: 'chat/file',
      lock: async ({ scope, trx }, members) => {
        const rows = await filesOf(tables(trx), members).select('id').execute()
        await lockRows(scope, trx, 'chat/file', idsOf(rows), 'exclusive')
      },
    },
    {
      entity: 'chat/participant',
      lock: async ({ scope, trx }, members) => {
        const rows = await tables(trx)
          .selectFrom('chat_participant')
          .select('id')
          .where('user_id', 'in', [...members])
          .execute()
        await lockRows(scope, trx, 'chat/participant', idsOf(rows), 'exclusive')
      },
    },
  ],
  async erase({ trx: anyTrx }, member) {
    const trx = tables(anyTrx)
    const messages = idsOf(await messagesOf(trx, [member]).select('id').orderBy('id').execute())
    for (let start = 0; start < messages.length; start += batchSize)
      await trx
        .updateTable('chat_message')
        .set({ content: '', mention: null, sealed: null, client_id: null, recall_time: nowSeconds() })
        .where('id', 'in', messages.slice(start, start + batchSize))
        .execute()
    await trx.updateTable('chat_message').set({ user_id: null }).where('user_id', '=', member).execute()
    await trx.updateTable('chat_message').set({ hidden_user_id: null }).where('hidden_user_id', '=', member).execute()
    const files = await filesOf(trx, [member]).select(['id', 'user_id']).execute()
    const conversations = await conversationsOf(trx, [member])
    if (conversations.length > 0)
      await trx
        .updateTable('chat_conversation')
        .set({ title: null, pair_key: null })
        .where('id', 'in', [...conversations])
        .where('type', '<>', types.group)
        .execute()
    await trx
      .updateTable('chat_conversation')
      .set({ user_id: null, open_user_id: null, status: states.resolved, waiting_time: null })
      .where((eb) => eb.or([eb('user_id', '=', member), eb('open_user_id', '=', member)]))
      .execute()
    const blocks = idsOf(await blocksOf(trx, [member]).select('id').execute())
    if (blocks.length > 0) await trx.deleteFrom('chat_block').where('id', 'in', blocks).execute()
    // The member's own uploads are deleted with the member; those of agents by the job that cleans up.
    const [uploads, others] = [
      files.filter(({ user_id: id }) => id !== null),
      files.filter(({ user_id: id }) => id === null),
    ]
    if (uploads.length > 0) await trx.deleteFrom('chat_file').where('id', 'in', idsOf(uploads)).execute()
    if (others.length > 0)
      await trx
        .updateTable('chat_file')
        .set({ message_id: null, name: '-', create_time: 0 })
        .where('id', 'in', idsOf(others))
        .execute()
    await trx.deleteFrom('chat_participant').where('user_id', '=', member).execute()
  },
}
