/** Loads what a form needs: the form of the table, its validators, and the record itself. */
import type { ValidatorFunctions } from '@rjsf/validator-ajv8/lib/types.js'
import { useEffect, useMemo, useState, type ComponentType } from 'react'
import type { TableModel } from '../../../protocol/index.ts'
import { errorText } from '../../core/api/api-error.ts'
import type { WireRow } from '../../fields/input-props.ts'
import { loadForm, loadReplacement, loadValidators } from '../../core/module-registry.ts'
import { preloadMachine } from './lazy-parts.tsx'
import type { FormProps } from '../../form/form-props.ts'
import { readRecord } from '../../form/read-record.ts'
import type { FormDefinition } from '../../form/validator.ts'

export type RecordLoadState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string }
  | {
      readonly state: 'ready'
      /** The model that form and validators belong to. */
      readonly model: TableModel
      readonly parts: FormDefinition
      /** What its module renders in the place of the generated fields; null = these. */
      readonly Fields: ComponentType<FormProps> | null
      readonly row: WireRow | null
    }

/** @param id null loads no record: one is being added */
export function useLoadedRecord(
  model: TableModel,
  id: number | null,
): RecordLoadState & { readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const request = useMemo<RecordRequest>(() => ({ model, id, attempt }), [model, id, attempt])
  const [answer, setAnswer] = useState<{ readonly request: RecordRequest; readonly loaded: RecordLoadState } | null>(
    null,
  )
  useEffect(() => {
    let isWanted = true
    const setIfCurrent = (state: RecordLoadState): void => {
      if (isWanted) setAnswer({ request, loaded: state })
    }
    load(request.model, request.id).then(setIfCurrent, (error) =>
      setIfCurrent({ state: 'failed', message: errorText(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [request])
  const loaded: RecordLoadState = answer && isCurrent(answer.request, request) ? answer.loaded : { state: 'loading' }
  return { ...loaded, retry: () => setAttempt(attempt + 1) }
}

/** A form stays open while a newer version of its model is loaded, and what was entered with it. */
const isCurrent = (left: RecordRequest, right: RecordRequest): boolean =>
  left === right || (left.model.id === right.model.id && left.id === right.id && left.attempt === right.attempt)

interface RecordRequest {
  readonly model: TableModel
  readonly id: number | null
  readonly attempt: number
}

async function load(model: TableModel, id: number | null): Promise<Extract<RecordLoadState, { state: 'ready' }>> {
  if (id !== null && model.machine) preloadMachine()
  const reading = id === null ? null : readRecord(model, id)
  const [form, validators, Fields, row] = await Promise.all([
    loadForm(model),
    loadValidators(model),
    loadReplacement<FormProps>(model, 'forms'),
    reading,
  ])
  return { state: 'ready', model, parts: { form, validators: validators as ValidatorFunctions }, Fields, row }
}
