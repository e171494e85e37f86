import { Button, Callout, useHotkeys } from '@blueprintjs/core'
import type { ValidatorFunctions } from '@rjsf/validator-ajv8/lib/types.js'
import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useSnapshot } from 'valtio'
import { type ApiError, errorText } from '../../core/api/api-error.ts'
import type { FieldLocale, WireRow } from '../../fields/input-props.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import type { Draft } from '../../form/draft.ts'
import { FormFields } from '../../form/FormFields.tsx'
import { readRecord } from '../../form/read-record.ts'
import { focusFirstField } from '../../form/first-field.ts'
import { ignoreImeEnter } from '../../core/react/ime-enter.ts'
import type { SaveResult } from '../../form/save.ts'
import { FormContext, type FormContextValue } from '../../form/form-context.ts'
import { useT as useFormT } from '../../fields/form-texts.ts'
import { useRecordForm } from '../../form/use-record-form.ts'
import { recordValidator, type FormDefinition } from '../../form/validator.ts'
import { session } from '../../core/auth/session.ts'
import { useLoaded } from '../../core/loading/use-loaded.ts'
import { loadActionForm, loadValidators } from '../../core/module-registry.ts'
import { factsOf } from '../../fields/rule-facts.ts'
import { hasStartValues, inputBody, inputsFor, inputTable, startRow } from './input-model.ts'
import type { ActionRequest } from './action-host.ts'
import { Preview } from './Preview.tsx'
import { useT } from './texts.ts'

interface ActionFormProps {
  readonly request: ActionRequest
  readonly formId: string
  /** The record as it is now, null for several. */
  readonly row: WireRow | null
  readonly send: (input: object) => Promise<ApiError | null>
  readonly onReady: (isReady: boolean) => void
}

/** The inputs of an action. Loads its form, and the record where the list has not loaded all of its fields. */
export function ActionForm(props: ActionFormProps) {
  const {
    request: { model, action },
    onReady,
  } = props
  const t = useT()
  const loadState = useLoaded(`${model.id}/${action.name}`, () => load(props.request))
  useEffect(() => onReady(loadState.state === 'ready'), [loadState.state, onReady])
  if (loadState.state === 'loading')
    return (
      <p className="action-waiting" role="status">
        {t('loading')}
      </p>
    )
  if (loadState.state === 'failed') {
    return (
      <Callout role="alert" intent="danger">
        <strong>{t('load-failed')}</strong>
        <p>{errorText(loadState.error)}</p>
        <Button text={t('retry')} onClick={loadState.retry} />
      </Callout>
    )
  }
  const { parts, start } = loadState.value
  return <Inputs {...props} parts={parts} start={start} />
}

async function load({
  model,
  action,
  target,
}: ActionRequest): Promise<{ readonly parts: FormDefinition; readonly start: WireRow }> {
  const row = 'row' in target ? target.row : null
  const isWhole = row === null || hasStartValues(action, row)
  const reading = isWhole ? row : readRecord(model, Number(row['id']))
  const [form, validators, whole] = await Promise.all([
    loadActionForm(model, action.name),
    loadValidators({ id: `${model.id}/${action.name}` }),
    reading,
  ])
  const facts = whole && factsOf(model, whole, session.admin, Date.now())
  return {
    parts: { form, validators: validators as ValidatorFunctions },
    start: startRow(inputsFor({ action, target }), whole, facts),
  }
}

function Inputs({
  request,
  formId,
  send,
  parts,
  start,
}: ActionFormProps & { readonly parts: FormDefinition; readonly start: WireRow }) {
  const { model } = request
  const t = useFormT()
  const language = useLanguage()
  const { timeZone } = useSnapshot(session.site)
  const locale = useMemo<FieldLocale>(() => ({ language, timeZone, t }), [language, timeZone, t])
  const table = useMemo(() => inputTable(model, request), [model, request])
  const form = useRecordForm(
    table,
    start,
    null,
    locale,
    () => undefined,
    async (_table, _row, draft) => resultOf(request, await send(inputBody(inputsFor(request), start, draft, timeZone))),
  )
  const validator = useMemo(
    () => recordValidator(parts, true, timeZone, form.evaluateRules),
    [parts, timeZone, form.evaluateRules],
  )
  const screen: FormContextValue = {
    view: form.view,
    locale,
    touched: form.touched,
    isTried: form.isTried,
    isSaving: form.isSaving,
    isLocked: false,
    rules: form.rules,
    idPrefix: formId,
    touch: (field) => form.dispatch({ type: 'touch', field }),
    put: (field, value) => form.dispatch({ type: 'put', field, value }),
  }
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => focusFirstField(frame.current), [])
  const submit = (draft: Draft): void => {
    form.dispatch({ type: 'try' })
    if (form.pending.size === 0) void form.save(start, draft)
  }
  const submitKey = useSubmitKey(frame)
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    ignoreImeEnter(event)
    submitKey(event)
  }
  return (
    <FormContext value={screen}>
      <div ref={frame} role="presentation" className="action-form" onKeyDown={handleKeyDown}>
        <FormFields
          form={form}
          parts={parts}
          screen={screen}
          validator={validator}
          onSubmit={submit}
          onRefused={() => form.dispatch({ type: 'try' })}
        />
        {request.action.preview && 'row' in request.target && (
          <Preview request={request} row={start} draft={form.draft} locale={locale} />
        )}
      </div>
    </FormContext>
  )
}

/** Ctrl or ⌘ with Enter submits also where Enter alone makes a new line. */
function useSubmitKey(frame: RefObject<HTMLElement | null>): (event: KeyboardEvent<HTMLElement>) => void {
  const t = useFormT()
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

/** Errors of inputs are shown at the inputs; the dialog shows the rest. */
function resultOf({ action }: ActionRequest, problem: ApiError | null): SaveResult {
  if (problem === null) return { outcome: 'saved', id: 0 }
  const errors = Object.fromEntries(
    Object.entries(problem.refusal?.errors ?? {}).filter(([name]) => action.input.some((input) => input.name === name)),
  )
  return { outcome: 'refused', errors, message: null }
}
