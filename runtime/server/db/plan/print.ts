/** A plan as SQL text for people: each step's sentence as a comment, then its statements. */
import type { Language } from '../../../protocol/index.ts'
import { statementsOf, type Plan } from './step.ts'

/** Steps that are not safe appear as comments only, marked with their class, so that the text is safe to run. */
export function planSql(plan: Plan, language: Language): string {
  return plan.steps
    .map((step) => {
      const isSafe = step.class === 'safe'
      const title = `-- ${isSafe ? '' : `[${step.class}] `}${step.reason[language]}`
      const statements = statementsOf(step)
        .map((statement) => `${statement};`)
        .join('\n')
      return `${title}\n${isSafe ? statements : statements.replace(/^(?=.)/gm, '-- ')}`.trimEnd()
    })
    .join('\n\n')
}
