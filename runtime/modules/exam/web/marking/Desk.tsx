/** One answer at a time, in a list that stays as it was when it was opened. */
import { Button, Callout, ProgressBar } from '@blueprintjs/core'
import { Cross, Undo } from '@blueprintjs/icons'
import { useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute } from 'tablewright/web'
import { markAnswerByHand, type markingQueue } from '../../shared/marking-routes.ts'
import '../member/exam.css'
import { RichText } from '../member/RichText.tsx'
import { PointsForm, type Draft } from './PointsForm.tsx'
import { useT } from './texts.ts'

type Queue = AnswerOf<(typeof markingQueue)['answer']>
type Entry = Queue['list'][number]

interface DeskProps {
  readonly queue: Queue
  /** Loads the answers beyond the list. */
  readonly reload: () => void
}

const isWaiting = ({ points }: Entry): boolean => points === ''

export function Desk({ queue: { list: first, more }, reload }: DeskProps) {
  const t = useT()
  const [list, setList] = useState(first)
  const [place, setPlace] = useState(() => Math.max(0, first.findIndex(isWaiting)))
  /** The answer that was marked last, as it was before. */
  const [former, setFormer] = useState<Entry | null>(null)
  // Drafts survive a look at another answer.
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Draft>>(new Map())
  const entry = list[place]
  const left = list.filter(isWaiting).length
  if (!entry) return <p className="tw-card tw-muted">{t('empty')}</p>
  /** @throws an ApiError, which was shown */
  const mark = async (before: Entry, { points, note }: Draft): Promise<readonly Entry[]> => {
    const marked = await callRoute(markAnswerByHand, { item: before.item, points, note })
    setDrafts((others) => new Map([...others].filter(([item]) => item !== before.item)))
    const after = { ...before, points: marked.points, note }
    const next = list.map((other) => (other.item === before.item ? after : other))
    setList(next)
    return next
  }
  const store = async (draft: Draft): Promise<void> => {
    const next = await mark(entry, draft)
    setFormer(entry)
    const later = next.findIndex((other, index) => index > place && isWaiting(other))
    const waiting = later < 0 ? next.findIndex(isWaiting) : later
    if (waiting >= 0) setPlace(waiting)
  }
  const takeBack = async (): Promise<void> => {
    if (!former) return
    await mark(former, former)
    setPlace(list.findIndex(({ item }) => item === former.item))
    setFormer(null)
  }
  return (
    <>
      <Progress place={place} count={list.length} left={left} more={more} />
      {left === 0 && more > 0 && (
        <Callout compact intent="primary">
          {t('more', { count: more })} <Button text={t('load')} onClick={reload} />
        </Callout>
      )}
      <div className="exam-marking-desk">
        <AnswerCard entry={entry} />
        <div className="tw-card exam-marking-side">
          <PointsForm
            key={`${entry.item} ${entry.points}`}
            entry={entry}
            draft={drafts.get(entry.item)}
            keep={(draft) => setDrafts((others) => new Map(others).set(entry.item, draft))}
            store={store}
          />
          <div className="exam-marking-actions">
            <Button text={t('previous')} disabled={place === 0} onClick={() => setPlace(place - 1)} />
            <Button text={t('next')} disabled={place >= list.length - 1} onClick={() => setPlace(place + 1)} />
            {entry.points !== '' && (
              <Button
                icon={<Cross />}
                text={t('undo')}
                onClick={() => void mark(entry, { points: '', note: entry.note })}
              />
            )}
          </div>
          {former && (
            <p className="exam-marking-last">
              <span>{t('marked', { name: former.name })}</span>
              <Button size="small" icon={<Undo />} text={t('back-to-last')} onClick={() => void takeBack()} />
            </p>
          )}
        </div>
      </div>
    </>
  )
}

interface ProgressProps {
  readonly place: number
  readonly count: number
  readonly left: number
  /** Answers that wait beyond the list. */
  readonly more: number
}

function Progress({ place, count, left, more }: ProgressProps) {
  const t = useT()
  return (
    <div className="exam-marking-progress">
      <p role="status">{left === 0 ? t('done') : t('progress', { number: place + 1, count, left: left + more })}</p>
      <ProgressBar
        value={1 - left / count}
        animate={false}
        stripes={false}
        intent={left === 0 ? 'success' : 'primary'}
        aria-label={t('share')}
      />
    </div>
  )
}

function AnswerCard({ entry }: { readonly entry: Entry }) {
  const t = useT()
  const { name, material, title, answer, files, reference, part, others } = entry
  return (
    <article className="tw-card exam-marking-answer">
      <p className="tw-muted">{name}</p>
      {material !== '' && (
        <div className="exam-material">
          <RichText html={material} />
        </div>
      )}
      <RichText html={title} />
      <section className="exam-marking-text" aria-label={t('answer')}>
        <h2>{t('answer')}</h2>
        <p>{answer === '' ? t('none') : answer}</p>
        {files.length > 0 && (
          <ul aria-label={t('files')}>
            {files.map((file) => (
              <li key={file.address}>
                <a href={file.address} target="_blank" rel="noreferrer">
                  {file.name}
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
      {reference !== '' && (
        <section className="exam-marking-reference" aria-label={t('reference')}>
          <h2>{t('reference')}</h2>
          <p>{reference}</p>
        </section>
      )}
      {others.length > 0 && (
        <p>
          {t('others')}: {others.map(Number).join(' / ')}
        </p>
      )}
      {(part === 'first' || part === 'second') && <p className="tw-muted">{t('two-markers')}</p>}
    </article>
  )
}
