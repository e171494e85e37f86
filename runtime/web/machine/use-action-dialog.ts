/** The state of one open action: what is sent, what came of it, and the record as it is now. */
import { useRef, useState } from 'react'
import { matchesState } from '../../protocol/index.ts'
import { ApiProblem, isCancelled, problemText } from '../api/problem.ts'
import type { WireRow } from '../fields/input.ts'
import { type Attempt, type OneResult } from './action-run.ts'
import type { Wish } from './action-host.ts'
import { tellDone, tellManyDone } from './notify-done.ts'

export interface ActionDialogState {
  readonly isOpen: boolean
  readonly isBusy: boolean
  /** The record as it is now; null when there are several. */
  readonly row: WireRow | null
  readonly problem: ApiProblem | null
  /** What several records came to, when not all went well. */
  readonly results: readonly OneResult[] | null
  /** False once the record was found in a state the action does not start from. */
  readonly isPossible: boolean
  /** Sends it; resolves with the problem, null when it was carried out or is under way already. */
  readonly send: (input: object) => Promise<ApiProblem | null>
  readonly leave: () => void
}

/** @param first the problem of a try that was made before the dialog opened */
export function useActionDialog(
  wish: Wish,
  attempt: Attempt,
  first: ApiProblem | null,
  onChanged: (ids: readonly number[]) => Promise<void>,
): ActionDialogState {
  const { model, action, target } = wish
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState(first)
  const [results, setResults] = useState<readonly OneResult[] | null>(null)
  const [found, setFound] = useState(() => rowOf(first))
  const row = found ?? ('row' in target ? target.row : null)
  const latest = useRef(row)
  latest.current = row
  const isUnderWay = useRef(false)

  const one = async (from: WireRow, input: object): Promise<void> => {
    const done = await attempt.one(from, input)
    tellDone(model, action, from, done)
    setOpen(false)
    await onChanged([])
  }
  const many = async (ids: readonly number[], input: object): Promise<void> => {
    const told = await attempt.many(ids, input)
    const isWhole = told.every(({ code }) => code === 1)
    if (isWhole) tellManyDone(action, told.length)
    if (isWhole) setOpen(false)
    else setResults(told)
    await onChanged(told.filter(({ code }) => code === 1).map(({ id }) => id))
  }
  const refused = (error: unknown): ApiProblem | null => {
    if (isCancelled(error)) return null
    const told = error instanceof ApiProblem ? error : new ApiProblem(problemText(error), { kind: 'network' })
    const newer = rowOf(told)
    setProblem(told)
    if (newer) setFound(newer)
    if (told.refusal?.reason === 'conflict' || told.refusal?.reason === 'bad_state') void onChanged([])
    return told
  }
  const send = async (input: object): Promise<ApiProblem | null> => {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    setBusy(true)
    setProblem(null)
    try {
      await ('ids' in target ? many(target.ids, input) : one(latest.current!, input))
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
    isPossible: found === null || matchesState(action.from, found),
    send,
    leave: () => setOpen(false),
  }
}

/** The record as a refusal tells it. */
function rowOf(problem: ApiProblem | null): WireRow | null {
  return problem?.refusal?.row ?? null
}
