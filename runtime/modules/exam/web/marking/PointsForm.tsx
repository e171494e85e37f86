/** Points and comment of one answer: a number and Enter, or one of the suggestions. */
import { Button, InputGroup } from '@blueprintjs/core'
import { useId, useRef, useState, type FormEvent } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import type { markingQueue } from '../../shared/marking-routes.ts'
import { useT } from './texts.ts'

type Entry = AnswerOf<(typeof markingQueue)['answer']>['list'][number]

/** Points and comment while they are typed. */
export type Draft = Pick<Entry, 'points' | 'note'>

interface FormProps {
  readonly entry: Entry
  /** Typed before another answer was looked at. */
  readonly draft: Draft | undefined
  readonly keep: (draft: Draft) => void
  /** Stores the points and shows the next answer. @throws an ApiError, which was shown */
  readonly store: (draft: Draft) => Promise<void>
}

/** None, a quarter, a half, three quarters and all of the points; whole ones where all of them fit. */
function suggestionsOf(max: number): readonly number[] {
  if (Number.isInteger(max) && max <= 6) return Array.from({ length: max + 1 }, (_, points) => points)
  return [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(max * share * 2) / 2).map((points) => Math.min(max, points))
}

export function PointsForm({ entry, draft, keep, store }: FormProps) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const initial = { points: entry.points === '' ? '' : String(Number(entry.points)), note: entry.note }
  const [{ points, note }, setTyped] = useState(draft ?? initial)
  const [isBusy, setBusy] = useState(false)
  const change = (next: Draft): void => {
    setTyped(next)
    keep(next)
  }
  const send = async (next: Draft): Promise<void> => {
    setBusy(true)
    try {
      await store(next)
    } catch {
      // The refusal was shown; what was typed stays.
      input.current?.select()
    }
    setBusy(false)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (points.trim() !== '' && !isBusy) void send({ points: points.trim(), note })
  }
  const max = Number(entry.max)
  return (
    <form className="exam-marking-form" onSubmit={submit}>
      <label htmlFor={id}>{t('points', { max: String(max) })}</label>
      <InputGroup
        id={id}
        inputRef={input}
        size="large"
        autoFocus
        autoComplete="off"
        inputMode="decimal"
        required
        maxLength={7}
        value={points}
        onValueChange={(text) => change({ points: text, note })}
      />
      <div className="exam-marking-chips" role="group" aria-label={t('suggestions')}>
        {[...new Set(suggestionsOf(max))].map((value) => (
          <Button
            key={value}
            text={String(value)}
            active={points.trim() !== '' && Number(points) === value}
            aria-label={t('give', { points: value })}
            onClick={() => void send({ points: String(value), note })}
          />
        ))}
      </div>
      <label htmlFor={`${id}-note`}>{t('note')}</label>
      <InputGroup
        id={`${id}-note`}
        autoComplete="off"
        maxLength={500}
        value={note}
        onValueChange={(text) => change({ points, note: text })}
      />
      <p className="tw-muted">{t('keys')}</p>
      <Button type="submit" intent="primary" text={t('save')} aria-disabled={isBusy} />
    </form>
  )
}
