import { useHotkeys } from '@blueprintjs/core'
import { useLayoutEffect, useMemo, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { TableModel } from '../../protocol/index.ts'
import { ignoreImeEnter } from '../core/react/ime-enter.ts'
import { useT } from '../fields/form-texts.ts'
import type { WireRow } from '../fields/input-props.ts'
import type { Draft } from './draft.ts'
import { focusFirstField } from './first-field.ts'
import { FormContext } from './form-context.ts'
import { FormFields } from './FormFields.tsx'
import { screenOf } from './screen-of.ts'
import type { SendRecord } from './save.ts'
import { useFieldLocale } from './use-field-locale.ts'
import { useRecordForm, type RecordFormState } from './use-record-form.ts'
import { recordValidator, type FormDefinition } from './validator.ts'

interface InputFormProps {
  /** The id of the form element is `${formId}-form`: a button elsewhere submits it. */
  readonly formId: string
  readonly model: TableModel
  readonly parts: FormDefinition
  /** The values that the form starts with; null = the defaults of the model. */
  readonly row: WireRow | null
  readonly send: SendRecord
  /** Rendered below the fields. */
  readonly children?: (form: RecordFormState) => ReactNode
}

/** A form of inputs in a dialog, with the fields, rules and validators of a record form. */
export function InputForm({ formId, model, parts, row, send, children }: InputFormProps) {
  const locale = useFieldLocale()
  const { timeZone } = locale
  const form = useRecordForm(model, row, { locale, send })
  const validator = useMemo(
    () => recordValidator(parts, true, timeZone, form.evaluateRules),
    [parts, timeZone, form.evaluateRules],
  )
  const screen = screenOf(form, formId, false)
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => focusFirstField(frame.current), [])
  const submit = (draft: Draft): void => {
    form.dispatch({ type: 'try' })
    if (form.pending.size === 0) void form.save(row, draft)
  }
  const submitKey = useSubmitKey(frame)
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    ignoreImeEnter(event)
    submitKey(event)
  }
  return (
    <FormContext value={screen}>
      <div ref={frame} role="presentation" className="input-form" onKeyDown={handleKeyDown}>
        <FormFields
          form={form}
          parts={parts}
          screen={screen}
          validator={validator}
          onSubmit={submit}
          onRefused={() => form.dispatch({ type: 'try' })}
        />
        {children?.(form)}
      </div>
    </FormContext>
  )
}

/** Ctrl or ⌘ with Enter submits also where Enter alone makes a new line. */
function useSubmitKey(frame: RefObject<HTMLElement | null>): (event: KeyboardEvent<HTMLElement>) => void {
  const t = useT()
  const keys = useMemo(
    () =>
      ['ctrl+enter', 'meta+enter'].map((combo) => ({
        combo,
        label: t('save'),
        allowInInput: true,
        onKeyDown: (event: globalThis.KeyboardEvent) => {
          if (!event.isComposing) frame.current?.querySelector('form')?.requestSubmit()
        },
      })),
    [t, frame],
  )
  return useHotkeys(keys, { showDialogKeyCombo: false }).handleKeyDown
}
