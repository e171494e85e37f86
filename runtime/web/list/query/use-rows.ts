/** The rows of a list: asked for when the query changes, kept while newer ones are on their way. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListQuery } from '../../../protocol/index.ts'
import { ApiError, isCancelled } from '../../api/api-error.ts'
import type { Row, TableApi } from '../../api/table.ts'
import { t } from '../texts/index.ts'

export interface LoadedRows {
  readonly rows: readonly Row[]
  /** Null = unknown: a tree comes whole and untold. */
  readonly total: number | null
  /** There are more than `total`. */
  readonly more: boolean
  readonly remark: string
  /** False until the first answer. */
  readonly isLoaded: boolean
  readonly isBusy: boolean
  /** What went wrong last; the rows are older then. */
  readonly problem: ApiError | null
  /** Counts answers, so that each can be announced. */
  readonly turn: number
}

const nothing: LoadedRows = {
  rows: [],
  total: null,
  more: false,
  remark: '',
  isLoaded: false,
  isBusy: true,
  problem: null,
  turn: 0,
}

/**
 * Loads on every change of the query.
 * @returns the rows and a function that loads them again; it resolves when the answer is there, whatever it is
 */
export function useRows(api: TableApi, query: Partial<ListQuery>): readonly [LoadedRows, () => Promise<void>] {
  const [loaded, setLoaded] = useState<LoadedRows>(nothing)
  const running = useRef<AbortController | null>(null)
  const key = JSON.stringify(query)

  const load = useCallback(async () => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    setLoaded((before) => ({ ...before, isBusy: true }))
    try {
      const data = await api.index(JSON.parse(key) as Partial<ListQuery>, { quiet: true, signal: abort.signal })
      setLoaded(({ turn }) => ({
        rows: data.list,
        total: data.total ?? null,
        more: data.more === true,
        remark: data.remark ?? '',
        isLoaded: true,
        isBusy: false,
        problem: null,
        turn: turn + 1,
      }))
    } catch (error) {
      if (abort.signal.aborted) return
      setLoaded((before) => ({
        ...before,
        isBusy: false,
        problem: isCancelled(error) ? before.problem : asProblem(error),
      }))
    }
  }, [api, key])

  useEffect(() => {
    void load()
    return () => running.current?.abort()
  }, [load])

  return [loaded, load]
}

function asProblem(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(t('failed'), { kind: 'network' })
}
