import { createTexts } from 'tablewright/server'
import { smsMessages } from '#generated/sms/messages.ts'

export const { t } = createTexts(smsMessages)
