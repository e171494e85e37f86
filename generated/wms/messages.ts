// Made by tablewright generate from schemas/wms/text · do not edit · 7f4f2b3345a2ae49

import type { Text } from 'tablewright/protocol'

export const wmsMessages = {} as const satisfies Readonly<Record<string, Text>>
export type WmsMessageKey = keyof typeof wmsMessages
