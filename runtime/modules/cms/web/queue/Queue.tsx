/**
 * A queue of what waits for a decision, one at a time: J and K go through it, A approves, R refuses with a reason. The
 * next one follows by itself.
 */
import { Button, Callout, Drawer, TextArea } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Cross } from '@blueprintjs/icons'
import { useEffect, useId, useState } from 'react'
import { useSingleKeys } from 'tablewright/web/parts'
import { useQueue, type QueueEntry, type QueueProps, type QueueState } from './queue-state.ts'
import { useT } from './texts.ts'
import './queue.css'

export function Queue<Entry extends QueueEntry>(props: QueueProps<Entry>) {
  const { title, children, onDecided, onClose } = props
  const t = useT()
  const heading = useId()
  const [isOpen, setOpen] = useState(true)
  const takeFocus = (): void => {
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[aria-labelledby='${heading}']`)?.focus())
  }
  const queue = useQueue(props, takeFocus)
  const { entries, entry, place, reasons, isRefusing, isBusy, problem, announcement } = queue
  const setFrame = useQueueKeys({
    j: () => queue.go(1),
    k: () => queue.go(-1),
    a: queue.approve,
    r: queue.startRefusal,
  })
  return (
    <Drawer
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onClosed={() => {
        if (queue.hasDecided()) onDecided()
        onClose()
      }}
      size="min(1180px, 100%)"
      transitionDuration={150}
    >
      <section ref={setFrame} role="dialog" aria-modal aria-labelledby={heading} className="cms-queue" tabIndex={-1}>
        <QueueHeader
          title={title}
          heading={heading}
          place={place}
          count={entries?.length ?? 0}
          go={queue.go}
          close={() => setOpen(false)}
        />
        <div className="cms-queue-middle">
          {entries !== null && entries.length > 1 && <EntryList entries={entries} place={place} onShow={queue.show} />}
          <div className="cms-queue-body">
            {problem !== null && (
              <Callout compact role="alert" intent="warning">
                {problem}
              </Callout>
            )}
            {entries === null && problem === null && <p role="status">{t('loading')}</p>}
            {entries?.length === 0 && <p role="status">{t('empty')}</p>}
            {entry && <div key={`${entry.id} ${entry.version}`}>{children(entry)}</div>}
          </div>
        </div>
        <p role="status" className="tw-visually-hidden">
          {announcement}
        </p>
        {entry && isRefusing && (
          <Refusal reasons={reasons} isBusy={isBusy} onCancel={queue.cancelRefusal} onRefuse={queue.refuse} />
        )}
        {entry && !isRefusing && <QueueFooter entry={entry} queue={queue} of={props} />}
      </section>
    </Drawer>
  )
}

interface EntryListProps {
  readonly entries: readonly QueueEntry[]
  readonly place: number
  readonly onShow: (place: number) => void
}

/** The entries, beside the current one where there is room. */
function EntryList({ entries, place, onShow }: EntryListProps) {
  const t = useT()
  return (
    <nav className="cms-queue-list" aria-label={t('list')}>
      <ol>
        {entries.map(({ id, name, facts }, index) => (
          <li key={id}>
            <button type="button" aria-current={index === place || undefined} onClick={() => onShow(index)}>
              <span>{name}</span>
              <span className="tw-muted">{facts}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface QueueFooterProps<Entry extends QueueEntry> {
  readonly entry: Entry
  readonly queue: QueueState<Entry>
  readonly of: QueueProps<Entry>
}

function QueueFooter<Entry extends QueueEntry>({ entry, queue, of }: QueueFooterProps<Entry>) {
  const t = useT()
  const { bulk } = of
  const { isBusy, together } = queue
  return (
    <div className="cms-queue-foot">
      <span className="cms-queue-keys">{t('keys')}</span>
      {bulk && together.length > 1 && (
        <Button
          variant="outlined"
          text={bulk.label(together.length)}
          disabled={isBusy}
          onClick={queue.approveTogether}
        />
      )}
      <Button
        intent="danger"
        variant="outlined"
        text={t('refuse')}
        disabled={isBusy || !of.mayRefuse(entry)}
        onClick={queue.startRefusal}
      />
      <Button
        intent="success"
        text={t('approve')}
        loading={isBusy}
        disabled={!of.mayApprove(entry)}
        onClick={queue.approve}
      />
    </div>
  )
}

/** The answer is the `ref` of the queue. */
function useQueueKeys(keys: Readonly<Record<string, () => void>>): (frame: HTMLElement | null) => void {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  useSingleKeys(keys, frame)
  // The first key is for it, before the drawer has come in.
  useEffect(() => frame?.focus({ preventScroll: true }), [frame])
  return setFrame
}

interface QueueHeaderProps {
  readonly title: string
  readonly heading: string
  readonly place: number
  readonly count: number
  readonly go: (step: 1 | -1) => void
  readonly close: () => void
}

function QueueHeader({ title, heading, place, count, go, close }: QueueHeaderProps) {
  const t = useT()
  return (
    <div className="cms-queue-head">
      <h2 id={heading}>{title}</h2>
      {count > 0 && <span className="cms-queue-place">{t('place', { place: place + 1, count })}</span>}
      <Button
        variant="minimal"
        icon={<ChevronLeft />}
        aria-label={t('previous')}
        disabled={place === 0}
        onClick={() => go(-1)}
      />
      <Button
        variant="minimal"
        icon={<ChevronRight />}
        aria-label={t('next')}
        disabled={place >= count - 1}
        onClick={() => go(1)}
      />
      <Button variant="minimal" icon={<Cross />} aria-label={t('close')} onClick={close} />
    </div>
  )
}

interface RefusalProps {
  readonly reasons: readonly string[]
  readonly isBusy: boolean
  readonly onCancel: () => void
  readonly onRefuse: (reason: string) => void
}

/** A reason of one's own, or one of those that others have used. Figures choose among them. */
function Refusal({ reasons, isBusy, onCancel, onRefuse }: RefusalProps) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = text.trim() === ''
  const send = (): void => (isMissing ? setTried(true) : onRefuse(text.trim()))
  const choose = (reason: string): void => {
    setText(reason)
    document.getElementById(id)?.focus()
  }
  const handleKey = (event: React.KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const canned = event.altKey ? reasons[Number(event.code.replace(/^Digit/, '')) - 1] : undefined
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && !event.shiftKey) send()
    else if (canned !== undefined) choose(canned)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div role="group" aria-label={t('refuse')} className="cms-queue-refusal">
      <label htmlFor={id}>{t('reason')}</label>
      <TextArea
        id={id}
        autoFocus
        fill
        maxLength={255}
        value={text}
        aria-invalid={isTried && isMissing}
        aria-describedby={`${id}-note`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKey}
      />
      <p id={`${id}-note`} className={isTried && isMissing ? 'cms-queue-missing' : 'tw-muted'}>
        {t(isTried && isMissing ? 'reason-missing' : 'reason-keys')}
      </p>
      <ol className="cms-queue-reasons">
        {reasons.map((reason) => (
          <li key={reason}>
            <Button size="small" variant="outlined" text={reason} onClick={() => choose(reason)} />
          </li>
        ))}
      </ol>
      <div className="cms-queue-buttons">
        <Button text={t('cancel')} onClick={onCancel} />
        <Button intent="danger" text={t('refuse')} loading={isBusy} onClick={send} />
      </div>
    </div>
  )
}
