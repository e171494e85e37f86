import { createTexts } from 'tablewright/server'
import { questionnaireMessages } from '#generated/questionnaire/messages.ts'

export const { t } = createTexts(questionnaireMessages)
