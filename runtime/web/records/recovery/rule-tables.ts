/** What a rule can watch, as the server lists it. The two inputs of a form read it together. */
import { useCallback, useEffect, useState } from 'react'
import type { Language } from '../../../protocol/index.ts'
import { getData } from '../../core/api/client.ts'

interface WatchedTable {
  readonly id: string
  readonly label: string
  /** Why it cannot be chosen; null when it can. */
  readonly reason: string | null
  readonly fields: readonly { readonly name: string; readonly label: string; readonly secret: boolean }[]
}

type TableList = readonly WatchedTable[] | 'failed' | null

const running = new Map<string, Promise<readonly WatchedTable[]>>()

/** The list while a call for it runs, so that two inputs do not cancel each other's. */
function load(controller: string, language: Language): Promise<readonly WatchedTable[]> {
  const key = `${controller} ${language}`
  const request = running.get(key)
  if (request) return request
  const call = getData<{ readonly list: readonly WatchedTable[] }>(`/admin/${controller}/tables`, '', { quiet: true })
    .then(({ list }) => list)
    .finally(() => running.delete(key))
  running.set(key, call)
  return call
}

interface Answer {
  readonly key: string
  readonly list: TableList
}

/** The list is null while it is read. */
export function useTables(
  controller: string,
  language: Language,
): { readonly list: TableList; readonly retry: () => void } {
  const key = `${controller} ${language}`
  const [answer, setAnswer] = useState<Answer>({ key, list: null })
  const read = useCallback(
    (): Promise<TableList> => load(controller, language).catch(() => 'failed' as const),
    [controller, language],
  )
  useEffect(() => {
    let isCurrent = true
    void read().then((list) => isCurrent && setAnswer({ key, list }))
    return () => {
      isCurrent = false
    }
  }, [read, key])
  const retry = (): void => {
    setAnswer({ key, list: null })
    void read().then((list) => setAnswer({ key, list }))
  }
  return { list: answer.key === key ? answer.list : null, retry }
}
