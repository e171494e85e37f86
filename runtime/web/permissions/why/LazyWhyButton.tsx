/** `WhyButton` that costs nothing where nothing is missing: its code loads with the first right somebody lacks. */
import { lazyComponent } from '../../loading/lazy-component.tsx'
import type { WhyButtonProps } from './WhyButton.tsx'

const WhyButton = lazyComponent(async () => (await import('./WhyButton.tsx')).WhyButton)

export function LazyWhyButton({ nodes }: WhyButtonProps) {
  return nodes.length === 0 ? null : <WhyButton nodes={nodes} />
}
