/** The hand-written web part of payments. */
import { defineWebModule } from 'tablewright/web'
import type { PayWebParts } from '#generated/pay/parts.ts'

export const payWeb = defineWebModule<PayWebParts>({ widgets: {}, cells: {} })
