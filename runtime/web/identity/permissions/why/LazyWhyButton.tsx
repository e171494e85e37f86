/** A `WhyButton` whose code loads only when a permission is missing. */
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'
import type { WhyButtonProps } from './WhyButton.tsx'

const WhyButton = lazyComponent(async () => (await import('./WhyButton.tsx')).WhyButton)

export function LazyWhyButton({ nodes }: WhyButtonProps) {
  return nodes.length === 0 ? null : <WhyButton nodes={nodes} />
}
