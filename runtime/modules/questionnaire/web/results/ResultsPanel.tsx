/** How often each option was chosen, of all sheets or of those with one answer, with written answers and files. */
import { Button, HTMLSelect } from '@blueprintjs/core'
import { Download, Refresh } from '@blueprintjs/icons'
import { useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import {
  callRoute,
  Chart,
  downloadRoute,
  errorText,
  useLanguage,
  useStaleWhileRevalidate,
  type PanelProps,
} from 'tablewright/web'
import { exportSheets, results } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import { WrittenAnswers } from './WrittenAnswers.tsx'

type Results = AnswerOf<(typeof results)['answer']>
type ItemResult = Results['items'][number]

export function ResultsPanel({ row }: PanelProps) {
  const id = Number(row['id'])
  const t = useT()
  const language = useLanguage()
  const [filter, setFilter] = useState('')
  const [item, option] = filter.split(' ')
  const input = { id, ...(item && option && { item, option }) }
  const { value, error, retry } = useStaleWhileRevalidate(`questionnaire results ${id} ${filter} ${language}`, () =>
    callRoute(results, input, { quiet: true }),
  )
  if (value === null)
    return error === null ? null : (
      <p role="alert">
        {errorText(error)} <Button icon={<Refresh />} onClick={retry} aria-label={t('all')} />
      </p>
    )
  const title = String(row['title'] ?? '')
  return (
    <div className="questionnaire-designer">
      <p>
        {t('sheets', { count: value.sheets })}
        {value.medianSeconds !== null && ` · ${t('median', { seconds: value.medianSeconds })}`}
      </p>
      {value.hiddenBelow > 0 && <p>{t('hidden', { count: value.hiddenBelow })}</p>}
      <div className="questionnaire-actions">
        <FilterChoice items={value.items} filter={filter} onChange={setFilter} />
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            icon={<Download />}
            text={t(format)}
            onClick={() => void downloadRoute(exportSheets, { id, format }, `${title}.${format}`)}
          />
        ))}
      </div>
      {value.items.map((result) => (
        <ItemChart key={result.key} id={id} result={result} />
      ))}
    </div>
  )
}

interface FilterProps {
  readonly items: readonly ItemResult[]
  readonly filter: string
  readonly onChange: (filter: string) => void
}

function FilterChoice({ items, filter, onChange }: FilterProps) {
  const t = useT()
  const options = items.flatMap((item) =>
    item.options.map(({ key, label }) => ({ value: `${item.key} ${key}`, label: `${item.title}: ${label}` })),
  )
  return (
    <HTMLSelect
      aria-label={t('filter')}
      className="questionnaire-filter"
      value={filter}
      options={[{ value: '', label: t('all') }, ...options]}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function ItemChart({ id, result }: { readonly id: number; readonly result: ItemResult }) {
  const t = useT()
  const { key, title, options, answered, differs } = result
  const note = [t('seen', { seen: result.seen, answered }), ...(differs ? [t('differs')] : [])].join(' · ')
  const data = {
    categories: options.map(({ label }) => label),
    series: [{ name: t('count'), values: options.map(({ count }) => String(count)) }],
  }
  return (
    <div className="questionnaire-result">
      {options.length > 0 ? (
        <Chart kind="bar" title={title} category={t('option')} data={data} empty={t('none')} />
      ) : (
        <h3>{title}</h3>
      )}
      <p>{note}</p>
      {options.length === 0 && <WrittenAnswers id={id} item={key} />}
    </div>
  )
}
