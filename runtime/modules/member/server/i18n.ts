import { createTexts } from 'tablewright/server'
import { memberMessages } from '#generated/member/messages.ts'

export const { t } = createTexts(memberMessages)
