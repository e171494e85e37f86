/** What is wrong with a field, in words: for server and screens. Apart from the texts that only the server has. */
import { fieldRules, fieldTexts, type FieldProblem, type Language } from '../protocol/index.ts'
import { fillTemplate } from './fill-template.ts'

/** The sentence that explains which rule a field's value breaks. */
export function describeFieldProblem(language: Language, problem: FieldProblem): string {
  if (problem.text) return fillTemplate(problem.text[language], problem.params ?? {})
  const hasNoDecimals = problem.rule === 'scale' && problem.params?.['limit'] === 0
  return fillTemplate(
    fieldTexts[language][hasNoDecimals ? 'field.scaleZero' : fieldRules[problem.rule]],
    problem.params ?? {},
  )
}
