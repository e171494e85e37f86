/** Answers that people mark: type the points, press Enter, and the next one is there. */
import { Button, Callout, SegmentedControl, Spinner } from '@blueprintjs/core'
import { ArrowLeft, Refresh } from '@blueprintjs/icons'
import { useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, errorText, useLanguage, useStaleWhileRevalidate } from 'tablewright/web'
import { markingPapers, markingQueue } from '../../shared/marking-routes.ts'
import { Desk } from './Desk.tsx'
import './marking.css'
import { useT } from './texts.ts'

type Paper = AnswerOf<(typeof markingPapers)['answer']>['list'][number]
type Order = 'question' | 'person'

export function MarkingPage() {
  const t = useT()
  const language = useLanguage()
  const [paper, setPaper] = useState<Paper | null>(null)
  const { value, error, retry } = useStaleWhileRevalidate(`exam marking ${paper?.paper ?? 0} ${language}`, () =>
    callRoute(markingPapers, null, { quiet: true }),
  )
  if (paper) return <PaperDesk paper={paper} close={() => setPaper(null)} />
  return (
    <div className="exam-marking">
      <h1>{t('marking')}</h1>
      {error !== null && (
        <Callout compact intent="danger" role="alert">
          {errorText(error)} <Button icon={<Refresh />} aria-label={t('marking')} onClick={retry} />
        </Callout>
      )}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value?.list.length === 0 && <p className="tw-card tw-muted">{t('empty')}</p>}
      {value && value.list.length > 0 && (
        <ul className="tw-card exam-marking-papers" aria-label={t('papers')}>
          {value.list.map((entry) => (
            <li key={entry.paper}>
              <Button variant="minimal" alignText="start" text={entry.title} onClick={() => setPaper(entry)} />
              <span className="tw-muted">{t('waiting', { count: entry.waiting })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function PaperDesk({ paper, close }: { readonly paper: Paper; readonly close: () => void }) {
  const t = useT()
  const language = useLanguage()
  const [order, setOrder] = useState<Order>('question')
  const [turn, setTurn] = useState(0)
  const list = `exam queue ${paper.paper} ${order} ${turn} ${language}`
  // A desk keeps the list it began with, so that none is shown with a former one.
  const { value, error } = useStaleWhileRevalidate(list, async () => ({
    list,
    queue: await callRoute(markingQueue, { paper: paper.paper, by: order }, { quiet: true }),
  }))
  return (
    <div className="exam-marking">
      <div className="exam-marking-head">
        <h1>{paper.title}</h1>
        <SegmentedControl
          aria-label={t('by')}
          options={[
            { label: t('by-question'), value: 'question' },
            { label: t('by-person'), value: 'person' },
          ]}
          value={order}
          onValueChange={(next) => setOrder(next === 'person' ? 'person' : 'question')}
        />
        <Button icon={<ArrowLeft />} text={t('back')} onClick={close} />
      </div>
      {error !== null && (
        <Callout compact intent="danger" role="alert">
          {errorText(error)}
        </Callout>
      )}
      {value?.list !== list && error === null && <Spinner aria-label={t('loading')} />}
      {value?.list === list && <Desk key={value.list} queue={value.queue} reload={() => setTurn(turn + 1)} />}
    </div>
  )
}
