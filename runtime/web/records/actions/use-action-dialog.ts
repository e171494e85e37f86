/** The state of one open action dialog: what is sent, the outcome, and the current record. */
import { useRef, useState } from 'react'
import { matchesState } from '../../../protocol/index.ts'
import { useLatest } from '../../core/react/use-latest.ts'
import { ApiError, isCancelled, errorText } from '../../core/api/api-error.ts'
import type { WireRow } from '../../fields/input-props.ts'
import { type ActionRun, type RecordResult } from './action-run.ts'
import type { ActionRequest } from './action-host.ts'
import { notifyDone, notifyManyDone } from './notify-done.ts'

export interface ActionDialogState {
  readonly isOpen: boolean
  readonly isBusy: boolean
  /** The current record; null when there are several. */
  readonly row: WireRow | null
  readonly problem: ApiError | null
  /** The outcome for several records, when some failed. */
  readonly results: readonly RecordResult[] | null
  /** False once the record was found in a state the action does not start from. */
  readonly isPossible: boolean
  /** Sends it; resolves to the error, or null when it succeeded or is already running. */
  readonly send: (input: object) => Promise<ApiError | null>
  readonly leave: () => void
}

interface Failure {
  readonly problem: ApiError | null
  /** The record as the last refusal that contained it had it. */
  readonly row: WireRow | null
  readonly recordId: unknown
}

/** @param first the error of an attempt made before the dialog opened */
export function useActionDialog(
  request: ActionRequest,
  run: ActionRun,
  first: ApiError | null,
  onChanged: (ids: readonly number[]) => Promise<void>,
): ActionDialogState {
  const { model, action, target } = request
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  // The record may be chosen in the dialog: what was said about another one is over.
  const recordId = 'row' in target ? target.row['id'] : undefined
  const [failure, setFailure] = useState<Failure>({ problem: first, row: rowOf(first), recordId })
  const { problem, row: failedRow } = failure.recordId === recordId ? failure : { problem: null, row: null }
  const [results, setResults] = useState<readonly RecordResult[] | null>(null)
  const row = failedRow ?? ('row' in target ? target.row : null)
  const latest = useLatest(row)
  const isUnderWay = useRef(false)

  const runOne = async (from: WireRow, input: object): Promise<void> => {
    const done = await run.runOne(from, input)
    notifyDone(model, action, from, done)
    setOpen(false)
    await onChanged([])
  }
  const many = async (ids: readonly number[], input: object): Promise<void> => {
    const results = await run.runMany(ids, input)
    const isWhole = results.every(({ code }) => code === 1)
    if (isWhole) notifyManyDone(action, results.length)
    if (isWhole) setOpen(false)
    else setResults(results)
    await onChanged(results.filter(({ code }) => code === 1).map(({ id }) => id))
  }
  const refused = (error: unknown): ApiError | null => {
    if (isCancelled(error)) return null
    const results = error instanceof ApiError ? error : new ApiError(errorText(error), { kind: 'network' })
    const newer = rowOf(results)
    setFailure({ problem: results, row: newer ?? failedRow, recordId })
    if (results.refusal?.reason === 'conflict' || results.refusal?.reason === 'bad_state') void onChanged([])
    return results
  }
  const send = async (input: object): Promise<ApiError | null> => {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    setBusy(true)
    setFailure({ problem: null, row: failedRow, recordId })
    try {
      await ('ids' in target ? many(target.ids, input) : runOne(latest.current ?? target.row, input))
      return null
    } catch (error) {
      return refused(error)
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return {
    isOpen,
    isBusy,
    row,
    problem,
    results,
    isPossible: failedRow === null || matchesState(action.from, failedRow),
    send,
    leave: () => setOpen(false),
  }
}

/** The current record, as a refusal contains it. */
function rowOf(problem: ApiError | null): WireRow | null {
  return problem?.refusal?.row ?? null
}
