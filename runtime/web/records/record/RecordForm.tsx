import { Button, Callout } from '@blueprintjs/core'
import { Lock } from '@blueprintjs/icons'
import {
  memo,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  type ComponentType,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { fieldOf, type FieldModel, type TableModel, type WireValue } from '../../../protocol/index.ts'
import type { FieldLocale, WireRow } from '../../fields/input-props.ts'
import { draftOf, type Draft } from '../../form/draft.ts'
import type { FormProps } from '../../form/form-props.ts'
import { useOpenForm } from './open-form.ts'
import { useStoredDraft } from './stored-draft.ts'
import { lockedText } from './locked-reason.ts'
import { ConflictDialog, RecordHistory } from './lazy-parts.tsx'
import { RecordPanels } from './RecordPanels.tsx'
import { fieldsInOrder, focusField } from '../../form/field-errors.ts'
import { usePart } from '../../core/popover/use-part.ts'
import { ignoreImeEnter } from '../../core/react/ime-enter.ts'
import { useSaveKeys } from '../../form/save-keys.ts'
import { FormContext } from '../../form/form-context.ts'
import type { LineCell } from '../../form/form-state.ts'
import { screenOf } from '../../form/screen-of.ts'
import type { RecordFormState } from '../../form/use-record-form.ts'
import { recordValidator, type FormDefinition } from '../../form/validator.ts'

export interface RecordFormProps {
  readonly model: TableModel
  readonly parts: FormDefinition
  /** Renders the fields. */
  readonly Fields: ComponentType<FormProps>
  /** The row as it was loaded, null to add one. */
  readonly row: WireRow | null
  readonly locale: FieldLocale
  /** `isLast` is false when the form stays open, for another record or for an action. */
  readonly onSaved: (id: number, isLast: boolean) => void
  /** It was saved while it stays open as it is; `row` is what is stored now. */
  readonly onSavedInPlace: (row: WireRow) => void
  /** For the parts of the drawer that save or discard. */
  readonly formRef: Ref<FormHandle>
  readonly onDirty: (isDirty: boolean) => void
  /** True once the changes were saved or discarded. */
  readonly isReleased: () => boolean
  readonly onCancel: () => void
  /** The last change of the record was undone. */
  readonly onUndone: () => Promise<void>
  /** Called when a panel of a module has changed the record. */
  readonly onChanged: () => Promise<void>
}

/** Saves or discards the changes from outside the form. */
export interface FormHandle {
  /** Saves and stays open; resolves to false when saving failed, which the form shows. */
  readonly save: () => Promise<boolean>
  readonly discard: () => void
  /** The form saves by itself: nobody has to be asked before something else saves it. */
  readonly savesItself: () => boolean
}

/** The step after saving: the form closes, starts with another record, or stays open and reports the outcome. */
type AfterSave = 'close' | 'another' | ((isSaved: boolean) => void)

/** The fields of one record and the buttons that save it. The drawer around it is rendered more often. */
export const RecordForm = memo(function RecordForm({
  model,
  parts,
  Fields,
  row,
  locale,
  onSaved,
  onSavedInPlace,
  onDirty,
  isReleased,
  onCancel,
  onUndone,
  onChanged,
  formRef,
}: RecordFormProps) {
  const prefix = `record${useId().replaceAll(/[^\w-]/g, '')}`
  const after = useRef<AfterSave>('close')
  const setAfter = (next: AfterSave): void => {
    after.current = next
  }
  const locked = lockedText(model, row, locale)
  const isLocked = locked !== null
  const { form, current, inPlace, saveNow, isRestored, keepRestored, discard } = useOpenForm(model, row, {
    locale,
    isLocked,
    onSaved: (id) => onSaved(id, after.current === 'close'),
    onSavedInPlace,
  })
  const isNew = form.base === null
  const validator = useMemo(
    () => recordValidator(parts, isNew, locale.timeZone, form.evaluateRules),
    [parts, isNew, locale.timeZone, form.evaluateRules],
  )
  const screen = screenOf(form, prefix, isLocked)
  const history = useHistoryPanel({ form, model, row: current, prefix, isLocked, onUndone })
  useStoredDraft(model, form.base, form.draft, form.isDirty, isReleased)
  // With the rendering, so that nothing comes between: what asks before input is lost depends on it.
  useLayoutEffect(() => onDirty(form.isDirty), [form.isDirty, onDirty])
  useLayoutEffect(() => () => onDirty(false), [onDirty])
  useEffect(() => {
    if (form.isDirty) void ConflictDialog.preload().catch(() => undefined)
  }, [form.isDirty])
  const canAsk = usePart(ConflictDialog, form.saveFailure?.outcome === 'conflict')
  const { submit, refused, submitThen } = useSubmission({ form, model, prefix, isLocked, after, setAfter, saveNow })
  useImperativeHandle(formRef, () => ({
    save: () => new Promise((resolve) => submitThen(resolve)),
    discard,
    savesItself: () => saveNow.current !== null,
  }))
  return (
    <FormContext value={screen}>
      <div role="presentation" className="record-body" onKeyDown={ignoreImeEnter}>
        {locked !== null && locked !== '' && (
          <Callout compact icon={<Lock />} className="record-answer">
            {locked}
          </Callout>
        )}
        {isRestored && <RestoredDraft locale={locale} onDiscard={discard} onKeep={keepRestored} />}
        <SaveFailure form={form} onRetry={() => submitThen(after.current)} />
        <Fields
          form={form}
          parts={parts}
          screen={screen}
          validator={validator}
          onSubmit={(draft) => void submit(draft)}
          onRefused={refused}
          inPlace={inPlace}
        />
        {current && <RecordPanels model={model} row={current} isDirty={form.isDirty} onChanged={onChanged} />}
        {history}
        <p role="status" className="tw-visually-hidden">
          {form.cleared.length > 0 ? locale.t('cleared', { fields: labelsOf(model, form.cleared, locale) }) : ''}
        </p>
      </div>
      <Footer form={form} isNew={isNew} isLocked={isLocked} onSave={submitThen} onCancel={onCancel} />
      {canAsk && <ConflictDialog form={form} />}
    </FormContext>
  )
})

interface SubmissionProps {
  readonly form: RecordFormState
  readonly model: TableModel
  /** Prefix of the ids of the controls. */
  readonly prefix: string
  readonly isLocked: boolean
  readonly after: Readonly<RefObject<AfterSave>>
  readonly setAfter: (next: AfterSave) => void
  /** Saves in place; null = the form does not save by itself. */
  readonly saveNow: Readonly<RefObject<(() => void) | null>>
}

/** Saves what is in the form, by its buttons, by keys, and for what acts on the record. */
function useSubmission({ form, model, prefix, isLocked, after, setAfter, saveNow }: SubmissionProps) {
  const refused = (): void => {
    form.dispatch({ type: 'try' })
    if (typeof after.current === 'function') after.current(false)
  }
  const submit = async (values: Draft): Promise<void> => {
    form.dispatch({ type: 'try' })
    if (form.pending.size > 0) return refused()
    const focused = document.activeElement
    const result = await form.save(form.base, values)
    keepFocus(focused)
    if (typeof after.current === 'function') return after.current(result?.outcome === 'saved')
    if (result?.outcome !== 'saved' || after.current === 'close') return
    form.dispatch({ type: 'start', base: null, draft: draftOf(model, null) })
    requestAnimationFrame(() => focusField(prefix, fieldsInOrder(form)[0] ?? ''))
  }
  // Pending input (an upload, a record that was scanned) belongs to the record that is saved.
  const waiting = useRef<AfterSave | null>(null)
  const submitThen = (next: AfterSave): void => {
    waiting.current = form.pending.size > 0 ? next : null
    if (waiting.current !== null) return
    setAfter(next)
    if (!isLocked) document.querySelector<HTMLFormElement>(`#${prefix}-form`)?.requestSubmit()
  }
  const submitWaiting = useEffectEvent(() => {
    if (waiting.current !== null) submitThen(waiting.current)
  })
  const isPending = form.pending.size > 0
  useEffect(() => {
    if (!isPending) submitWaiting()
  }, [isPending])
  useSaveKeys((isLast) => (isLast || saveNow.current === null ? submitThen('close') : saveNow.current()))
  return { submit, refused, submitThen }
}

interface HistoryPanelProps {
  readonly form: RecordFormState
  readonly model: TableModel
  readonly row: WireRow | null
  readonly prefix: string
  readonly isLocked: boolean
  readonly onUndone: () => Promise<void>
}

/** The history of the record, the same element while one types. */
function useHistoryPanel({ form, model, row, prefix, isLocked, onUndone }: HistoryPanelProps): ReactNode {
  const { dispatch, locale } = form
  const canUndo = !isLocked && !form.isDirty
  return useMemo(() => {
    const putBack = (field: FieldModel, value: WireValue, cell?: LineCell): void => {
      dispatch({ type: 'put', field: field.name, value, ...(cell && { cell }) })
      requestAnimationFrame(() => focusField(prefix, field.name))
    }
    return row && hasHistory(model) ? (
      <RecordHistory
        model={model}
        row={row}
        locale={locale}
        onRestore={isLocked ? null : putBack}
        onUndone={canUndo ? onUndone : null}
      />
    ) : null
  }, [row, model, locale, dispatch, prefix, isLocked, canUndo, onUndone])
}

/** Records that are never edited have none. */
const hasHistory = ({ machine, actions }: TableModel): boolean => machine !== undefined || actions.includes('edit')

/** Tells the user that the form contains input of an earlier visit. */
function RestoredDraft({
  locale,
  onDiscard,
  onKeep,
}: {
  locale: FieldLocale
  onDiscard: () => void
  onKeep: () => void
}) {
  return (
    <Callout role="status" intent="primary" compact className="record-answer">
      {locale.t('restored')}
      <Button size="small" variant="outlined" text={locale.t('restored-keep')} onClick={onKeep} />
      <Button size="small" variant="outlined" text={locale.t('restored-discard')} onClick={onDiscard} />
    </Callout>
  )
}

/** The server's message that belongs to no field. */
function SaveFailure({ form, onRetry }: { form: RecordFormState; onRetry: () => void }) {
  const { saveFailure, locale } = form
  if (saveFailure === null || saveFailure.outcome === 'conflict' || saveFailure.message === null) return null
  return (
    <Callout
      role="alert"
      intent={saveFailure.outcome === 'refused' ? 'danger' : 'warning'}
      compact
      className="record-answer"
    >
      {saveFailure.message} {locale.t('not-saved')}
      {saveFailure.outcome === 'unanswered' && (
        <Button size="small" variant="outlined" text={locale.t('try-again')} onClick={onRetry} />
      )}
    </Callout>
  )
}

function Footer({
  form,
  isNew,
  isLocked,
  onSave,
  onCancel,
}: {
  form: RecordFormState
  isNew: boolean
  isLocked: boolean
  onSave: (next: 'close' | 'another') => void
  onCancel: () => void
}) {
  const { t } = form.locale
  if (isLocked)
    return (
      <div className="record-footer">
        <Button text={t('close')} onClick={onCancel} />
      </div>
    )
  const isPending = form.pending.size > 0
  const note = isPending ? t('uploading') : form.isDirty ? t('unsaved') : null
  return (
    <div className="record-footer">
      <span className="record-footer-note" aria-live="polite">
        {note ?? <span className="record-shortcut">{t('shortcut')}</span>}
      </span>
      <Button text={t('cancel')} onClick={onCancel} />
      {isNew && (
        <Button text={t('save-another')} disabled={isPending || form.isSaving} onClick={() => onSave('another')} />
      )}
      <Button
        intent="primary"
        text={t('save')}
        loading={form.isSaving}
        disabled={isPending}
        onClick={() => onSave('close')}
      />
    </div>
  )
}

/** Inputs are disabled while saving, which drops the focus; it returns unless something else has taken it. */
function keepFocus(focused: Element | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && focused instanceof HTMLElement && focused.isConnected)
      focused.focus()
  })
}

function labelsOf(model: TableModel, names: readonly string[], locale: FieldLocale): string {
  return names
    .map((name) => fieldOf(model, name)?.label[locale.language] ?? name)
    .join(locale.language === 'zh-cn' ? '、' : ', ')
}
