import { createTexts } from 'tablewright/server'
import { mailMessages } from '#generated/mail/messages.ts'

export const { t } = createTexts(mailMessages)
