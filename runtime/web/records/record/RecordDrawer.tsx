import { Button, Callout, Drawer, Spinner } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Cross } from '@blueprintjs/icons'
import {
  startTransition,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useSnapshot } from 'valtio'
import { hasStates, type TableModel } from '../../../protocol/index.ts'
import type { FieldLocale } from '../../fields/input-props.ts'
import { recordNouns, useLanguage } from '../../core/i18n/language.ts'
import { FormFields } from '../../form/FormFields.tsx'
import { focusFirstField } from '../../form/first-field.ts'
import { useCan } from '../../core/auth/permissions.ts'
import { session } from '../../core/auth/session.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { useLeaveGuard } from './leave-guard.ts'
import { useFreshRow } from './fresh-row.ts'
import { useLoadedRecord } from './load-record.ts'
import { lockedText } from './locked-reason.ts'
import { MailButton, RecordMachine } from './lazy-parts.tsx'
import { NavigationBlocker } from './NavigationBlocker.tsx'
import { useLatest } from '../../core/react/use-latest.ts'
import './record.css'
import { RecordForm, type FormHandle } from './RecordForm.tsx'
import { useT } from '../../fields/form-texts.ts'

export interface RecordDrawerProps {
  readonly model: TableModel
  /** Id of the record to edit, null to add one. */
  readonly id: number | null
  readonly title?: string
  /** False = the drawer leaves the screen. */
  readonly isOpen: boolean
  /** Called for every saved record, before `onClose` unless another one is added. */
  readonly onSaved: (id: number) => void
  /** Called when the record is to be closed, once nothing unsaved is left or it may be lost. */
  readonly onClose: () => void
  /** Called when the drawer has left the screen. */
  readonly onClosed: () => void
  /** Open the neighbours of the record in the list; absent at its ends. */
  readonly onPrevious?: () => void
  readonly onNext?: () => void
}

/** A record over its list, to add or edit it. Unsaved input is never discarded without asking. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { model, id, title, isOpen, onSaved, onClose, onClosed, onPrevious, onNext } = props
  const t = useT()
  const language = useLanguage()
  const { timeZone } = useSnapshot(session.site)
  const locale = useMemo<FieldLocale>(() => ({ language, timeZone, t }), [language, timeZone, t])
  const can = useCan()
  const canMail = model.actions.includes('mail') && can(model.page, 'mail')
  const [isDirty, setIsDirty] = useState(false)
  const guard = useLeaveGuard(id)
  const { setHasChanges } = guard
  // What asks before input is lost knows it at once; what is only shown follows after the key.
  const onDirty = useCallback(
    (next: boolean) => {
      setHasChanges(next)
      startTransition(() => setIsDirty(next))
    },
    [setHasChanges],
  )
  const record = useLoadedRecord(model, id)
  const heading = useId()
  const formRef = useRef<FormHandle | null>(null)
  const { row, base, reload } = useFreshRow(model, record.state === 'ready' ? record.row : null, guard.hasChanges)
  const close = () =>
    guard.confirmLeave(() => {
      guard.release()
      onClose()
    })
  const saved = (savedId: number, isLast: boolean) => {
    onSaved(savedId)
    if (!isLast) return
    guard.release()
    onClose()
  }
  const reportChange = async () => {
    if (id !== null) onSaved(id)
    await reload(false)
  }
  const latest = useLatest({ saved, close, changed: reportChange })
  const onFormSaved = useCallback((savedId: number, isLast: boolean) => latest.current.saved(savedId, isLast), [latest])
  const onCancel = useCallback(() => latest.current.close(), [latest])
  const onUndone = useCallback(async () => {
    await latest.current.changed()
    // The button that had it is gone.
    document.getElementById(heading)?.focus()
  }, [latest, heading])
  const onChanged = useCallback(() => latest.current.changed(), [latest])
  const acting = {
    save: async () => ((await formRef.current?.save()) === true ? await reload(true) : null),
    discard: () => formRef.current?.discard(),
    onChanged: reportChange,
  }
  const machine = row && model.machine && (
    <RecordMachine
      model={model}
      row={row}
      hasChanges={guard.hasChanges}
      takeFocus={() => document.getElementById(heading)?.focus()}
      {...acting}
    />
  )
  return (
    <Drawer
      isOpen={isOpen}
      onClose={close}
      onClosed={onClosed}
      canOutsideClickClose={!isDirty}
      className="record-drawer"
      size="min(1040px, 100%)"
      transitionDuration={150}
    >
      <section role="dialog" aria-modal aria-labelledby={heading} className="record-dialog">
        <div className="record-header">
          <h2 id={heading} tabIndex={-1}>
            {title ??
              t(
                id === null ? 'add-title' : lockedText(model, row, locale) === null ? 'edit-title' : 'view-title',
                recordNouns(model, language),
              )}{' '}
            <small>{row ? String(row[model.title] ?? '') : ''}</small>
          </h2>
          {!hasStates(model) && machine}
          {row && canMail && <MailButton key={String(row['id'])} model={model} row={row} isDirty={isDirty} />}
          {onPrevious && (
            <Button
              variant="minimal"
              icon={<ChevronLeft />}
              aria-label={t('previous')}
              onClick={() => guard.confirmLeave(onPrevious)}
            />
          )}
          {onNext && (
            <Button
              variant="minimal"
              icon={<ChevronRight />}
              aria-label={t('next')}
              onClick={() => guard.confirmLeave(onNext)}
            />
          )}
          <Button variant="minimal" icon={<Cross />} aria-label={t('close')} onClick={close} />
        </div>
        {record.state === 'loading' && <Waiting text={t('loading')} />}
        {record.state === 'failed' && (
          <Failed title={t('load-failed')} message={record.message} retry={t('try-again')} onRetry={record.retry} />
        )}
        {hasStates(model) && machine}
        {record.state === 'ready' && (
          <Focused key={`${id}`} heading={heading}>
            <RecordForm
              key={String(base?.['version'])}
              model={record.model}
              parts={record.parts}
              Fields={record.Fields ?? FormFields}
              row={base}
              locale={locale}
              onSaved={onFormSaved}
              onDirty={onDirty}
              isReleased={guard.isReleased}
              onCancel={onCancel}
              onUndone={onUndone}
              onChanged={onChanged}
              formRef={formRef}
            />
          </Focused>
        )}
      </section>
      <NavigationBlocker wouldLose={guard.wouldLose} onBlocked={guard.onBlocked} />
      <LeaveDialog guard={guard} t={t} />
    </Drawer>
  )
}

/** Shown only when loading takes noticeably long. */
function Waiting({ text }: { text: string }) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className="record-waiting">
      {isSlow && (
        <>
          <Spinner size={24} /> {text}
        </>
      )}
    </div>
  )
}

function Failed({
  title,
  message,
  retry,
  onRetry,
}: {
  title: string
  message: string
  retry: string
  onRetry: () => void
}) {
  return (
    <div className="record-body">
      <Callout role="alert" intent="danger">
        <strong>{title}</strong>
        <p>{message}</p>
        <Button text={retry} onClick={onRetry} />
      </Callout>
    </div>
  )
}

/** Focuses the first field; on touch screens the heading, so that no on-screen keyboard opens. */
function Focused({ heading, children }: { heading: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => focusFirstField(frame.current, document.getElementById(heading)), [heading])
  return (
    <div ref={frame} className="record-frame">
      {children}
    </div>
  )
}
