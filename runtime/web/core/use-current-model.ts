/** The model of a page that is open while somebody edits its schema. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { TableModel } from '../../protocol/index.ts'
import { loadModel, onReplaced, replacementCount } from './module-registry.ts'

/**
 * The model as it was loaded, and the newer one once its module was replaced. A page whose table is gone keeps what it
 * has.
 * @param loadedAt the count of replacements when `loaded` was loaded
 */
export function useCurrentModel(loaded: TableModel, loadedAt: number): TableModel {
  const count = useSyncExternalStore(onReplaced, replacementCount)
  const [current, setCurrent] = useState({ model: loaded, count: loadedAt })
  useEffect(() => {
    if (current.count === count) return undefined
    let isHere = true
    loadModel(loaded.page).then(
      (model) => {
        if (isHere) setCurrent({ model: model ?? current.model, count })
      },
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [loaded.page, current, count])
  return current.model
}
