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
import { hasStates, type TableModel } from '../../../protocol/index.ts'
import type { FieldLocale, WireRow } from '../../fields/input-props.ts'
import { recordNouns } from '../../core/i18n/language.ts'
import { useFieldLocale } from '../../form/use-field-locale.ts'
import { FormFields } from '../../form/FormFields.tsx'
import { focusFirstField } from '../../form/first-field.ts'
import { useCan } from '../../core/auth/permissions.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { useLeaveGuard, type LeaveGuard } from './leave-guard.ts'
import { useFreshRow, type FreshRow } from './fresh-row.ts'
import { useLoadedRecord } from './load-record.ts'
import { lockedText } from './locked-reason.ts'
import { MailButton, RecordMachine } from './lazy-parts.tsx'
import { NavigationBlocker } from './NavigationBlocker.tsx'
import { useLatest } from '../../core/react/use-latest.ts'
import './record.css'
import { RecordForm, type FormHandle, type RecordFormProps } from './RecordForm.tsx'
import { RecordNews, useRecordWatch, Viewers } from './RecordNews.tsx'

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
  /** Called when the form of a new record has added it and goes on with it. */
  readonly onAdded?: (id: number) => void
  /** Open the neighbours of the record in the list; absent at its ends. */
  readonly onPrevious?: () => void
  readonly onNext?: () => void
}

/** A record over its list, to add or edit it. Unsaved input is never discarded without asking. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { model, id, isOpen, onSaved, onClose, onClosed } = props
  const locale = useFieldLocale()
  const guard = useLeaveGuard(id)
  const [isDirty, onDirty] = useDirty(guard)
  const heading = useId()
  const formRef = useRef<FormHandle | null>(null)
  const { record, row, form, reload, savedInPlace } = useOpenRecord(props, guard)
  const watch = useRecordWatch(model, isOpen ? id : null)
  const close = () => leave(guard, formRef.current, onClose)
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
  const calls = useFormCalls(
    { onSaved: saved, onSavedInPlace: savedInPlace, onCancel: close, onChanged: reportChange },
    heading,
  )
  const acting = {
    save: async () => ((await formRef.current?.save()) === true ? await reload(true) : null),
    discard: () => formRef.current?.discard(),
    savesItself: () => formRef.current?.savesItself() === true,
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
  const header = { row, heading, locale, isDirty, guard, close, viewers: watch?.viewers ?? [] }
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
        <RecordHeader {...props} {...header}>
          {!hasStates(model) && machine}
        </RecordHeader>
        <Waiting record={record} t={locale.t} />
        {hasStates(model) && machine}
        {row && <RecordNews watch={watch} row={row} hasChanges={isDirty} reload={() => reload(false)} />}
        {record.state === 'ready' && (
          <Focused key={form.place} heading={heading}>
            <RecordForm
              key={form.key}
              model={record.model}
              parts={record.parts}
              Fields={record.Fields ?? FormFields}
              row={form.row}
              locale={locale}
              onDirty={onDirty}
              isReleased={guard.isReleased}
              formRef={formRef}
              {...calls}
            />
          </Focused>
        )}
      </section>
      <NavigationBlocker wouldLose={guard.wouldLose} onBlocked={guard.onBlocked} />
      <LeaveDialog guard={guard} t={locale.t} />
    </Drawer>
  )
}

/** Closes the form, after asking about input that is not saved; a form that saves by itself saves it first. */
function leave(guard: LeaveGuard, form: FormHandle | null, onClose: () => void): void {
  const ask = (): void =>
    guard.confirmLeave(() => {
      guard.release()
      onClose()
    })
  if (guard.wouldLose() && form?.savesItself() === true) void form.save().then(ask)
  else ask()
}

interface OpenRecord extends Pick<FreshRow, 'row' | 'reload'> {
  readonly record: ReturnType<typeof useLoadedRecord>
  /** The row that the form starts with, and the keys under which it and its place stay the same. */
  readonly form: { readonly row: WireRow | null; readonly key: string; readonly place: string }
  readonly savedInPlace: (row: WireRow) => void
}

/** The record of the drawer. A form that adds a new one goes on with it as it is. */
function useOpenRecord({ model, id, onSaved, onAdded }: RecordDrawerProps, guard: LeaveGuard): OpenRecord {
  const [addedRow, setAddedRow] = useState<WireRow | null>(null)
  const isAdded = addedRow !== null && addedRow['id'] === id
  const record = useLoadedRecord(model, isAdded ? null : id)
  const loadedRow = record.state === 'ready' ? record.row : null
  const { row, base, reload, accept } = useFreshRow(model, isAdded ? addedRow : loadedRow, guard.hasChanges)
  const goesOn = isAdded && base === addedRow
  return {
    record,
    row,
    reload,
    form: {
      row: goesOn ? null : base,
      key: goesOn ? 'new' : String(base?.['version'] ?? 'new'),
      place: isAdded ? 'new' : String(id ?? 'new'),
    },
    savedInPlace: (next) => {
      const nextId = Number(next['id'])
      if (id === null) setAddedRow(next)
      else accept(next)
      onSaved(nextId)
      if (id === null && onAdded) guard.withoutAsking(() => onAdded(nextId))
    },
  }
}

/** Whether something was changed, and what reports it. */
function useDirty({ setHasChanges }: LeaveGuard): readonly [boolean, (next: boolean) => void] {
  const [isDirty, setIsDirty] = useState(false)
  // The guard of unsaved input knows it at once; the display follows after the key.
  const onDirty = useCallback(
    (next: boolean) => {
      setHasChanges(next)
      startTransition(() => setIsDirty(next))
    },
    [setHasChanges],
  )
  return [isDirty, onDirty]
}

type FormCalls = Pick<RecordFormProps, 'onSaved' | 'onSavedInPlace' | 'onCancel' | 'onChanged'>

/** The callbacks of the form, the same functions at every rendering. */
function useFormCalls(calls: FormCalls, heading: string): FormCalls & Pick<RecordFormProps, 'onUndone'> {
  const latest = useLatest(calls)
  return useMemo(
    () => ({
      onSaved: (id, isLast) => latest.current.onSaved(id, isLast),
      onSavedInPlace: (row) => latest.current.onSavedInPlace(row),
      onCancel: () => latest.current.onCancel(),
      onChanged: () => latest.current.onChanged(),
      onUndone: async () => {
        await latest.current.onChanged()
        // The button that had it is gone.
        document.getElementById(heading)?.focus()
      },
    }),
    [latest, heading],
  )
}

interface RecordHeaderProps extends Pick<RecordDrawerProps, 'model' | 'id' | 'title' | 'onPrevious' | 'onNext'> {
  readonly row: WireRow | null
  /** Id of the heading. */
  readonly heading: string
  readonly locale: FieldLocale
  readonly isDirty: boolean
  readonly guard: LeaveGuard
  readonly close: () => void
  readonly viewers: readonly string[]
  readonly children: ReactNode
}

function RecordHeader(props: RecordHeaderProps) {
  const { model, id, title, onPrevious, onNext, row, heading, locale, isDirty, guard, close, viewers, children } = props
  const { t, language } = locale
  const can = useCan()
  const canMail = model.actions.includes('mail') && can(model.page, 'mail')
  return (
    <div className="record-header">
      <h2 id={heading} tabIndex={-1}>
        {title ??
          t(
            id === null ? 'add-title' : lockedText(model, row, locale) === null ? 'edit-title' : 'view-title',
            recordNouns(model, language),
          )}{' '}
        <small>{row ? String(row[model.title] ?? '') : ''}</small>
      </h2>
      <Viewers names={viewers} />
      {children}
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
  )
}

/** Shown in the place of a record that is not there. */
function Waiting({ record, t }: { readonly record: ReturnType<typeof useLoadedRecord>; readonly t: FieldLocale['t'] }) {
  if (record.state === 'loading') return <SlowLoading text={t('loading')} />
  if (record.state === 'ready') return null
  return <Failed title={t('load-failed')} message={record.message} retry={t('try-again')} onRetry={record.retry} />
}

/** Shown only when loading takes noticeably long. */
function SlowLoading({ text }: { text: string }) {
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
