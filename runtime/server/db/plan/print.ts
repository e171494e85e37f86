/** A plan as SQL text for people: each step's sentence as a comment, then its statements. */
import type { Language } from '../../../protocol/index.ts'
import type { Plan } from './step.ts'

/** Steps that are not safe appear as comments only, marked with their class. */
export function planSql(plan: Plan, language: Language): string {
  return plan.steps
    .map((step) => {
      const title = `-- ${step.class === 'safe' ? '' : `[${step.class}] `}${step.reason[language]}`
      return [title, ...[...step.sql, ...(step.after ?? [])].map((statement) => `${statement};`)].join('\n')
    })
    .join('\n\n')
}
