/** A panel beside an element that is rendered elsewhere. */
import { PopoverNext, type PopoverNextProps } from '@blueprintjs/core'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type Ref } from 'react'

interface AnchoredPopoverProps extends Omit<
  PopoverNextProps,
  'children' | 'isOpen' | 'onClosed' | 'popoverRef' | 'renderTarget'
> {
  readonly anchor: HTMLElement
  readonly isOpen: boolean
  /** It has disappeared. */
  readonly onClosed?: (() => void) | undefined
}

/**
 * It disappears at once: Blueprint's own panels give the focus back when they have faded out, and take it from a text
 * in which somebody writes by then.
 */
export function AnchoredPopover({
  anchor,
  isOpen,
  onClosed,
  shouldReturnFocusOnClose = true,
  ...props
}: AnchoredPopoverProps) {
  const wasOpen = useRef(false)
  const close = useEffectEvent(() => {
    // A person who has gone on to something else is not called back.
    if (shouldReturnFocusOnClose && document.activeElement === document.body) anchor.focus({ preventScroll: true })
    onClosed?.()
  })
  useEffect(() => {
    if (wasOpen.current && !isOpen) close()
    wasOpen.current = isOpen
  }, [isOpen])
  if (!isOpen) return null
  return (
    <PopoverNext
      inheritDarkTheme={false}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      {...props}
      isOpen
      popoverRef={keepKeys}
      renderTarget={({ ref }) => <Anchor element={anchor} place={ref} />}
    />
  )
}

/** Blueprint's items act when a key is pressed: what they focus would be given the same key. */
function keepKeys(panel: HTMLElement | null): void {
  panel?.addEventListener('keydown', (event) => {
    const isPress = event.key === 'Enter' || event.key === ' '
    if (isPress && event.target instanceof Element && event.target.matches('a[role=menuitem]')) event.preventDefault()
  })
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
