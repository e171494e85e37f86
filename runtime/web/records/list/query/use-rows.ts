/** The rows of a list: asked for when the query changes, kept while newer ones are on their way. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListData, ListQuery } from '../../../../protocol/index.ts'
import { ApiError, isCancelled } from '../../../core/api/api-error.ts'
import type { Row, TableApi } from '../../../core/api/table.ts'
import { t } from '../texts/index.ts'
import { takePrefetchedRows, type PrefetchedRows } from './prefetched-rows.ts'

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
}

/** What the server answered last. */
interface Answer extends Omit<LoadedRows, 'isBusy'> {
  /** Null before the first answer. */
  readonly request: RowsRequest | null
}

interface RowsRequest {
  readonly api: TableApi
  /** The query as JSON text. */
  readonly key: string
}

const nothing: Omit<LoadedRows, 'isBusy'> = {
  rows: [],
  total: null,
  more: false,
  remark: '',
  isLoaded: false,
  problem: null,
}

/**
 * Loads on every change of the query.
 * @returns the rows and a function that loads them again; it resolves when the answer is there, whatever it is
 */
export function useRows(api: TableApi, query: Partial<ListQuery>): readonly [LoadedRows, () => Promise<void>] {
  const key = JSON.stringify(query)
  const request = useMemo<RowsRequest>(() => ({ api, key }), [api, key])
  const [prefetched] = useState(() => takePrefetchedRows(api, key))
  const [answer, setAnswer] = useState<Answer>(() =>
    prefetched?.answer ? { ...nothing, ...answerOf(prefetched.answer), request } : { ...nothing, request: null },
  )
  const [isReloading, setReloading] = useState(false)
  const running = useRef<AbortController | null>(null)
  const pending = useRef<PrefetchedRows | null>(prefetched)

  const load = useCallback(() => {
    running.current?.abort()
    const ahead = pending.current
    pending.current = null
    if (ahead?.answer) return Promise.resolve()
    const abort = ahead?.abort ?? new AbortController()
    running.current = abort
    const merge = (part: Partial<Answer>): void => {
      if (abort.signal.aborted) return
      setAnswer((before) => ({ ...before, ...part, request }))
      setReloading(false)
    }
    return fetchRows(request, abort.signal, ahead).then(merge)
  }, [request])

  useEffect(() => {
    void load()
    return () => running.current?.abort()
  }, [load])

  const reload = useCallback(async () => {
    setReloading(true)
    await load()
  }, [load])

  const isBusy = isReloading || answer.request !== request
  const loaded = useMemo<LoadedRows>(() => ({ ...answer, isBusy }), [answer, isBusy])
  return [loaded, reload]
}

/** What an answer changes; nothing when it was given up. @param ahead the request when it has been sent before */
async function fetchRows(
  { api, key }: RowsRequest,
  signal: AbortSignal,
  ahead: PrefetchedRows | null,
): Promise<Partial<Answer>> {
  try {
    return answerOf(await (ahead?.request ?? api.index(JSON.parse(key) as Partial<ListQuery>, { quiet: true, signal })))
  } catch (error) {
    return isCancelled(error) ? {} : { problem: asProblem(error) }
  }
}

function answerOf(data: ListData<Row>): Omit<Answer, 'request'> {
  return {
    rows: data.list,
    total: data.total ?? null,
    more: data.more === true,
    remark: data.remark ?? '',
    isLoaded: true,
    problem: null,
  }
}

function asProblem(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(t('failed'), { kind: 'network' })
}
