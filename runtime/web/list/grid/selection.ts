/** The records chosen for a common action; they stay chosen when the page is turned. */
import { useCallback, useMemo, useState } from 'react'

export interface Selection {
  /** By id. */
  readonly chosen: Readonly<Record<string, true>>
  readonly ids: readonly number[]
  /** Adds or removes several at once. */
  readonly put: (ids: readonly number[], isChosen: boolean) => void
  readonly clear: () => void
}

export function useSelection(): Selection {
  const [chosen, set] = useState<Readonly<Record<string, true>>>({})
  const put = useCallback(
    (ids: readonly number[], isChosen: boolean) =>
      set((before) => {
        const rest = Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(Number(id)))) as Record<
          string,
          true
        >
        return isChosen ? { ...rest, ...Object.fromEntries(ids.map((id) => [id, true as const])) } : rest
      }),
    [],
  )
  const clear = useCallback(() => set({}), [])
  return useMemo(() => ({ chosen, ids: Object.keys(chosen).map(Number), put, clear }), [chosen, put, clear])
}
