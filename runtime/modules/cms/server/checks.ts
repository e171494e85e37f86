/** Derived data: counters of texts and tags, and the reach of channels. */
import { sql } from 'kysely'
import { createSqlCheck, lockRows, rebuildTitle, type DerivedChange } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { lockChannels, refreshReaches, wrongReaches } from './channels.ts'
import { wrongCommentCounts } from './comments.ts'
import { wrongMarkCounts } from './marks.ts'
import { shareStates } from './sales/retract.ts'
import { refreshCounts, wrongCounts } from './tags.ts'
import { wrongViewCounts } from './views/store.ts'
import type { Check, Derivation, Reading, Scope, Transaction } from '#generated/cms/server.ts'

const text = (value: number | null): string | null => (value === null ? null : String(value))

const change = (id: number, field: string, before: number | null, after: number): DerivedChange => ({
  key: { id },
  field,
  before: text(before),
  after: text(after),
})

/** Counters of texts that differ. */
const wrongCounters = async (query: Reading): Promise<readonly DerivedChange[]> => [
  ...(await wrongCommentCounts(query)).map(({ id, before, count }) => change(id, 'comments', before, count)),
  ...(await wrongMarkCounts(query)).map(({ id, column, before, count }) => change(id, column, before, count)),
  ...(await wrongViewCounts(query)).map(({ id, before, count }) => change(id, 'views', before, count)),
  ...(await wrongSales(query)).map(({ id, before, count }) => change(id, 'sales', before, count)),
]

async function wrongSales(query: Reading) {
  const sold = await query
    .selectFrom('cms_sale')
    .select(({ fn }) => ['content_id', fn.countAll<number | string>().as('count')])
    .where('kind', '=', 'content')
    .where('state', '<>', 3)
    .groupBy('content_id')
    .execute()
  const counts = new Map(sold.map((row) => [row.content_id, Number(row.count)]))
  const rows = await query.selectFrom('cms_content').select(['id', 'sales']).orderBy('id').execute()
  return rows
    .map(({ id, sales }) => ({ id, before: sales, count: counts.get(id) ?? 0 }))
    .filter(({ before, count }) => before !== count)
}

interface Counted {
  readonly entity: 'cms/content' | 'cms/tags' | 'cms/channel'
  readonly label: { readonly 'zh-cn': string; readonly en: string }
  find(query: Reading): Promise<readonly DerivedChange[]>
  write(scope: Scope, trx: Transaction, ids: readonly number[]): Promise<void>
}

const derived: readonly Counted[] = [
  {
    entity: 'cms/channel',
    label: {
      'zh-cn': '栏目：实际可见性（来自自身和上级）',
      en: 'Channels: their reach (from themselves and those above)',
    },
    find: async (query) =>
      (await wrongReaches(query)).map(({ id, before, reach }) => change(id, 'reach', before, reach)),
    async write(scope, trx) {
      await lockChannels(scope, trx)
      await refreshReaches(trx)
    },
  },
  {
    entity: 'cms/tags',
    label: { 'zh-cn': '标签：内容数（来自已发布的内容）', en: 'Tags: their number of texts (from published texts)' },
    find: async (query) =>
      (await wrongCounts(query)).map(({ id, before, count }) => change(id, 'document_count', before, count)),
    async write(scope, trx, ids) {
      await lockRows(scope, trx, 'cms/tags', ids, 'write')
      await refreshCounts(trx, ids)
    },
  },
  {
    entity: 'cms/content',
    label: {
      'zh-cn': '内容：浏览、评论、点赞、收藏和销售数（来自各自的记录）',
      en: 'Texts: views, comments, likes, bookmarks and sales (from their records)',
    },
    find: wrongCounters,
    async write(scope, trx, ids) {
      await lockRows(scope, trx, 'cms/content', ids, 'write')
      const changes = await wrongCounters(trx)
      for (const { key, field, after } of changes.filter(({ key: { id } }) => ids.includes(Number(id))))
        await trx
          .updateTable('cms_content')
          .set({ [field]: Number(after) })
          .where('id', '=', Number(key['id']))
          .execute()
    },
  },
]

export const derivations: readonly Derivation[] = derived.map(({ entity, label, find, write }) => ({
  name: entity,
  label,
  async run(scope, isWriting) {
    const changes = await find(scope.database.query)
    const ids = [...new Set(changes.map(({ key }) => Number(key['id'])))]
    if (isWriting && ids.length > 0)
      await scope.database.write(async (trx) => {
        await write(scope, trx, ids)
        await scope.audit?.(trx, { title: rebuildTitle, data: { entity, ids } })
      })
    return { changes, left: [] }
  },
}))

const derivedChecks: readonly Check[] = derived.map(({ entity, label, find }) => ({
  name: `${entity}.derived`,
  repair: 'rebuild',
  label,
  async find(scope, limit) {
    const changes = await find(scope.database.query)
    return {
      count: changes.length,
      list: changes.slice(0, limit).map(({ key, before, after }) => ({ key, found: before, expected: after })),
    }
  },
}))

export const checks: readonly Check[] = [
  ...derivedChecks,
  createSqlCheck<Database>({
    name: 'cms/sale.share',
    repair: 'edit',
    scale: 2,
    label: {
      'zh-cn': '内容销售：作者分成不超过未退金额',
      en: 'Sales of texts: an author has no more of one than was not refunded',
    },
    rows: () => sql`select id, sn, share as found, amount - coalesce(refunded, 0) as expected
      from ${sql.table('cms_sale')}
      where share_state = ${sql.lit(shareStates.paid)} and share > amount - coalesce(refunded, 0)`,
  }),
  createSqlCheck<Database>({
    name: 'cms/content.reason',
    repair: 'edit',
    label: { 'zh-cn': '内容：每次退回都有原因', en: 'Texts: whatever is refused has a reason' },
    rows: () => sql`select id, status as found, 'memo' as expected from ${sql.table('cms_content')}
      where status = 'refused' and (memo is null or memo = '')`,
  }),
  createSqlCheck<Database>({
    name: 'cms/review_log.state',
    repair: 'edit',
    label: { 'zh-cn': '内容：状态与审核记录一致', en: 'Texts: the log of reviews ends in their state' },
    rows: () => sql`select c.id, c.status as found, l.to_status as expected from ${sql.table('cms_content')} c
      join ${sql.table('cms_review_log')} l on l.id =
        (select max(id) from ${sql.table('cms_review_log')} where content_id = c.id)
      where l.to_status <> c.status`,
  }),
]
