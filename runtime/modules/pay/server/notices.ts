/** Notices to administrators about payments. */
import { listPath, publishNotice, type NoticeKind } from 'tablewright/server'
import { textOfAll } from './i18n.ts'
import type { Transaction } from '#generated/pay/server.ts'

/** A person has to look at a payment. */
const problemNotice: NoticeKind = {
  name: 'pay/problem',
  label: { 'zh-cn': '支付异常', en: 'Problems with payments' },
  path: listPath('pay/log'),
  nodes: ['pay/log/query'],
}

/** A refund did not succeed. */
const refundNotice: NoticeKind = {
  name: 'pay/refundFailed',
  label: { 'zh-cn': '退款失败', en: 'Failed refunds' },
  path: listPath('pay/refund', { search: [{ field: 'state', operator: 'eq', val: '3' }] }),
  nodes: ['pay/log/refund'],
}

export const noticeKinds: readonly NoticeKind[] = [problemNotice, refundNotice]

export type Problem = 'unhandled' | 'second' | 'trade' | 'amount' | 'account' | 'number'

/** Tells those who may ask providers. @param payLogId null when no payment has the number */
export async function reportProblem(
  trx: Transaction,
  problem: Problem,
  sn: string,
  payLogId: number | null,
): Promise<void> {
  const path =
    payLogId === null
      ? listPath('pay/notify', { search: [{ field: 'sn', operator: 'eq', val: sn }] })
      : listPath('pay/log', { search: [{ field: 'id', operator: 'eq', val: String(payLogId) }] })
  await publishNotice(trx, {
    kind: problemNotice,
    path,
    title: problemNotice.label,
    content: textOfAll(`problem.${problem}`, { sn }),
  })
}

/** The provider has not answered for a while; it is asked on. */
export async function reportWaitingRefund(trx: Transaction, refundNo: string, error: string): Promise<void> {
  await publishNotice(trx, {
    kind: refundNotice,
    path: listPath('pay/refund', { search: [{ field: 'refund_no', operator: 'eq', val: refundNo }] }),
    title: refundNotice.label,
    content: textOfAll('problem.waiting', { refundNo, error }),
  })
}

export async function reportFailedRefund(trx: Transaction, refundNo: string, error: string): Promise<void> {
  await publishNotice(trx, {
    kind: refundNotice,
    title: refundNotice.label,
    content: textOfAll('problem.refund', { refundNo, error }),
  })
}
