/** A panel beside an element that is rendered elsewhere. */
import { PopoverNext, type PopoverNextProps } from '@blueprintjs/core'
import { useLayoutEffect, type Ref } from 'react'

interface AnchoredPopoverProps extends Omit<PopoverNextProps, 'children' | 'renderTarget'> {
  readonly anchor: HTMLElement
}

export function AnchoredPopover({ anchor, ...props }: AnchoredPopoverProps) {
  return (
    <PopoverNext
      inheritDarkTheme={false}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      {...props}
      renderTarget={({ ref }) => <Anchor element={anchor} place={ref} />}
    />
  )
}

/** Gives Blueprint the element as the place of its panel. */
function Anchor({ element, place }: { readonly element: HTMLElement; readonly place: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof place !== 'function') return undefined
    place(element)
    return () => void place(null)
  }, [element, place])
  return null
}
