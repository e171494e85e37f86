import { createTexts } from 'tablewright/server'
import { examMessages } from '#generated/exam/messages.ts'

export const { t, textOfAll } = createTexts(examMessages)
