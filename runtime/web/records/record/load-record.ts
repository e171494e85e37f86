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

export type Loaded =
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
export function useLoadedRecord(model: TableModel, id: number | null): Loaded & { readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const request = useMemo<RecordRequest>(() => ({ model, id, attempt }), [model, id, attempt])
  const [answer, setAnswer] = useState<{ readonly request: RecordRequest; readonly loaded: Loaded } | null>(null)
  useEffect(() => {
    let isWanted = true
    const setIfCurrent = (loaded: Loaded): void => {
      if (isWanted) setAnswer({ request, loaded })
    }
    load(request.model, request.id).then(setIfCurrent, (error) =>
      setIfCurrent({ state: 'failed', message: errorText(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [request])
  const loaded: Loaded = answer && isCurrent(answer.request, request) ? answer.loaded : { state: 'loading' }
  return { ...loaded, retry: () => setAttempt(attempt + 1) }
}

/** A form stays open while a newer version of its model is loaded, and what was entered with it. */
const isCurrent = (one: RecordRequest, other: RecordRequest): boolean =>
  one === other || (one.model.id === other.model.id && one.id === other.id && one.attempt === other.attempt)

interface RecordRequest {
  readonly model: TableModel
  readonly id: number | null
  readonly attempt: number
}

async function load(model: TableModel, id: number | null): Promise<Extract<Loaded, { state: 'ready' }>> {
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
