import { Button, Callout } from '@blueprintjs/core'
import { Lock } from '@blueprintjs/icons'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { fieldOf, type TableModel } from '../../protocol/index.ts'
import type { Site, WireRow } from '../fields/input.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { draftOf, type Draft } from '../form/draft.ts'
import { FormFields } from '../form/FormFields.tsx'
import { keptDraft, useKeptDraft } from './stored-draft.ts'
import { lockedText } from './locked.ts'
import { RecordHistory } from './machine.tsx'
import { fieldsInOrder, focusField } from '../form/field-errors.ts'
import { endWord, useSaveKeys } from '../form/save-keys.ts'
import { ScreenContext, type RecordScreen } from '../form/form-context.ts'
import { useRecord, type RecordForm as RecordFormState } from '../form/use-record.ts'
import { recordValidator, type FormParts } from '../form/validator.ts'

interface RecordFormProps {
  readonly model: TableModel
  readonly parts: FormParts
  /** The row as it was loaded, null to add one. */
  readonly row: WireRow | null
  readonly site: Site
  /** `isLast` is false when the form stays: for another record, or because something else follows. */
  readonly onSaved: (id: number, isLast: boolean) => void
  /** What others do with the form. */
  readonly hands: { current: FormHands | null }
  readonly onDirty: (isDirty: boolean) => void
  /** True once the changes were saved or given up on purpose. */
  readonly isReleased: () => boolean
  readonly onCancel: () => void
}

/** Saving and giving up from outside of the form. */
export interface FormHands {
  /** Saves and stays; false when it was not saved, which the form tells. */
  readonly save: () => Promise<boolean>
  readonly discard: () => void
}

/** What follows saving: the form closes, begins anew, or stays and tells. */
type After = 'close' | 'another' | ((isSaved: boolean) => void)

/** The fields of one record and the buttons that save it. */
export function RecordForm({
  model,
  parts,
  row,
  site,
  onSaved,
  onDirty,
  isReleased,
  onCancel,
  hands,
}: RecordFormProps) {
  const prefix = `record${useId().replaceAll(/[^\w-]/g, '')}`
  const after = useRef<After>('close')
  const locked = lockedText(model, row, site)
  const [kept, setKept] = useState(() => (locked === null ? keptDraft(model, row) : null))
  const form = useRecord(model, row, kept, site, (id) => onSaved(id, after.current === 'close'))
  const validator = useMemo(
    () => recordValidator(parts, form.base === null, site.timeZone, form.judge),
    [parts, form.base === null, site.timeZone, form.judge],
  )
  const screen: RecordScreen = {
    view: form.view,
    site,
    touched: form.touched,
    isTried: form.isTried,
    isSaving: form.isSaving,
    isLocked: locked !== null,
    ruled: form.ruled,
    idPrefix: prefix,
    touch: (field) => form.take({ do: 'touch', field }),
  }
  useKeptDraft(model, form.base, form.draft, form.isDirty, isReleased)
  useEffect(() => onDirty(form.isDirty), [form.isDirty])
  useEffect(() => () => onDirty(false), [])

  const submit = async (values: Draft) => {
    form.take({ do: 'try' })
    if (form.pending.size > 0) return refused()
    const held = document.activeElement
    const end = await form.save(form.base, values)
    keepFocus(held)
    if (typeof after.current === 'function') return after.current(end?.end === 'saved')
    if (end?.end !== 'saved' || after.current === 'close') return
    form.take({ do: 'start', base: null, draft: draftOf(model, null) })
    requestAnimationFrame(() => focusField(prefix, fieldsInOrder(screen)[0] ?? ''))
  }
  const discard = () => {
    setKept(null)
    form.take({ do: 'start', base: form.base, draft: draftOf(model, form.base) })
  }
  const refused = () => {
    form.take({ do: 'try' })
    if (typeof after.current === 'function') after.current(false)
  }
  const ask = (next: After) => {
    after.current = next
    if (locked === null) document.querySelector<HTMLFormElement>(`#${prefix}-form`)?.requestSubmit()
  }
  useSaveKeys(() => ask('close'))
  hands.current = { save: () => new Promise((resolve) => ask(resolve)), discard }
  return (
    <ScreenContext value={screen}>
      <div className="record-body" onKeyDown={endWord}>
        {locked !== null && (
          <Callout compact icon={<Lock />} className="record-answer">
            {locked}
          </Callout>
        )}
        {kept && <Restored site={site} onDiscard={discard} onKeep={() => setKept(null)} />}
        <Answer form={form} onRetry={() => ask(after.current)} />
        <FormFields
          form={form}
          parts={parts}
          screen={screen}
          validator={validator}
          onSubmit={(draft) => void submit(draft)}
          onRefused={refused}
        />
        {row && model.machine && <RecordHistory model={model} row={row} site={site} />}
        <p role="status" className="record-unseen">
          {form.cleared.length > 0 ? site.t('cleared', { fields: labelsOf(model, form.cleared, site) }) : ''}
        </p>
      </div>
      <Footer form={form} isNew={form.base === null} isLocked={locked !== null} onSave={ask} onCancel={onCancel} />
      <ConflictDialog form={form} />
    </ScreenContext>
  )
}

/** Tells that the form holds what was typed the last time. */
function Restored({ site, onDiscard, onKeep }: { site: Site; onDiscard: () => void; onKeep: () => void }) {
  return (
    <Callout role="status" intent="primary" compact className="record-answer">
      {site.t('restored')}
      <Button size="small" variant="outlined" text={site.t('restored-keep')} onClick={onKeep} />
      <Button size="small" variant="outlined" text={site.t('restored-discard')} onClick={onDiscard} />
    </Callout>
  )
}

/** What the server said that stands on no field. */
function Answer({ form, onRetry }: { form: RecordFormState; onRetry: () => void }) {
  const { answer, site } = form
  if (answer === null || answer.end === 'conflict' || answer.message === null) return null
  return (
    <Callout role="alert" intent={answer.end === 'refused' ? 'danger' : 'warning'} compact className="record-answer">
      {answer.message} {site.t('not-saved')}
      {answer.end === 'unanswered' && (
        <Button size="small" variant="outlined" text={site.t('try-again')} onClick={onRetry} />
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
  const { t } = form.site
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

/** Inputs are off while saving, which drops the focus; it goes back unless something else has taken it. */
function keepFocus(held: Element | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && held instanceof HTMLElement && held.isConnected) held.focus()
  })
}

function labelsOf(model: TableModel, names: readonly string[], site: Site): string {
  return names
    .map((name) => fieldOf(model, name)?.label[site.language] ?? name)
    .join(site.language === 'zh-cn' ? '、' : ', ')
}
