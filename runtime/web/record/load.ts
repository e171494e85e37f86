/** Loads what a form needs: the form of the table, its validators, and the record itself. */
import type { ValidatorFunctions } from '@rjsf/validator-ajv8/lib/types.js'
import { useEffect, useMemo, useState } from 'react'
import type { TableModel } from '../../protocol/index.ts'
import { errorText } from '../api/api-error.ts'
import type { WireRow } from '../fields/input.ts'
import { loadForm, loadValidators } from '../modules/registry.ts'
import { preloadMachine } from './lazy-parts.tsx'
import { readRecord } from '../form/read-record.ts'
import type { FormDefinition } from '../form/validator.ts'

export type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'ready'; readonly parts: FormDefinition; readonly row: WireRow | null }

/** @param id null loads no record: one is being added */
export function useLoadedRecord(model: TableModel, id: number | null): Loaded & { readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const request = useMemo(() => ({ model, id, attempt }), [model, id, attempt])
  const [answer, setAnswer] = useState<{ readonly request: typeof request; readonly loaded: Loaded } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const setIfCurrent = (loaded: Loaded): void => {
      if (isCurrent) setAnswer({ request, loaded })
    }
    load(request.model, request.id).then(setIfCurrent, (error) =>
      setIfCurrent({ state: 'failed', message: errorText(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [request])
  const loaded: Loaded = answer?.request === request ? answer.loaded : { state: 'loading' }
  return { ...loaded, retry: () => setAttempt(attempt + 1) }
}

async function load(model: TableModel, id: number | null): Promise<Extract<Loaded, { state: 'ready' }>> {
  if (id !== null && model.machine) preloadMachine()
  const reading = id === null ? null : readRecord(model, id)
  const [form, validators, row] = await Promise.all([loadForm(model), loadValidators(model), reading])
  return { state: 'ready', parts: { form, validators: validators as ValidatorFunctions }, row }
}
