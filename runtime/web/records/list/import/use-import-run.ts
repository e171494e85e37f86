/** Watches an import until it ends, whether its dialog is open or not. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ImportState, TableModel } from '../../../../protocol/index.ts'
import { fetchImports } from './calls.ts'

/** Milliseconds between two requests. */
const intervalMs = 700

export interface ImportWatch {
  /** The import that was watched last; null = none. */
  readonly state: ImportState | null
  /** @param isEarlier an import that may have ended long ago, of which nobody has to be told */
  readonly watch: (run: number, isEarlier?: boolean) => void
}

/** @param onEnded called once when the import ends */
export function useImportRun(model: TableModel, onEnded: (state: ImportState) => void): ImportWatch {
  const [request, setRequest] = useState<{ readonly run: number; readonly isEarlier: boolean } | null>(null)
  const [state, setState] = useState<ImportState | null>(null)
  const ended = useRef(onEnded)
  useEffect(() => {
    ended.current = onEnded
  })
  useEffect(() => {
    if (request === null) return undefined
    const { run } = request
    let isAwaited = !request.isEarlier
    let timer = 0
    let isOver = false
    const poll = async (): Promise<void> => {
      // A request that fails is repeated: the import goes on without it.
      const [current] = await fetchImports(model, run).catch(() => [])
      if (isOver) return
      if (current) setState(current)
      if (current?.state === 'running') isAwaited = true
      if (current && current.state !== 'running') {
        if (isAwaited) ended.current(current)
      } else timer = window.setTimeout(() => void poll(), intervalMs)
    }
    void poll()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [model, request])
  const watch = useCallback((run: number, isEarlier = false) => {
    setState(null)
    setRequest({ run, isEarlier })
  }, [])
  return { state, watch }
}

/** Rows that are done. */
export const doneRows = ({ created, updated, unchanged, refused }: ImportState): number =>
  created + updated + unchanged + refused

export const percentOf = (state: ImportState): number =>
  Math.floor((100 * doneRows(state)) / Math.max(1, state.count, doneRows(state)))
