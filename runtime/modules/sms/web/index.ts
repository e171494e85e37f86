/** The hand-written web part of the SMS module: its screens are generated. */
import { defineWebModule } from 'tablewright/web'
import type { SmsWebParts } from '#generated/sms/parts.ts'

export const smsWeb = defineWebModule<SmsWebParts>({ widgets: {}, cells: {} })
