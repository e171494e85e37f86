/** A button next to hidden or disabled controls that lists the missing permissions and whom to ask for them. */
import { Help } from '@blueprintjs/icons'
import { PopoverButton } from '../../../core/popover/PopoverButton.tsx'
import { useT } from './texts.ts'
import { WhyPanel } from './WhyPanel.tsx'

export interface WhyButtonProps {
  /** Nodes of the missing permissions. */
  readonly nodes: readonly string[]
}

export function WhyButton({ nodes }: WhyButtonProps) {
  const t = useT()
  return (
    <PopoverButton
      kind="dialog"
      renderPanel={() => <WhyPanel nodes={nodes} />}
      variant="minimal"
      icon={<Help />}
      aria-label={t('button')}
      title={t('button')}
    />
  )
}
