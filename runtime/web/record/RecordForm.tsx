import { Button, Callout } from '@blueprintjs/core'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { fieldOf, type TableModel } from '../../protocol/index.ts'
import type { Site, WireRow } from '../fields/input.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { draftOf, type Draft } from './draft.ts'
import { FormFields } from './FormFields.tsx'
import { keptDraft, useKeptDraft } from './kept-draft.ts'
import { fieldsInOrder, focusField } from './problem-view.ts'
import { endWord, useSaveKeys } from './save-keys.ts'
import { ScreenContext, type RecordScreen } from './screen.ts'
import { useRecord, type RecordForm as RecordFormState } from './use-record.ts'
import { recordValidator, type FormParts } from './validator.ts'

interface RecordFormProps {
  readonly model: TableModel
  readonly parts: FormParts
  /** The row as it was loaded, null to add one. */
  readonly row: WireRow | null
  readonly site: Site
  /** `isLast` is false when another record is to be added in the same form. */
  readonly onSaved: (id: number, isLast: boolean) => void
  readonly onDirty: (isDirty: boolean) => void
  /** True once the changes were saved or given up on purpose. */
  readonly isReleased: () => boolean
  readonly onCancel: () => void
}

/** The fields of one record and the buttons that save it. */
export function RecordForm({ model, parts, row, site, onSaved, onDirty, isReleased, onCancel }: RecordFormProps) {
  const prefix = `record${useId().replaceAll(/[^\w-]/g, '')}`
  const wantsAnother = useRef(false)
  const [kept, setKept] = useState(() => keptDraft(model, row))
  const form = useRecord(model, row, kept, site, (id) => onSaved(id, !wantsAnother.current))
  const validator = useMemo(() => recordValidator(model, parts, form.base === null, site.timeZone), [model, parts, form.base === null, site.timeZone])
  const screen: RecordScreen = { view: form.view, site, touched: form.touched, isTried: form.isTried, isSaving: form.isSaving, idPrefix: prefix, touch: (field) => form.take({ do: 'touch', field }) }
  useKeptDraft(model, form.base, form.draft, form.isDirty, isReleased)
  useEffect(() => onDirty(form.isDirty), [form.isDirty])
  useEffect(() => () => onDirty(false), [])

  const submit = async (values: Draft) => {
    form.take({ do: 'try' })
    if (form.pending.size > 0) return
    const held = document.activeElement
    const end = await form.save(form.base, values)
    keepFocus(held)
    if (end?.end !== 'saved' || !wantsAnother.current) return
    form.take({ do: 'start', base: null, draft: draftOf(model, null) })
    requestAnimationFrame(() => focusField(prefix, fieldsInOrder(screen)[0] ?? ''))
  }
  const discard = () => {
    setKept(null)
    form.take({ do: 'start', base: form.base, draft: draftOf(model, form.base) })
  }
  const ask = (another: boolean) => {
    wantsAnother.current = another
    document.querySelector<HTMLFormElement>(`#${prefix}-form`)?.requestSubmit()
  }
  useSaveKeys(() => ask(false))
  return (
    <ScreenContext value={screen}>
      <div className="record-body" onKeyDown={endWord}>
        {kept && <Restored site={site} onDiscard={discard} onKeep={() => setKept(null)} />}
        <Answer form={form} onRetry={() => ask(wantsAnother.current)} />
        <FormFields form={form} parts={parts} screen={screen} validator={validator} onSubmit={(draft) => void submit(draft)} onRefused={() => form.take({ do: 'try' })} />
        <p role="status" className="record-unseen">{form.cleared.length > 0 ? site.say('cleared', { fields: labelsOf(model, form.cleared, site) }) : ''}</p>
      </div>
      <Footer form={form} isNew={form.base === null} onSave={ask} onCancel={onCancel} />
      <ConflictDialog form={form} />
    </ScreenContext>
  )
}

/** Tells that the form holds what was typed the last time. */
function Restored({ site, onDiscard, onKeep }: { site: Site; onDiscard: () => void; onKeep: () => void }) {
  return (
    <Callout role="status" intent="primary" compact className="record-answer">
      {site.say('restored')}
      <Button size="small" variant="outlined" text={site.say('restored-keep')} onClick={onKeep} />
      <Button size="small" variant="outlined" text={site.say('restored-discard')} onClick={onDiscard} />
    </Callout>
  )
}

/** What the server said that stands on no field. */
function Answer({ form, onRetry }: { form: RecordFormState; onRetry: () => void }) {
  const { answer, site } = form
  if (answer === null || answer.end === 'conflict' || answer.message === null) return null
  return (
    <Callout role="alert" intent={answer.end === 'refused' ? 'danger' : 'warning'} compact className="record-answer">
      {answer.message} {site.say('not-saved')}
      {answer.end === 'unanswered' && <Button size="small" variant="outlined" text={site.say('try-again')} onClick={onRetry} />}
    </Callout>
  )
}

function Footer({ form, isNew, onSave, onCancel }: { form: RecordFormState; isNew: boolean; onSave: (another: boolean) => void; onCancel: () => void }) {
  const { say } = form.site
  const isPending = form.pending.size > 0
  const note = isPending ? say('uploading') : form.isDirty ? say('unsaved') : null
  return (
    <div className="record-footer">
      <span className="record-footer-note" aria-live="polite">{note ?? <span className="record-shortcut">{say('shortcut')}</span>}</span>
      <Button text={say('cancel')} onClick={onCancel} />
      {isNew && <Button text={say('save-another')} disabled={isPending || form.isSaving} onClick={() => onSave(true)} />}
      <Button intent="primary" text={say('save')} loading={form.isSaving} disabled={isPending} onClick={() => onSave(false)} />
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
  return names.map((name) => fieldOf(model, name)?.label[site.language] ?? name).join(site.language === 'zh-cn' ? '、' : ', ')
}
