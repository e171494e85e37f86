import { createTexts } from 'tablewright/server'
import { payMessages } from '#generated/pay/messages.ts'

export const { t, textOfAll } = createTexts(payMessages)
