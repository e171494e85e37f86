import { createTexts } from 'tablewright/server'
import { chatMessages } from '#generated/chat/messages.ts'

export const { t } = createTexts(chatMessages)
