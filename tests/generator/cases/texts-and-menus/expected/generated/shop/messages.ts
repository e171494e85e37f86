// Made by tablewright generate from schemas/shop/text · do not edit · b2e5c9a70f80bbd4

import type { Text } from 'tablewright/protocol'

export const shopMessages = {
  bye: { 'zh-cn': '再见', en: 'Bye' },
  'desk.title': { 'zh-cn': '工作台', en: 'Desk' },
} as const satisfies Readonly<Record<string, Text>>
export type ShopMessageKey = keyof typeof shopMessages
