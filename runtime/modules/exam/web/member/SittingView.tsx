/** The question that is shown, with clock, state of saving and the numbers of all questions. */
import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Flag, Tick } from '@blueprintjs/icons'
import { useEffect, useId, useRef, useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { useSite } from 'tablewright/web'
import type { Kind } from '../../shared/question.ts'
import { AnswerFields } from './AnswerFields.tsx'
import { Attachments } from './Attachments.tsx'
import { Countdown } from './Countdown.tsx'
import { Palette } from './Palette.tsx'
import { RichText } from './RichText.tsx'
import { hasAnswer, isStored, numbersOf, questionsOf, type Sitting, type SittingState } from './sitting.ts'
import { useT } from './texts.ts'

interface ViewProps {
  readonly sitting: Sitting
  readonly state: SittingState
}

export function SittingView({ sitting, state }: ViewProps) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAsking, setAsking] = useState(false)
  const questions = questionsOf(state)
  const [current, setCurrent] = useState(questions[0]?.seq ?? 1)
  const place = Math.max(
    0,
    questions.findIndex(({ seq }) => seq === current),
  )
  const select = (seq: number | undefined): void => {
    if (seq === undefined) return
    setCurrent(seq)
    heading.current?.focus()
  }
  useEffect(() => {
    sitting.look(current)
    return () => sitting.look(null)
  }, [sitting, current])
  const entry = state.entries.get(current)
  return (
    <div className="exam-sitting">
      <header className="exam-bar">
        <h1>{state.title}</h1>
        <Countdown deadline={state.deadline} now={() => sitting.clock.now()} onEnd={() => void sitting.endTime()} />
        <span role="status" className="tw-muted" data-saving={state.saving}>
          {state.saving === 'saved' || state.saving === 'saving' ? t(state.saving) : ''}
        </span>
        <Button intent="primary" text={t('submit-exam')} disabled={state.isTimeOver} onClick={() => setAsking(true)} />
      </header>
      <div className="exam-notes">
        <Notes sitting={sitting} state={state} />
      </div>
      <section className="tw-card exam-question" aria-label={t('palette-entry', { number: place + 1 })}>
        <h2 ref={heading} tabIndex={-1}>
          {t('question', { number: place + 1, count: questions.length })}
        </h2>
        <Question sitting={sitting} state={state} seq={current} />
        <div className="exam-actions">
          <Button text={t('previous')} disabled={place === 0} onClick={() => select(questions[place - 1]?.seq)} />
          <Button
            icon={<Flag />}
            aria-pressed={entry?.flagged ?? false}
            disabled={state.isTimeOver}
            active={entry?.flagged ?? false}
            text={entry?.flagged ? t('unflag') : t('flag')}
            onClick={() => sitting.change(current, { flagged: !entry?.flagged })}
          />
          <Button
            text={t('next')}
            disabled={place >= questions.length - 1}
            onClick={() => select(questions[place + 1]?.seq)}
          />
        </div>
      </section>
      <Palette state={state} current={current} select={select} />
      <SubmitDialog sitting={sitting} state={state} isOpen={isAsking} close={() => setAsking(false)} />
    </div>
  )
}

/** Notes that must not be missed: messages, no network, a moved deadline, absences. */
function Notes({ sitting, state }: ViewProps) {
  const t = useT()
  const { timeZone } = useSite()
  const { switches: count, switchLimit: limit } = state
  return (
    <>
      {state.messages.length > 0 && (
        <Callout compact intent="primary" role="alert" className="exam-messages">
          {state.messages.map(({ id, text }) => (
            <p key={id}>{text}</p>
          ))}
          <Button size="small" text={t('put-away')} onClick={() => sitting.putAway()} />
        </Callout>
      )}
      {state.isTimeOver && (
        <Callout compact intent="warning" role="alert">
          {t('time-over')}
        </Callout>
      )}
      {state.saving === 'offline' && (
        <Callout compact intent="warning" role="alert">
          {t('save-offline')}
        </Callout>
      )}
      {state.saving === 'refused' && (
        <Callout compact intent="danger" role="alert">
          {t('save-problem', { reason: state.refusal })}
        </Callout>
      )}
      {state.isMoved && (
        <Callout compact intent="primary" role="status">
          {t('extended', { time: formatSeconds(state.deadline, timeZone) })}
        </Callout>
      )}
      {count > 0 && (
        <Callout compact intent="warning" role="status">
          {limit === null ? t('left-count', { count }) : t('left-limit', { count, limit })}
        </Callout>
      )}
    </>
  )
}

function Question({ sitting, state, seq }: ViewProps & { readonly seq: number }) {
  const t = useT()
  const id = useId()
  const item = state.items.find((candidate) => candidate.seq === seq)
  if (!item) return null
  const entry = state.entries.get(seq)
  const material = item.parent === null ? undefined : state.items.find((candidate) => candidate.seq === item.parent)
  const points = t('points', { score: Number(item.score), count: Number(item.score) })
  return (
    <>
      {material && (
        <div className="exam-material">
          <RichText html={material.title} />
        </div>
      )}
      <p className="tw-muted exam-question-facts">
        <span>
          {t(`kind-${item.kind as Kind}`)} · {points}
        </span>
        {entry !== undefined && entry.n > 0 && (
          <span className="exam-saved" data-saved={isStored(entry) || undefined}>
            {isStored(entry) && <Tick />}
            {t(isStored(entry) ? 'saved' : 'unsaved')}
          </span>
        )}
      </p>
      <div id={id}>
        <RichText html={item.title} />
      </div>
      <AnswerFields
        key={seq}
        question={item}
        answer={entry?.answer ?? {}}
        labelledBy={id}
        disabled={state.isTimeOver}
        onChange={(answer) => sitting.change(seq, { answer })}
      />
      {item.kind === 'SHORT' && !state.isTimeOver && <Attachments key={`files ${seq}`} sitting={sitting} item={item} />}
    </>
  )
}

interface DialogProps extends ViewProps {
  readonly isOpen: boolean
  readonly close: () => void
}

function SubmitDialog({ sitting, state, isOpen, close }: DialogProps) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const missing = numbersOf(
    state,
    state.items.flatMap(({ seq }) => (hasAnswer(state.entries.get(seq)) ? [] : [seq])),
  )
  const send = async (): Promise<void> => {
    setBusy(true)
    // Without a network the question stays, so that nobody believes that it was submitted.
    if (await sitting.submit()) close()
    setBusy(false)
  }
  return (
    <Dialog isOpen={isOpen} title={t('submit-title')} onClose={close}>
      <DialogBody>
        <p>{missing.length === 0 ? t('submit-all') : t('submit-missing', { numbers: missing.join(', ') })}</p>
        {state.saving === 'offline' && (
          <Callout compact intent="warning">
            {t('save-offline')}
          </Callout>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('go-on')} onClick={close} />
            <Button intent="primary" text={t('submit-exam')} loading={isBusy} onClick={() => void send()} />
          </>
        }
      />
    </Dialog>
  )
}
