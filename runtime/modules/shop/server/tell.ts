/** Tells members what became of their orders: in the member centre always, by mail where they have an address. */
import { formatSeconds, type Language, type Text } from 'tablewright/protocol'
import type { MessageDeclaration } from 'tablewright/server'
import { amountText, type Currency } from './amounts.ts'
import { t } from './i18n.ts'
import { contractCall, type OrderRow, type ShopCall } from './order.ts'

export const orderEvents = [
  'ordered',
  'paid',
  'shipped',
  'short',
  'cancelled',
  'returning',
  'refused',
  'refunded',
] as const
type Event = (typeof orderEvents)[number]

/** Values of places in the texts, beside the number of the order. */
interface Facts {
  /** In the currency of the order; absent = what it costs. */
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

const amountLabel = (language: Language, currency: Currency, amount: number): string =>
  t(language, currency === 'integral' ? 'points' : 'yuan', { amount: amountText(currency, amount) })

/** Tells the member of an order, in the transaction of what happened. */
export async function tellMember(
  call: ShopCall,
  event: Event,
  order: Pick<OrderRow, 'id' | 'sn' | 'user_id' | 'currency' | 'amount_pay' | 'expire_time'>,
  { amount = order.amount_pay, courier, reason }: Facts = {},
): Promise<void> {
  const { scope } = call
  const { members, memberNotices, mailer, settings, language } = scope
  if (order.user_id === null) return
  const textIn = (reader: Language, part: 'title' | 'content'): string =>
    t(reader, `member.${event}.${part}`, {
      sn: order.sn,
      amount: amountLabel(reader, order.currency, amount),
      until: formatSeconds(order.expire_time, settings.timeZone),
      courier: courier || '–',
      reason: reason || '–',
    })
  const texts = (part: 'title' | 'content'): Text => ({ 'zh-cn': textIn('zh-cn', part), en: textIn('en', part) })
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
