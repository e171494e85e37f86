/** The hand-written web part of the mail module: its screens are generated. */
import { defineWebModule } from 'tablewright/web'
import type { MailWebParts } from '#generated/mail/parts.ts'

export const mailWeb = defineWebModule<MailWebParts>({ widgets: {}, cells: {} })
