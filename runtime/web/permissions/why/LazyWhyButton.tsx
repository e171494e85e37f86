/** `WhyButton` that costs nothing where nothing is missing: its code loads with the first right somebody lacks. */
import { later } from '../../loading/lazy-component.tsx'
import type { WhyButtonProps } from './WhyButton.tsx'

const WhyButton = later(async () => (await import('./WhyButton.tsx')).WhyButton)

export function LazyWhyButton({ nodes }: WhyButtonProps) {
  return nodes.length === 0 ? null : <WhyButton nodes={nodes} />
}
