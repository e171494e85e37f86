/** Tells members what became of their orders: in the member centre always, by mail where they have an address. */
import { formatSeconds } from 'tablewright/protocol'
import type { MessageDeclaration } from 'tablewright/server'
import { moneyText } from './amounts.ts'
import { textOfAll } from './i18n.ts'
import { contractCall, type OrderRow, type ShopCall } from './order.ts'

const events = ['ordered', 'paid', 'shipped', 'short', 'cancelled', 'returning', 'refused', 'refunded'] as const
type Event = (typeof events)[number]

/** Values of places in the texts, beside the number of the order. */
interface Facts {
  /** Cents; absent = what the order costs. */
  readonly amount?: number
  readonly courier?: string | null
  readonly reason?: string | null
}

const variables = {
  title: { label: { 'zh-cn': '标题', en: 'Title' }, sample: '订单 S20260101120000 已发货' },
  content: { label: { 'zh-cn': '内容', en: 'Content' }, sample: '快递单号：SF1234567' },
  url: {
    label: { 'zh-cn': '订单地址', en: 'Address of the order' },
    sample: 'https://example.com/#/user/shop/order/7',
  },
} as const

/** The mail of every event: its texts are those of the notification. */
export const orderMessage: MessageDeclaration = {
  code: 'shop_order',
  label: { 'zh-cn': '商城订单通知', en: 'News of a shop order' },
  variables,
  mail: {
    subject: { 'zh-cn': '{{site_name}}：{{title}}', en: '{{site_name}}: {{title}}' },
    text: { 'zh-cn': '{{title}}\n\n{{content}}\n\n{{url}}', en: '{{title}}\n\n{{content}}\n\n{{url}}' },
  },
  isSecret: false,
}

/** Tells the member of an order, in the transaction of what happened. */
export async function tellMember(
  call: ShopCall,
  event: Event,
  order: Pick<OrderRow, 'id' | 'sn' | 'user_id' | 'amount_pay' | 'expire_time'>,
  { amount = order.amount_pay, courier, reason }: Facts = {},
): Promise<void> {
  const { scope } = call
  const { members, memberNotices, mailer, settings, language } = scope
  if (order.user_id === null) return
  const texts = (part: 'title' | 'content') =>
    textOfAll(`member.${event}.${part}`, {
      sn: order.sn,
      amount: `¥${moneyText(amount)}`,
      until: formatSeconds(order.expire_time, settings.timeZone),
      courier: courier || '–',
      reason: reason || '–',
    })
  const [title, content] = [texts('title'), texts('content')]
  const path = `/user/shop/order/${order.id}`
  const contract = contractCall(call)
  await memberNotices?.add(contract, { userId: order.user_id, kind: `shop/${event}`, title, content, path })
  const email = (await members?.contact?.(contract.trx, order.user_id))?.email
  if (!email || !mailer?.canDeliver(settings) || !mailer.isAddress(email)) return
  await mailer.send(settings, contract.trx, {
    to: email,
    message: orderMessage,
    language,
    values: { title: title[language], content: content[language], url: `${settings.siteUrl}/#${path}` },
  })
}
