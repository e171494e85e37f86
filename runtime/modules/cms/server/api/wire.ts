/** Texts and what is around them, as answers have them. */
import { decimalText } from 'tablewright/protocol'
import type { Card, Channel } from '../../shared/site/values.ts'
import type { SiteBlock, SiteChannel, SiteTag } from '../site/places.ts'
import type { TextCard } from '../site/texts.ts'

/** Yuan with two decimals, or whole points. */
export const amountText = (amount: number, currency: 'RMB' | 'integral' | null): string =>
  amount === 0 ? '0' : decimalText(BigInt(amount), 2).replace(currency === 'integral' ? /\.00$/ : /^$/, '')

export const cardOf = (card: TextCard): Card => ({
  id: card.id,
  title: card.title,
  bold: card.isBold,
  flag: card.flags,
  image: card.image,
  description: card.excerpt,
  channel_id: card.channel.id,
  channel: card.channel,
  user_id: card.author?.id ?? null,
  author: card.author,
  publish_time: card.publishTime,
  views: card.views,
  comments: card.comments,
  likes: card.likes,
  collects: card.collects,
  price: amountText(card.price, card.currency),
  currency: card.currency,
})

export const channelOf = ({ id, pid, name, type, url }: SiteChannel): Channel => ({ id, pid, name, type, url })

export const blockOf = ({ id, name, title, type, image, link, target, html }: SiteBlock) => ({
  id,
  name,
  title,
  type,
  image,
  link,
  target,
  rich_text: html,
})

export const tagOf = ({ id, name, count }: SiteTag) => ({ id, name, document_count: count })

/** A page of a list by the names that clients of other products read. */
export const pageOf = <Item>({
  list,
  total,
  page,
  limit,
}: {
  readonly list: readonly Item[]
  readonly total: number
  readonly page: number
  readonly limit: number
}) => ({
  data: list,
  total,
  per_page: limit,
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / limit)),
})
