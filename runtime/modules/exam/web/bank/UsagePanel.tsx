/** A question as candidates get it, with what is right, and the papers that ask it. */
import { callRoute, useLanguage, useStaleWhileRevalidate, type PanelProps } from 'tablewright/web'
import { questionUsage } from '../../shared/bank-routes.ts'
import { Answered, Explanation } from '../member/Answered.tsx'
import '../member/exam.css'
import { RichText } from '../member/RichText.tsx'
import './bank.css'
import { useUsageT } from './usage-texts.ts'

const stateNames = ['draft', 'published', 'closed'] as const

export function UsagePanel({ row }: PanelProps) {
  const t = useUsageT()
  const language = useLanguage()
  const id = Number(row['id'])
  // An edit changes the version.
  const { value, error } = useStaleWhileRevalidate(`exam usage ${id} ${String(row['version'])} ${language}`, () =>
    callRoute(questionUsage, { id }, { quiet: true }),
  )
  if (error !== null) throw error
  if (!value) return null
  const { papers, asked: count, right } = value
  return (
    <div className="exam-usage">
      <div className="exam-question">
        <RichText html={value.title} />
        {value.kind !== 'MATERIAL' && <Answered question={value} answer={null} solution={value.solution} />}
        <Explanation html={value.solution.explain} />
      </div>
      <p>{count === 0 ? t('never') : t('asked', { count, share: Math.round((100 * right) / count) })}</p>
      {papers.length === 0 ? (
        <p className="tw-muted">{t('no-papers')}</p>
      ) : (
        <ul aria-label={t('papers')} className="exam-usage-papers">
          {papers.map(({ id: paper, title, status }) => (
            <li key={paper}>
              <a href={`#/admin/exam/builder?paper=${paper}`}>{title}</a>{' '}
              <span className="tw-muted">{t(stateNames[status] ?? 'draft')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
