/** Goods on sale, for anybody. What the public sees is the rule of the schema. */
import { sql } from 'kysely'
import { decimalText, memoizeByObject, type AnswerOf, type InputOf } from 'tablewright/protocol'
import {
  AnswerCache,
  OperationError,
  createRouteDefinition,
  likePattern,
  nowSeconds,
  publicRows,
  type ModuleRoute,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { ShopServerParts } from '#generated/shop/parts.ts'
import { listCategories, listGoods, readGoodsInfo } from '../../shared/routes.ts'
import { moneyText, quantityText } from '../amounts.ts'
import { boughtBy, imagesOf, readGoods, sellableOf, type Sold } from '../goods/sold.ts'
import type { Reading, Scope } from '#generated/shop/server.ts'

const defineVisitorRoute = createRouteDefinition<Database>()

const shownGoods = (goods: Sold, sellable: number) => ({
  id: goods.id,
  title: goods.title,
  image: imagesOf(goods)[0] ?? null,
  price: moneyText(goods.price),
  market_price: goods.market_price !== null && goods.market_price > goods.price ? moneyText(goods.market_price) : null,
  score_price: goods.score_price === null ? null : String(goods.score_price),
  unit: goods.unit,
  decimals: goods.decimals ?? 0,
  limit_buy: quantityText(goods.limit_buy ?? 0),
  sellable: quantityText(sellable),
})

/** Goods that the public sees, whose products are there. */
const onSale = (scope: Scope) =>
  scope.database.query
    .selectFrom('shop_goods as g')
    .innerJoin('wms_product as p', 'p.id', 'g.product_id')
    .where('p.deletetime', 'is', null)
    // Guard T20: visitors see goods on sale only, by the rule of the schema.
    .where(publicRows<ShopServerParts>(scope, 'shop/goods', null).condition('g'))

/** A category with all below it. */
async function categoriesBelow(query: Reading, root: number): Promise<readonly number[]> {
  const rows = await query.selectFrom('wms_category').select(['id', 'pid']).where('deletetime', 'is', null).execute()
  const ids = [root]
  for (const id of ids) ids.push(...rows.filter((row) => row.pid === id && !ids.includes(row.id)).map((row) => row.id))
  return ids
}

type GoodsList = AnswerOf<(typeof listGoods)['answer']>

/** Seconds after which stock that has expired, or is free again, without a commit is counted in lists. */
const listSeconds = 5

/** Lists are the same for everybody. */
const listsOf = memoizeByObject((database: Scope['database']) => new AnswerCache<GoodsList>(database, { max: 500 }))

async function listOf(
  scope: Scope,
  { category, keywords = '', order = 'weigh', page = 1, limit = 20 }: InputOf<(typeof listGoods)['input']>,
): Promise<GoodsList> {
  const { query, adapter } = scope.database
  let goods = onSale(scope)
  if (category !== undefined) goods = goods.where('p.category_id', 'in', [...(await categoriesBelow(query, category))])
  for (const word of keywords.split(/\s+/).filter(Boolean).slice(0, 8)) {
    const pattern = likePattern(word)
    goods = goods.where((row) =>
      row.or([
        adapter.like(sql.ref('g.title'), pattern),
        adapter.like(sql.ref('p.product_no'), pattern),
        adapter.like(sql.ref('p.spec'), pattern),
      ]),
    )
  }
  const { total } = await goods.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const sorted =
    order === 'cheap'
      ? goods.orderBy('g.price')
      : order === 'dear'
        ? goods.orderBy('g.price', 'desc')
        : order === 'weigh'
          ? goods.orderBy('g.weigh', 'desc')
          : goods
  const ids = await sorted
    .select('g.id')
    .orderBy('g.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const rows = await readGoods(
    query,
    ids.map(({ id }) => id),
  )
  const sellable = await sellableOf(
    scope,
    query,
    rows.map((row) => row.product_id),
  )
  const list = ids.flatMap(({ id }) => {
    const row = rows.find((candidate) => candidate.id === id)
    return row ? [shownGoods(row, sellable.get(row.product_id) ?? 0)] : []
  })
  return { list, total: Number(total) }
}

export const goodsRoutes: readonly ModuleRoute[] = [
  defineVisitorRoute(listGoods, {
    login: 'visitor',
    right: null,
    label: { 'zh-cn': '商城商品列表', en: 'Goods of the shop' },
    maxPerMinute: 600,
    handler: ({ scope, input }) =>
      listsOf(scope.database).of({ settings: scope.settings, parts: input }, async () => ({
        value: await listOf(scope, input),
        end: nowSeconds() + listSeconds,
      })),
  }),
  defineVisitorRoute(listCategories, {
    login: 'visitor',
    right: null,
    label: { 'zh-cn': '商城分类', en: 'Categories of the shop' },
    maxPerMinute: 600,
    async handler({ scope }) {
      const counts = await onSale(scope)
        .select(({ fn }) => ['p.category_id', fn.countAll<number>().as('count')])
        .where('p.category_id', 'is not', null)
        .groupBy('p.category_id')
        .execute()
      const rows = await scope.database.query
        .selectFrom('wms_category')
        .select(['id', 'pid', 'name'])
        .where('deletetime', 'is', null)
        .where('status', '=', 1)
        .orderBy('weigh', 'desc')
        .orderBy('id')
        .execute()
      const countOf = (id: number): number => {
        const below = rows.filter((row) => row.pid === id).reduce((sum, row) => sum + countOf(row.id), 0)
        return below + Number(counts.find((row) => row.category_id === id)?.count ?? 0)
      }
      const list = rows.map((row) => ({ id: row.id, pid: row.pid, name: row.name, count: countOf(row.id) }))
      return { list: list.filter(({ count }) => count > 0) }
    },
  }),
  defineVisitorRoute(readGoodsInfo, {
    login: 'visitor',
    right: null,
    label: { 'zh-cn': '商城商品详情', en: 'Goods of the shop in detail' },
    maxPerMinute: 600,
    async handler({ scope, member, input: { id } }) {
      const { query } = scope.database
      const row = await onSale(scope)
        .leftJoin('wms_category as c', 'c.id', 'p.category_id')
        .select(['g.content', 'p.spec', 'c.name as category'])
        .where('g.id', '=', id)
        .executeTakeFirst()
      const [goods] = row ? await readGoods(query, [id]) : []
      if (!row || !goods) throw new OperationError('not_found')
      const sellable = await sellableOf(scope, query, [goods.product_id])
      const bought = member ? await boughtBy(query, member.id, [id]) : new Map<number, number>()
      return {
        goods: shownGoods(goods, sellable.get(goods.product_id) ?? 0),
        images: [...imagesOf(goods)],
        content: row.content ?? '',
        category: row.category,
        spec: row.spec,
        bought: decimalText(bought.get(id) ?? 0, 3),
      }
    },
  }),
]
