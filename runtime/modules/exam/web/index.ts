/** The hand-written web part of the exams. */
import { defineWebModule } from 'tablewright/web'
import type { ExamWebParts } from '#generated/exam/parts.ts'

export const examWeb = defineWebModule<ExamWebParts>({
  widgets: { 'exam-answer': () => import('./bank/AnswerInput.tsx').then((file) => file.AnswerInput) },
  cells: {},
})
