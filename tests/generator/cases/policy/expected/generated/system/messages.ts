// Made by tablewright generate from schemas/system/text · do not edit · fe270c9cdad58f45

import type { Text } from 'tablewright/protocol'

export const systemMessages = {} as const satisfies Readonly<Record<string, Text>>
export type SystemMessageKey = keyof typeof systemMessages
