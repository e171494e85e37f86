import { Button, Callout } from '@blueprintjs/core'
import type { ValidatorFunctions } from '@rjsf/validator-ajv8/lib/types.js'
import { useEffect, useMemo } from 'react'
import { type ApiError, errorText } from '../../core/api/api-error.ts'
import type { WireRow } from '../../fields/input-props.ts'
import { InputForm } from '../../form/InputForm.tsx'
import { readRecord } from '../../form/read-record.ts'
import type { SaveResult } from '../../form/save.ts'
import type { FormDefinition } from '../../form/validator.ts'
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
  const table = useMemo(() => inputTable(request.model, request), [request])
  return (
    <InputForm
      formId={formId}
      model={table}
      parts={parts}
      row={start}
      send={async (_table, _row, draft, timeZone) =>
        resultOf(request, await send(inputBody(inputsFor(request), start, draft, timeZone)))
      }
    >
      {({ draft, locale }) =>
        request.action.preview &&
        'row' in request.target && <Preview request={request} row={start} draft={draft} locale={locale} />
      }
    </InputForm>
  )
}

/** Errors of inputs are shown at the inputs; the dialog shows the rest. */
function resultOf({ action }: ActionRequest, problem: ApiError | null): SaveResult {
  if (problem === null) return { outcome: 'saved', id: 0 }
  const errors = Object.fromEntries(
    Object.entries(problem.refusal?.errors ?? {}).filter(([name]) => action.input.some((input) => input.name === name)),
  )
  return { outcome: 'refused', errors, message: null }
}
