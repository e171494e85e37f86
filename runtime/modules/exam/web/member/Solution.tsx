/** The right answer and its explanation. */
import { judgeKeys } from '../../shared/question.ts'
import type { AskedQuestion } from './AnswerFields.tsx'
import type { SolutionParts } from './Answered.tsx'
import { RichText } from './RichText.tsx'
import { useT } from './texts.ts'

interface SolutionProps {
  readonly question: AskedQuestion
  readonly solution: SolutionParts
}

export function Solution({ question, solution }: SolutionProps) {
  const t = useT()
  const { right, blanks, reference, explain } = solution
  const rightTexts =
    question.kind === 'JUDGE'
      ? right.map((key) => (key === judgeKeys.true ? t('true') : t('false')))
      : right.map((key) => question.options.find(({ id }) => id === key)?.text ?? key)
  const text = [...rightTexts, ...blanks, ...(reference === '' ? [] : [reference])].join('; ')
  return (
    <dl className="exam-solution">
      {text !== '' && (
        <div>
          <dt>{t('right-answer')}</dt>
          <dd>{text}</dd>
        </div>
      )}
      {explain !== '' && (
        <div>
          <dt>{t('explanation')}</dt>
          <dd>
            <RichText html={explain} />
          </dd>
        </div>
      )}
    </dl>
  )
}
