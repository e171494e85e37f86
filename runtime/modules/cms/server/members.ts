/** Texts, comments and purchases of one member: lines for administrators, an export, and what is left without them. */
import { sql } from 'kysely'
import { decimalText } from 'tablewright/protocol'
import { listPath, lockRows, OperationError, type MemberCard, type MemberErasure } from 'tablewright/server'
import { t } from './i18n.ts'
import { saleStates, shareStates } from './sales/retract.ts'
import { idsIn } from './content/text-fields.ts'
import { hasId } from './tags.ts'
import type { Reading, Scope, Transaction } from '#generated/cms/server.ts'

const readings = ({ database }: { readonly database: { readonly query: unknown } }): Reading =>
  // The tables are there: this module has them.
  database.query as Reading

const count = async (
  query: Reading,
  table: 'cms_content' | 'cms_comment' | 'cms_sale' | 'cms_statistics',
  userId: number,
): Promise<number> => {
  const row = await query
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const memberCard: MemberCard = {
  nodes: ['cms/content/index'],
  async lines({ database, language }, memberId) {
    const query = readings({ database })
    const path = (page: string): string =>
      listPath(page, { search: [{ field: 'user_id', operator: 'eq', val: String(memberId) }] })
    return [
      {
        label: t(language, 'member.texts'),
        value: String(await count(query, 'cms_content', memberId)),
        path: path('cms/content'),
      },
      {
        label: t(language, 'member.comments'),
        value: String(await count(query, 'cms_comment', memberId)),
        path: path('cms/comment'),
      },
      {
        label: t(language, 'member.bought'),
        value: String(await count(query, 'cms_sale', memberId)),
        path: path('cms/sale'),
      },
    ]
  },
}

/** Money that is on its way speaks against it. */
async function refusalsOf(
  { language }: Pick<Scope, 'language'>,
  query: Reading,
  memberId: number,
): Promise<readonly string[]> {
  const due = await query
    .selectFrom('cms_sale')
    .select('id')
    .where((eb) => eb.or([eb('user_id', '=', memberId), eb('author_id', '=', memberId)]))
    .where((eb) => eb.or([eb('state', '=', saleStates.refunding), eb('share_state', '=', shareStates.due)]))
    .limit(1)
    .executeTakeFirst()
  return due ? [t(language, 'erasure.due')] : []
}

/** Rows that stay without their member, by the columns that name one. */
const owned = [
  { entity: 'cms/content', table: 'cms_content', columns: ['user_id'] },
  { entity: 'cms/comment', table: 'cms_comment', columns: ['user_id'] },
  { entity: 'cms/revision', table: 'cms_content_revision', columns: ['user_id'] },
  { entity: 'cms/review_log', table: 'cms_review_log', columns: ['user_id'] },
  { entity: 'cms/sale', table: 'cms_sale', columns: ['user_id', 'author_id'] },
  { entity: 'cms/friendly_link', table: 'cms_friendly_link', columns: ['user_id'] },
  { entity: 'cms/search_log', table: 'cms_search_log', columns: ['user_id'] },
] as const

type Owned = (typeof owned)[number]

/** Rows in which one of the columns names one of the members. */
async function idsOf(
  query: Reading,
  table: Owned['table'] | 'cms_statistics',
  columns: readonly string[],
  memberIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await query
    .selectFrom(table)
    .select('id')
    // Each of the columns holds the id of a member.
    .where((eb) => eb.or(columns.map((column) => eb(column as never, 'in', memberIds as never))))
    .execute()
  return rows.map(({ id }) => id)
}

const mentionsOf = (query: Reading, memberId: number) =>
  query
    .selectFrom('cms_comment')
    .select(['id', 'at_user'])
    .where(hasId(sql.ref('at_user'), memberId))
    .execute()

export const memberErasure: MemberErasure = {
  async describe(scope, memberId) {
    const query = readings(scope)
    const lines = await Promise.all(
      (
        [
          ['erasure.texts', 'cms_content'],
          ['erasure.comments', 'cms_comment'],
          ['erasure.marks', 'cms_statistics'],
          ['erasure.sales', 'cms_sale'],
        ] as const
      ).map(async ([key, table]) => {
        const rows = await count(query, table, memberId)
        return rows > 0 ? [t(scope.language, key, { count: rows })] : []
      }),
    )
    return { lines: lines.flat(), refusals: await refusalsOf(scope, query, memberId) }
  },

  async export(scope, memberId) {
    const query = readings(scope)
    const texts = await query
      .selectFrom('cms_content')
      .select(['id', 'title', 'description', 'content', 'status', 'memo', 'publish_time', 'create_time'])
      .where('user_id', '=', memberId)
      .orderBy('id')
      .execute()
    const comments = await query
      .selectFrom('cms_comment')
      .select(['id', 'content_id', 'text', 'status', 'create_time'])
      .where('user_id', '=', memberId)
      .orderBy('id')
      .execute()
    const sales = await query
      .selectFrom('cms_sale')
      .select(['id', 'content_id', 'kind', 'sn', 'amount', 'currency', 'state', 'create_time'])
      .where('user_id', '=', memberId)
      .orderBy('id')
      .execute()
    const marks = await query
      .selectFrom('cms_statistics')
      .select(['content_id', 'type', 'create_time'])
      .where('user_id', '=', memberId)
      .orderBy('id')
      .execute()
    return [
      { name: 'cms/content', rows: texts },
      { name: 'cms/comment', rows: comments },
      { name: 'cms/sale', rows: sales.map((row) => ({ ...row, amount: decimalText(BigInt(row.amount), 2) })) },
      { name: 'cms/statistics', rows: marks },
    ].filter(({ rows }) => rows.length > 0)
  },

  locks: [...owned, { entity: 'cms/statistics', table: 'cms_statistics', columns: ['user_id'] } as const].map(
    ({ entity, table, columns }) => ({
      entity,
      async lock({ scope, trx }, memberIds) {
        // The transaction of any module; only the types of its tables differ.
        const query = trx as unknown as Transaction
        const ids = [...(await idsOf(query, table, columns, memberIds))]
        if (table === 'cms_comment')
          for (const memberId of memberIds) ids.push(...(await mentionsOf(query, memberId)).map(({ id }) => id))
        await lockRows(scope, trx, entity, ids, table === 'cms_statistics' ? 'exclusive' : 'write')
      },
    }),
  ),

  async erase({ scope, trx }, memberId) {
    // The transaction of any module; only the types of its tables differ.
    const own = trx as unknown as Transaction
    const [refusal] = await refusalsOf(scope, own, memberId)
    if (refusal !== undefined) throw new OperationError('in_use', { sentence: refusal })
    for (const { table, columns } of owned) {
      const ids = await idsOf(own, table, columns, [memberId])
      for (const column of ids.length > 0 ? columns : [])
        await own
          .updateTable(table)
          .set({ [column]: null })
          .where('id', 'in', ids)
          // The same columns as above.
          .where(column as never, '=', memberId as never)
          .execute()
    }
    await forgetMentions(own, memberId)
    await own.deleteFrom('cms_statistics').where('user_id', '=', memberId).execute()
  },
}

async function forgetMentions(trx: Transaction, memberId: number): Promise<void> {
  for (const { id, at_user: column } of await mentionsOf(trx, memberId)) {
    const others = idsIn(column).filter((user) => user !== memberId)
    await trx
      .updateTable('cms_comment')
      .set({ at_user: others.length > 0 ? JSON.stringify(others) : null })
      .where('id', '=', id)
      .execute()
  }
}
