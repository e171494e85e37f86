/** The dry run of a regrade, which is applied as it was shown; of an applied one, what it has changed. */
import { Button, Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { displayDecimal, type AnswerOf } from 'tablewright/protocol'
import {
  callRoute,
  createRecords,
  errorText,
  notify,
  useCan,
  useLanguage,
  useStaleWhileRevalidate,
  type PanelProps,
} from 'tablewright/web'
import { controllers, type Entities } from '#generated/api.ts'
import { dryRunRegrade } from '../../shared/regrade-routes.ts'
import { useT } from './texts.ts'
import './regrade.css'

type Report = AnswerOf<(typeof dryRunRegrade)['answer']>

const records = createRecords<Entities>(controllers, { quiet: true, notifySuccess: false })

export function RegradePanel({ row, isDirty, onChanged }: PanelProps) {
  const t = useT()
  const language = useLanguage()
  const id = Number(row['id'])
  const version = Number(row['version'])
  const mayApply = useCan()('exam/regrade', 'apply')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [isChangedOnly, setChangedOnly] = useState(true)
  const { value, error, retry } = useStaleWhileRevalidate(`exam regrade ${id} ${version} ${language}`, () =>
    callRoute(dryRunRegrade, { id }, { quiet: true }),
  )
  if (error !== null) throw error
  if (!value) return null
  const apply = async (): Promise<void> => {
    setBusy(true)
    setProblem('')
    try {
      await records.act('exam/regrade', 'apply', { id, version, hash: value.hash })
      notify({ tone: 'success', text: t('applied') })
      await onChanged()
    } catch (refusal) {
      setProblem(errorText(refusal))
      retry()
    }
    setBusy(false)
  }
  const changes = value.list.filter(({ before, after }) => before !== after)
  const raised = changes.filter(({ before, after }) => Number(after) > Number(before)).length
  const list = isChangedOnly ? changes : value.list
  return (
    <div className="exam-regrade">
      {(problem || value.problem) !== '' && (
        <Callout compact intent="danger" role="alert">
          {problem || value.problem}
        </Callout>
      )}
      {value.problem === '' && (
        <p role="status">
          {t(value.isApplied ? 'summary-applied' : 'summary', {
            count: value.count,
            raised,
            lowered: changes.length - raised,
          })}
          {value.working > 0 && ` ${t('working', { count: value.working })}`}
        </p>
      )}
      {list.length > 0 && <Changes list={list} />}
      <div className="exam-regrade-actions">
        {!value.isApplied && value.list.length > changes.length && (
          <Button
            text={t(isChangedOnly ? 'show-all' : 'show-changed')}
            onClick={() => setChangedOnly(!isChangedOnly)}
          />
        )}
        {!value.isApplied && mayApply && (
          <Button
            intent="primary"
            text={t('apply')}
            loading={isBusy}
            disabled={isDirty || value.problem !== ''}
            onClick={() => void apply()}
          />
        )}
      </div>
    </div>
  )
}

function Changes({ list }: { readonly list: Report['list'] }) {
  const t = useT()
  const scoreText = (score: string): string => (score === '' ? '–' : displayDecimal(score))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the table scrolls, also by keyboard
    <div className="exam-regrade-table" role="region" aria-label={t('table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('candidate')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
            <th scope="col">{t('result')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ attempt, name, before, after, isPassBefore, isPassAfter }) => (
            <tr key={attempt}>
              <td>{name}</td>
              <td>{scoreText(before)}</td>
              <td>{scoreText(after)}</td>
              <td>
                {isPassBefore === isPassAfter
                  ? t(isPassAfter ? 'passed' : 'failed')
                  : t(isPassAfter ? 'now-passed' : 'now-failed')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
