// Made by tablewright generate from schemas/shop/text · do not edit · b780e9fe805020ab

import type { Text } from 'tablewright/protocol'

export const shopMessages = {} as const satisfies Readonly<Record<string, Text>>
export type ShopMessageKey = keyof typeof shopMessages
