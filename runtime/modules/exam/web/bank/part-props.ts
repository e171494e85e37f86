import type { QuestionDetails } from '../../shared/question.ts'

/** Props of the parts of the input. */
export interface PartProps {
  readonly details: QuestionDetails
  readonly change: (details: QuestionDetails) => void
  readonly disabled: boolean
}
