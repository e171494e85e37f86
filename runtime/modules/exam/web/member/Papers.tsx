/** The exams that the member can take. */
import { AnchorButton, Button, Dialog, DialogBody, DialogFooter, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import { formatSeconds, type AnswerOf } from 'tablewright/protocol'
import { callRoute, useLanguage, useSite, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { listPapers } from '../../shared/routes.ts'
import './exam.css'
import { Problem } from './Problem.tsx'
import { useT } from './texts.ts'

type Paper = AnswerOf<(typeof listPapers)['answer']>['list'][number]

export function Papers() {
  const t = useT()
  const language = useLanguage()
  useTitle(t('exams'))
  const { value, error, retry } = useStaleWhileRevalidate(`exam papers ${language}`, () =>
    callRoute(listPapers, {}, { quiet: true }),
  )
  return (
    <>
      <h1>{t('exams')}</h1>
      {error !== null && <Problem error={error} retry={retry} />}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value?.list.length === 0 && <p className="tw-card tw-muted">{t('exams-empty')}</p>}
      {value && value.list.length > 0 && (
        <ul className="exam-list">
          {value.list.map((paper) => (
            <PaperCard key={paper.id} paper={paper} />
          ))}
        </ul>
      )}
    </>
  )
}

function PaperCard({ paper }: { readonly paper: Paper }) {
  const t = useT()
  const { timeZone } = useSite()
  const { quantity, limit, total, pass, refusal } = paper
  const refusalText =
    refusal === 'before' || refusal === 'after' || refusal === 'day_limit' ? t(`refusal-${refusal}`) : refusal
  const notes = [
    paper.start !== null && t('opens', { time: formatSeconds(paper.start, timeZone) }),
    paper.end !== null && t('closes', { time: formatSeconds(paper.end, timeZone) }),
    paper.left !== null && paper.left > 0 && t('left-today', { left: paper.left }),
    paper.switches !== null && t('switches', { switches: paper.switches }),
    paper.points > 0 && t('reward', { points: paper.points }),
  ].filter((note) => note !== false)
  return (
    <li className="tw-card exam-paper">
      <h2>{paper.title}</h2>
      <p className="tw-muted">{paper.subject}</p>
      <p>{t('facts', { quantity, limit, total: Number(total), pass: Number(pass) })}</p>
      {notes.map((note) => (
        <p key={note} className="tw-muted">
          {note}
        </p>
      ))}
      {paper.description !== '' && <p className="exam-description">{paper.description}</p>}
      {refusal === '' ? <StartButton paper={paper} /> : <p>{refusalText}</p>}
    </li>
  )
}

/** The clock runs from the start on, so that nobody starts by a slip. */
function StartButton({ paper: { id, title, limit, left, isOpen } }: { readonly paper: Paper }) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const address = `#/user/exam/take/${id}`
  if (isOpen)
    return (
      <AnchorButton
        intent="primary"
        size="large"
        href={address}
        text={t('resume')}
        aria-label={`${t('resume')}: ${title}`}
      />
    )
  return (
    <>
      <Button
        intent="primary"
        size="large"
        text={t('start')}
        aria-label={`${t('start')}: ${title}`}
        onClick={() => setAsking(true)}
      />
      <Dialog isOpen={isAsking} title={t('start-title', { title })} onClose={() => setAsking(false)}>
        <DialogBody>
          <p>{t('start-note', { limit })}</p>
          {left !== null && <p>{t('start-left', { left, count: left })}</p>}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('cancel')} onClick={() => setAsking(false)} />
              <AnchorButton intent="primary" href={address} text={t('start')} />
            </>
          }
        />
      </Dialog>
    </>
  )
}
