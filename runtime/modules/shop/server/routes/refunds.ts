/** Refunds of members. Those of others do not exist for them. */
import { createRouteDefinition, ticketOwnerOf, type ModuleRoute } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { askRefund, listRefunds, withdrawRefund } from '../../shared/orders.ts'
import { showRefunds } from '../orders/show.ts'
import { askForRefund, withdrawRequest } from '../refunds/ask.ts'
import { filesOf, pictureBytes, pictureTypes, refuseMany, storeFile } from '../refunds/files.ts'
import { idOf } from './cart.ts'

const defineMemberRoute = createRouteDefinition<Database>()

/** Uploads an image for a request; only the member and who decides can open it. */
const uploadRoute = defineMemberRoute({
  kind: 'upload',
  path: 'shop.Refund/upload',
  login: 'member',
  label: { 'zh-cn': '上传退款图片', en: 'Upload an image for a refund' },
  input: { type: 'object', properties: {} },
  maxPerMinute: 30,
  maxBytes: pictureBytes,
  async admit({ scope, member }) {
    await refuseMany(scope, scope.database.query, idOf(member))
    return { types: pictureTypes, maxBytes: pictureBytes, topic: 'refund' }
  },
  handler: ({ scope, member, file }) => scope.database.write((trx) => storeFile(trx, idOf(member), file)),
})

export const refundRoutes: readonly ModuleRoute[] = [
  uploadRoute,
  defineMemberRoute(askRefund, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '申请退款', en: 'Request a refund' },
    maxPerMinute: 30,
    async handler({ scope, trx, member, input: { order_id: order, ...request } }) {
      const { id } = await askForRefund({ scope, trx }, idOf(member), order, request)
      return { id }
    },
  }),
  defineMemberRoute(withdrawRefund, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '撤回退款申请', en: 'Withdraw a refund request' },
    maxPerMinute: 30,
    async handler({ scope, trx, member, input: { id } }) {
      await withdrawRequest({ scope, trx }, idOf(member), id)
      return { id }
    },
  }),
  defineMemberRoute(listRefunds, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '会员退款', en: 'Refunds of a member' },
    maxPerMinute: 240,
    async handler({ scope, member, input: { page = 1, limit = 10 } }) {
      const { query } = scope.database
      const own = query.selectFrom('shop_refund').where('user_id', '=', idOf(member))
      const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await own
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute()
      const files = await filesOf(
        scope,
        query,
        rows.map(({ id }) => id),
        ticketOwnerOf({ actor: null, member }),
      )
      return { list: await showRefunds(query, rows, files), total: Number(total) }
    },
  }),
]
