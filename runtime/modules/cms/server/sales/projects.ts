/** Projects of payments: texts, and tips for their authors. */
import {
  enqueueJob,
  lockRows,
  nowSeconds,
  OperationError,
  type ContractCall,
  type PayLog,
  type PayProject,
} from 'tablewright/server'
import { t } from '../i18n.ts'
import { shareRules } from '../settings.ts'
import { kinds, refundSales, saleStates, shareStates, type Sale } from './retract.ts'
import { feeOf, shareOf } from './share.ts'
import type { Scope, Transaction } from '#generated/cms/server.ts'

interface CmsCall {
  readonly scope: Scope
  readonly trx: Transaction
}

/** The call as this module sees it: others know nothing of its tables. */
const ownCall = ({ scope, trx }: ContractCall): CmsCall => ({
  // The scope of any module; only the types of its tables differ.
  scope: scope as unknown as Scope,
  // The same for the transaction.
  trx: trx as unknown as Transaction,
})

type Kind = Sale['kind'] & string

/** As the columns hold it, which have two decimals in both currencies. */
const columnAmount = (amount: number, currency: PayLog['currency']): number =>
  currency === 'integral' ? amount * 100 : amount

async function addSale(call: ContractCall, log: PayLog, kind: Kind): Promise<void> {
  const { scope, trx } = ownCall(call)
  const text = await trx.selectFrom('cms_content').selectAll().where('id', '=', log.objectId).executeTakeFirst()
  if (!text) return payBack(call, log)
  // Nobody reads it any more: the money of whoever was still paying goes back.
  const isGone = kind === kinds.content && (text.retracted === 1 || text.delete_time !== null)
  const { ratio, fee } = shareRules(scope, kind)
  const author = text.user_id
  const share = author === null || isGone ? 0 : shareOf(log.amount, log.currency, { ratio, fee: feeOf(log.type, fee) })
  if (isGone) await enqueueJob(trx, refundSales, { contentId: text.id, reason: text.memo ?? '' })
  const { wallet } = call.scope
  await trx
    .insertInto('cms_sale')
    .values({
      content_id: text.id,
      user_id: log.userId,
      author_id: author,
      kind,
      sn: log.sn,
      pay_log: log.id,
      amount: columnAmount(log.amount, log.currency),
      currency: log.currency,
      share: columnAmount(share, log.currency),
      share_state: share > 0 ? shareStates.paid : shareStates.none,
      refunded: 0,
      state: isGone ? saleStates.refunding : saleStates.paid,
      create_time: nowSeconds(),
      version: 1,
    })
    .execute()
  if (kind === kinds.content)
    await trx
      .updateTable('cms_content')
      .set({ sales: (text.sales ?? 0) + 1 })
      .where('id', '=', text.id)
      .execute()
  if (share <= 0 || author === null) return
  if (!wallet) throw new OperationError('bad_state', { sentence: t(scope.language, 'paid.off') })
  // A share that cannot be posted stops the payment: nobody has paid then.
  await wallet.change(call, {
    asset: log.currency === 'integral' ? 'score' : 'money',
    userId: author,
    amount: share,
    memo: t(scope.language, 'share.memo', { title: text.title }).slice(0, 255),
    source: kind === kinds.content ? 'share' : 'admire',
    sn: log.id,
  })
}

/** A payment for a text of which nothing is left. */
const payBack = async (call: ContractCall, { id, amount }: PayLog): Promise<void> =>
  call.scope.payments?.refund(call, {
    payLogId: id,
    amount,
    reason: t(call.scope.language, 'paid.gone'),
    key: 'cms-gone',
  })

/**
 * The share of what is left of a sale, in the units of its columns: rounded down, so that it is never more than that
 * ($I3).
 */
const shareLeft = ({ share, amount, refunded: before }: Sale, refunded: number, unit: 1 | 100): number =>
  Math.floor(((share ?? 0) * (amount - refunded)) / (amount - (before ?? 0)) / unit) * unit

/**
 * Takes back a part of the share; what the author has spent already is owed, and the buyer has the money all the same.
 */
async function takeShare(call: ContractCall, sale: Sale, refundId: number, part: number): Promise<Sale['share_state']> {
  const { wallet } = call.scope
  const isGiven = sale.share_state === shareStates.paid || sale.share_state === shareStates.owed
  if (!isGiven || sale.author_id === null || part === 0) return sale.share_state
  if (!wallet) return shareStates.owed
  const { language } = call.scope
  const points = sale.currency === 'integral'
  try {
    await wallet.change(call, {
      asset: points ? 'score' : 'money',
      userId: sale.author_id,
      amount: -(points ? part / 100 : part),
      memo: t(language, 'share.return', { title: sale.sn }),
      source: 'share_return',
      sn: refundId,
    })
    return shareStates.returned
  } catch (error) {
    if (error instanceof OperationError && ['stock_short', 'not_found'].includes(error.code)) return shareStates.owed
    throw error
  }
}

const labels = {
  content: { 'zh-cn': '付费内容', en: 'Paid text' },
  admire: { 'zh-cn': '赞赏', en: 'Tip' },
} as const

function createProject(name: 'content' | 'admire'): PayProject {
  return {
    name,
    label: labels[name],
    locks: 'cms/content',
    // Tips can be given again.
    isRepeatable: name === 'admire',
    lock: ({ scope, trx }, ids) => lockRows(scope, trx, 'cms/content', ids, 'write'),
    async payees(call, id) {
      const { trx } = ownCall(call)
      const text = await trx.selectFrom('cms_content').select('user_id').where('id', '=', id).executeTakeFirst()
      const sales = await trx
        .selectFrom('cms_sale')
        .select('author_id')
        .distinct()
        .where('content_id', '=', id)
        .where('author_id', 'is not', null)
        .execute()
      return [...new Set([text?.user_id ?? [], ...sales.map(({ author_id: author }) => author ?? [])].flat())]
    },
    onPaid: (call, log) => addSale(call, log, name),
    async onLate(call, log) {
      const { trx } = ownCall(call)
      const text = await trx
        .selectFrom('cms_content')
        .select(['status', 'price', 'currency', 'retracted', 'delete_time'])
        .where('id', '=', log.objectId)
        .executeTakeFirst()
      const isOffered = text?.status === 'normal' && text.delete_time === null && text.retracted !== 1
      if (!isOffered) return 'refund'
      if (name === 'admire') return 'accept'
      return text.currency === log.currency && text.price === columnAmount(log.amount, log.currency)
        ? 'accept'
        : 'refund'
    },
    async onRefunded(call, { id, log, amount }) {
      const { trx } = ownCall(call)
      const sale = await trx.selectFrom('cms_sale').selectAll().where('pay_log', '=', log.id).executeTakeFirst()
      if (!sale) return
      const refunded = (sale.refunded ?? 0) + columnAmount(amount, log.currency)
      const isWhole = refunded >= sale.amount
      const left = isWhole ? 0 : shareLeft(sale, refunded, log.currency === 'integral' ? 100 : 1)
      const state = await takeShare(call, sale, id, (sale.share ?? 0) - left)
      await trx
        .updateTable('cms_sale')
        .set({
          refunded,
          ...(isWhole || state !== shareStates.returned
            ? { share_state: state }
            : { share: left, share_state: left === 0 ? shareStates.none : shareStates.paid }),
          ...(isWhole && { state: saleStates.refunded }),
        })
        .where('id', '=', sale.id)
        .execute()
      if (!isWhole || sale.kind !== kinds.content || sale.content_id === null) return
      const text = await trx
        .selectFrom('cms_content')
        .select('sales')
        .where('id', '=', sale.content_id)
        .executeTakeFirst()
      if (text)
        await trx
          .updateTable('cms_content')
          .set({ sales: Math.max(0, (text.sales ?? 0) - 1) })
          .where('id', '=', sale.content_id)
          .execute()
    },
  }
}

export const payProjects: readonly PayProject[] = [createProject('content'), createProject('admire')]
