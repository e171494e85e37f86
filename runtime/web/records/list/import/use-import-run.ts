/** Watches an import until it ends, whether its dialog is open or not. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ImportState, TableModel } from '../../../../protocol/index.ts'
import { fetchImports } from './calls.ts'

/** Milliseconds between two requests. */
const intervalMs = 700

export interface ImportWatch {
  /** The import that was watched last; null = none. */
  readonly state: ImportState | null
  readonly watch: (run: number) => void
}

/** @param onEnded called once when the import ends */
export function useImportRun(model: TableModel, onEnded: (state: ImportState) => void): ImportWatch {
  const [run, setRun] = useState<number | null>(null)
  const [state, setState] = useState<ImportState | null>(null)
  const ended = useRef(onEnded)
  useEffect(() => {
    ended.current = onEnded
  })
  useEffect(() => {
    if (run === null) return undefined
    let timer = 0
    let isOver = false
    const poll = async (): Promise<void> => {
      // A request that fails is repeated: the import goes on without it.
      const [current] = await fetchImports(model, run).catch(() => [])
      if (isOver) return
      if (current) setState(current)
      if (current && current.state !== 'running') ended.current(current)
      else timer = window.setTimeout(() => void poll(), intervalMs)
    }
    void poll()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [model, run])
  const watch = useCallback((next: number) => {
    setState(null)
    setRun(next)
  }, [])
  return { state, watch }
}

/** Rows that are done. */
export const doneRows = ({ created, updated, unchanged, refused }: ImportState): number =>
  created + updated + unchanged + refused

export const percentOf = (state: ImportState): number =>
  Math.floor((100 * doneRows(state)) / Math.max(1, state.count, doneRows(state)))
