/** The options of a picker, below its input. */
import { AnchoredPopover } from '../../core/popover/AnchoredPopover.tsx'
import { Options, type OptionsProps } from './Options.tsx'

export interface PickerPanelProps extends OptionsProps {
  readonly anchor: HTMLElement
  /** Something outside was pressed. */
  readonly onLeave: () => void
}

export function PickerPanel({ anchor, onLeave, ...options }: PickerPanelProps) {
  return (
    <AnchoredPopover
      anchor={anchor}
      isOpen={options.picker.isOpen}
      autoFocus={false}
      enforceFocus={false}
      canEscapeKeyClose={false}
      shouldReturnFocusOnClose={false}
      matchTargetWidth
      transitionDuration={100}
      placement="bottom-start"
      onInteraction={(isOpen) => {
        if (!isOpen) onLeave()
      }}
      content={<Options {...options} />}
    />
  )
}
