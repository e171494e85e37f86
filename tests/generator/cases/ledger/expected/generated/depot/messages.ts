// Made by tablewright generate from schemas/depot/text · do not edit · 0fddfc9ce4e124c3

import type { Text } from 'tablewright/protocol'

export const depotMessages = {} as const satisfies Readonly<Record<string, Text>>
export type DepotMessageKey = keyof typeof depotMessages
