/** The question that is shown, with clock, state of saving and the numbers of all questions. */
import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useId, useRef, useState } from 'react'
import type { Kind } from '../../shared/question.ts'
import { AnswerFields } from './AnswerFields.tsx'
import { Attachments } from './Attachments.tsx'
import { Countdown } from './Countdown.tsx'
import { Palette } from './Palette.tsx'
import { RichText } from './RichText.tsx'
import { hasAnswer, type Sitting, type SittingState } from './sitting.ts'
import { useT } from './texts.ts'

interface ViewProps {
  readonly sitting: Sitting
  readonly state: SittingState
}

export function SittingView({ sitting, state }: ViewProps) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAsking, setAsking] = useState(false)
  const questions = state.items.filter(({ kind }) => kind !== 'MATERIAL')
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
  const entry = state.entries.get(current)
  return (
    <div className="exam-sitting">
      <header className="exam-bar">
        <h1>{state.title}</h1>
        <Countdown deadline={state.deadline} now={() => sitting.clock.now()} onEnd={() => void sitting.submit()} />
        <span role="status" className="tw-muted" data-saving={state.saving}>
          {state.saving === 'offline' ? '' : t(state.saving)}
        </span>
        <Button intent="primary" text={t('submit-exam')} onClick={() => setAsking(true)} />
      </header>
      <Notes state={state} />
      <section className="tw-card exam-question" aria-label={t('palette-entry', { number: place + 1 })}>
        <h2 ref={heading} tabIndex={-1}>
          {t('question', { number: place + 1, count: questions.length })}
        </h2>
        <Question sitting={sitting} state={state} seq={current} />
        <div className="exam-actions">
          <Button text={t('previous')} disabled={place === 0} onClick={() => select(questions[place - 1]?.seq)} />
          <Button
            icon="flag"
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

/** Notes that must not be missed: no network, a moved deadline, absences. */
function Notes({ state }: Pick<ViewProps, 'state'>) {
  const t = useT()
  const { switches: count, switchLimit: limit } = state
  return (
    <>
      {state.saving === 'offline' && (
        <Callout compact intent="warning" role="alert">
          {t('save-offline')}
        </Callout>
      )}
      {state.isMoved && (
        <Callout compact intent="primary" role="status">
          {t('extended')}
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
  const material = item.parent === null ? undefined : state.items.find((candidate) => candidate.seq === item.parent)
  const points = t('points', { score: Number(item.score), count: Number(item.score) })
  return (
    <>
      {material && (
        <div className="exam-material">
          <RichText html={material.title} />
        </div>
      )}
      <p className="tw-muted">
        {t(`kind-${item.kind as Kind}`)} · {points}
      </p>
      <div id={id}>
        <RichText html={item.title} />
      </div>
      <AnswerFields
        key={seq}
        question={item}
        answer={state.entries.get(seq)?.answer ?? {}}
        labelledBy={id}
        onChange={(answer) => sitting.change(seq, { answer })}
      />
      {item.kind === 'SHORT' && <Attachments key={`files ${seq}`} sitting={sitting} item={item} />}
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
  const missing = state.items
    .filter(({ kind }) => kind !== 'MATERIAL')
    .flatMap(({ seq }, place) => (hasAnswer(state.entries.get(seq)) ? [] : [place + 1]))
  const send = async (): Promise<void> => {
    setBusy(true)
    await sitting.submit()
    setBusy(false)
    close()
  }
  return (
    <Dialog isOpen={isOpen} title={t('submit-title')} onClose={close}>
      <DialogBody>
        <p>{missing.length === 0 ? t('submit-all') : t('submit-missing', { numbers: missing.join(', ') })}</p>
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
