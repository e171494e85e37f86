import type { FieldProblem } from '../../../protocol/index.ts'
import { describeFieldProblem } from '../../../i18n/field-problems.ts'
import { useLanguage } from '../../core/i18n/language.ts'

/** Which rule a value breaks. Loaded when one does, because the texts of all rules come with it. */
export function FieldProblemText({ problem }: { readonly problem: FieldProblem }) {
  return describeFieldProblem(useLanguage(), problem)
}
