/** What is wrong with a field, in words: for server and screens. Apart from the texts that only the server has. */
import { fieldRules, fieldTexts, type FieldProblem, type Language } from '../protocol/index.ts'
import { fillTemplate } from './fill-template.ts'

/** The sentence that explains which rule a field's value breaks. */
export function describeFieldProblem(language: Language, problem: FieldProblem): string {
  if (problem.text) return fillTemplate(problem.text[language], problem.params ?? {})
  const { rule, params = {} } = problem
  const names = rule === 'option' ? params[language] : undefined
  if (names !== undefined) return fillTemplate(fieldTexts[language]['field.optionNames'], { names })
  const hasNoDecimals = rule === 'scale' && params['limit'] === 0
  const hasForm = rule === 'date' && params['form'] !== undefined
  const key = hasNoDecimals ? 'field.scaleZero' : hasForm ? 'field.dateForm' : fieldRules[rule]
  return fillTemplate(fieldTexts[language][key], params)
}
