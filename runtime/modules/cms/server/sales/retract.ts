/** A text is taken away from its buyers: every sale is paid back. */
import { createJobDefinition, enqueueJob, lockRows, OperationError, type ContractCall } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { t } from '../i18n.ts'
import { saleOptions } from '#generated/cms/options.ts'
import type { Reading, Row, Scope, Transaction } from '#generated/cms/server.ts'

export type Sale = Row<'cms/sale'>

export const { state: saleStates, share_state: shareStates, kind: kinds } = saleOptions

/** Cents, or points: points are stored with the decimals of the column. */
const amountOfSale = ({ currency, amount }: Pick<Sale, 'currency' | 'amount'>): number =>
  currency === 'integral' ? Math.round(amount / 100) : amount

/** Purchases that are not paid back. Tips stay with the author. */
const openSales = (query: Reading, ids: readonly number[]): Promise<readonly Sale[]> =>
  query
    .selectFrom('cms_sale')
    .selectAll()
    .where('content_id', 'in', ids)
    .where('kind', '=', kinds.content)
    .where('state', '=', saleStates.paid)
    .orderBy('id')
    .execute()

/** The sales of a locked text end now; a job pays each of them back. */
export async function endSales(
  { scope, trx }: { readonly scope: Scope; readonly trx: Transaction },
  contentId: number,
  reason: string,
): Promise<void> {
  const sales = await openSales(trx, [contentId])
  if (sales.length === 0) return
  if (!scope.payments) throw new OperationError('bad_state', { sentence: t(scope.language, 'paid.off') })
  await lockRows(
    scope,
    trx,
    'cms/sale',
    sales.map(({ id }) => id),
    'write',
  )
  for (const { id } of sales)
    await trx.updateTable('cms_sale').set({ state: saleStates.refunding }).where('id', '=', id).execute()
  await enqueueJob(trx, refundSales, { contentId, reason })
}

/**
 * Pays back what is left of every sale that has ended, each in a transaction of its own: its payment comes first in the
 * order of locks. A refund that was made before is not made again.
 */
export async function refundEnded(scope: Scope, contentId: number, reason: string): Promise<void> {
  const { payments, language } = scope
  const sales = await scope.database.query
    .selectFrom('cms_sale')
    .selectAll()
    .where('content_id', '=', contentId)
    .where('state', '=', saleStates.refunding)
    .orderBy('id')
    .execute()
  if (sales.length > 0 && !payments) throw new Error(t(language, 'paid.off'))
  for (const sale of sales)
    await scope.database.write(async (trx) => {
      // The contract takes the scope of any module.
      const call = { scope, trx } as unknown as ContractCall
      await payments?.refund(call, {
        payLogId: sale.pay_log,
        amount: amountOfSale(sale) - amountOfSale({ currency: sale.currency, amount: sale.refunded ?? 0 }),
        reason: t(language, 'retract.reason', { reason }).slice(0, 80),
        key: `cms-retract-${sale.id}`,
      })
    })
}

export const refundSales = createJobDefinition<Database>()<{ readonly contentId: number; readonly reason: string }>({
  name: 'cms/refundSales',
  label: { 'zh-cn': '退还已收回内容的款项', en: 'Refund the sales of a retracted text' },
  async handler({ scope, payload, complete }) {
    await refundEnded(scope, payload.contentId, payload.reason)
    await complete(async () => {})
  },
})
