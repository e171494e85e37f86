/** A button next to hidden or disabled controls that lists the missing permissions and whom to ask for them. */
import { Button, PopoverNext, PopupKind } from '@blueprintjs/core'
import { Help } from '@blueprintjs/icons'
import { useT } from './texts.ts'
import { WhyPanel } from './WhyPanel.tsx'

export interface WhyButtonProps {
  /** Nodes of the missing permissions. */
  readonly nodes: readonly string[]
}

export function WhyButton({ nodes }: WhyButtonProps) {
  const t = useT()
  return (
    <PopoverNext
      content={<WhyPanel nodes={nodes} />}
      placement="bottom-end"
      popupKind={PopupKind.DIALOG}
      arrow={false}
      animation="minimal"
    >
      <Button variant="minimal" icon={<Help />} aria-label={t('button')} title={t('button')} />
    </PopoverNext>
  )
}
