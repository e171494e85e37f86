import { useLayoutEffect, useRef } from 'react'

/**
 * The value of the latest committed rendering, for callbacks that outlive a rendering and keep their identity. Effects
 * use `useEffectEvent` instead; nothing may read this while it renders.
 */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
