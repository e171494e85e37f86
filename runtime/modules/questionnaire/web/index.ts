/** The hand-written web part of the questionnaires. */
import { defineWebModule } from 'tablewright/web'
import type { QuestionnaireWebParts } from '#generated/questionnaire/parts.ts'

export const questionnaireWeb = defineWebModule<QuestionnaireWebParts>({ widgets: {}, cells: {} })
