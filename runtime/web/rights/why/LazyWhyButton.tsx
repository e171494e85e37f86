/** `WhyButton` that costs nothing where nothing is missing: its code loads with the first right somebody lacks. */
import { lazy, Suspense } from 'react'
import type { WhyButtonProps } from './WhyButton.tsx'

const WhyButton = lazy(async () => ({ default: (await import('./WhyButton.tsx')).WhyButton }))

export function LazyWhyButton({ nodes }: WhyButtonProps) {
  return nodes.length === 0 ? null : <Suspense><WhyButton nodes={nodes} /></Suspense>
}
