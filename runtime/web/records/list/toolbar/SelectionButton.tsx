import { Button } from '@blueprintjs/core'
import type { ReactElement } from 'react'

interface SelectionButtonProps {
  readonly text: string
  readonly icon: ReactElement
  /** How many records are selected; without any there is nothing to do. */
  readonly count: number
  readonly isBusy: boolean
  /** Shows its icon only. */
  readonly isNarrow: boolean
  readonly onClick: () => void
}

/** What the toolbar does with the selected records. */
export function SelectionButton({ text, icon, count, isBusy, isNarrow, onClick }: SelectionButtonProps) {
  return (
    <Button
      icon={icon}
      intent={count > 0 ? 'primary' : 'none'}
      variant="outlined"
      aria-label={text}
      text={isNarrow ? undefined : text}
      data-tip={isNarrow ? text : undefined}
      data-tip-below
      disabled={count === 0}
      loading={isBusy}
      onClick={onClick}
    />
  )
}
