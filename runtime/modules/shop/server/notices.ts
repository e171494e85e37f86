/** Notices to administrators about the shop. */
import { listPath, publishNotice, type NoticeKind } from 'tablewright/server'
import type { ShopMessageKey } from '#generated/shop/messages.ts'
import { textOfAll } from './i18n.ts'
import type { Transaction } from '#generated/shop/server.ts'

/** A member wants money back. */
const askedNotice: NoticeKind = {
  name: 'shop/refundAsked',
  label: { 'zh-cn': '退款申请', en: 'Refund requests' },
  path: listPath('shop/refund', { search: [{ field: 'status', operator: 'eq', val: '0' }] }),
  nodes: ['shop/refund/agree'],
}

/** Less was sent than was paid for, or stock of an order was taken away. */
const shortNotice: NoticeKind = {
  name: 'shop/short',
  label: { 'zh-cn': '订单缺货', en: 'Short orders' },
  path: listPath('shop/order'),
  nodes: ['shop/order/index'],
}

export const noticeKinds: readonly NoticeKind[] = [askedNotice, shortNotice]

export async function reportRequest(trx: Transaction, sn: string): Promise<void> {
  await publishNotice(trx, {
    kind: askedNotice,
    title: askedNotice.label,
    content: textOfAll('notice.asked', { sn }),
  })
}

export async function reportShort(
  trx: Transaction,
  text: Extract<ShopMessageKey, `notice.${string}`>,
  { id, sn }: { readonly id: number; readonly sn: string },
): Promise<void> {
  await publishNotice(trx, {
    kind: shortNotice,
    path: listPath('shop/order', { search: [{ field: 'id', operator: 'eq', val: String(id) }] }),
    title: shortNotice.label,
    content: textOfAll(text, { sn }),
  })
}
