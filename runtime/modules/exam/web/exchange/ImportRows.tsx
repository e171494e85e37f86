/** The questions of a file: of each, what becomes of it or why it is refused. */
import { SegmentedControl } from '@blueprintjs/core'
import { useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import type { importBank } from '../../shared/exchange-routes.ts'
import { useT } from './texts.ts'

type Report = AnswerOf<(typeof importBank)['answer']>

/** Rows that are rendered; refused ones can be listed alone. */
const maxRows = 200

interface RowsProps {
  readonly report: Report
  readonly isStored: boolean
}

export function ImportRows({ report, isStored }: RowsProps) {
  const t = useT()
  const { fresh, same, refused } = report
  const [isRefusedOnly, setRefusedOnly] = useState(refused > 0 && isStored)
  const list = report.list.filter(({ outcome }) => !isRefusedOnly || outcome === 'refused')
  const counts = [
    t(isStored ? 'added' : 'fresh', { count: fresh }),
    ...(same > 0 ? [t('same', { count: same })] : []),
    ...(refused > 0 ? [t('refused', { count: refused })] : []),
  ]
  return (
    <>
      <p role="status">
        <strong>{counts.join(' · ')}</strong>
      </p>
      {refused > 0 && (
        <SegmentedControl
          aria-label={t('show')}
          size="small"
          inline
          options={[
            { label: t('show-all'), value: 'all' },
            { label: t('show-refused'), value: 'refused' },
          ]}
          value={isRefusedOnly ? 'refused' : 'all'}
          onValueChange={(value) => setRefusedOnly(value === 'refused')}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the table scrolls, also by keyboard */}
      <div className="exam-exchange-rows" role="region" aria-label={t('rows')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('line')}</th>
              <th scope="col">{t('question')}</th>
              <th scope="col">{t('result')}</th>
            </tr>
          </thead>
          <tbody>
            {list.slice(0, maxRows).map((row) => (
              <tr key={row.line} data-outcome={row.outcome}>
                <td>{row.line}</td>
                <td>
                  {row.title}
                  {row.answer !== '' && (
                    <div className="tw-muted">
                      {t('answer')}: {row.answer}
                    </div>
                  )}
                </td>
                <td>{row.outcome === 'refused' ? row.problem : t(`row-${row.outcome}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {list.length === 0 && <p className="tw-muted">{t('none')}</p>}
        {list.length > maxRows && <p className="tw-muted">{t('more-rows', { count: maxRows })}</p>}
      </div>
    </>
  )
}
