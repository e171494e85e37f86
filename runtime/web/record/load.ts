/** Brings what a form needs: the form of the table, its validators, and the record itself. */
import type { ValidatorFunctions } from '@rjsf/validator-ajv8/lib/types.js'
import { useEffect, useState } from 'react'
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

/** @param id null brings no record: one is being added */
export function useLoadedRecord(model: TableModel, id: number | null): Loaded & { readonly retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded & { of?: number | null }>({ state: 'loading' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isCurrent = true
    setLoaded({ state: 'loading' })
    load(model, id).then(
      (ready) => {
        if (isCurrent) setLoaded({ ...ready, of: id })
      },
      (error) => {
        if (isCurrent) setLoaded({ state: 'failed', message: errorText(error) })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [model, id, turn])
  const retry = () => setTurn(turn + 1)
  // Between a change of the id and the effect that follows it, the former record must not be shown as the new one.
  return loaded.state === 'ready' && loaded.of !== id ? { state: 'loading', retry } : { ...loaded, retry }
}

async function load(model: TableModel, id: number | null): Promise<Extract<Loaded, { state: 'ready' }>> {
  if (id !== null && model.machine) preloadMachine()
  const reading = id === null ? null : readRecord(model, id)
  const [form, validators, row] = await Promise.all([loadForm(model), loadValidators(model), reading])
  return { state: 'ready', parts: { form, validators: validators as ValidatorFunctions }, row }
}
