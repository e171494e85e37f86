/** Stands where things are hidden or disabled, and names on a press the rights they need and whom to ask for them. */
import { Button, PopoverNext, PopupKind } from '@blueprintjs/core'
import { Help } from '@blueprintjs/icons'
import { useT } from './texts.ts'
import { WhyPanel } from './WhyPanel.tsx'

export interface WhyButtonProps {
  /** The nodes somebody lacks. */
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
