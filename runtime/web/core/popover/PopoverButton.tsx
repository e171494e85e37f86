/**
 * A button that opens a panel. What places a panel beside its button (25 KB gzip) loads when somebody points at the
 * button or reaches it, at the latest when it is pressed: no page needs it to be shown.
 */
import { Button, type ButtonProps } from '@blueprintjs/core'
import { useRef, useState, type ReactElement } from 'react'
import { lazyComponent } from '../loading/lazy-component.tsx'
import { beginProgress, endProgress } from '../loading/progress.ts'
import { notifyNotLoaded } from './notify-not-loaded.ts'

const AnchoredPopover = lazyComponent(async () => (await import('./AnchoredPopover.tsx')).AnchoredPopover)

interface PopoverButtonProps extends Omit<ButtonProps, 'active' | 'content' | 'onClick'> {
  /** What it opens, given how to close it and the button. */
  readonly renderPanel: (close: () => void, button: HTMLElement) => ReactElement
  readonly kind: 'dialog' | 'menu'
  /** Loads the code of the panel, when that is separate. */
  readonly preload?: () => Promise<unknown>
  /** False when the panel focuses something itself. */
  readonly takesFocus?: boolean
  /** False when the focus belongs elsewhere once the panel has closed. */
  readonly returnsFocus?: boolean
  readonly onOpening?: () => void
  /** It has disappeared. */
  readonly onClosed?: () => void
}

export function PopoverButton({
  renderPanel,
  kind,
  preload,
  takesFocus = true,
  returnsFocus = true,
  onOpening,
  onClosed,
  ...button
}: PopoverButtonProps) {
  const element = useRef<HTMLButtonElement>(null)
  // Noted when it opens: a state that follows the element would render once more before anything is painted.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isLoaded = useRef(false)
  const load = async (): Promise<void> => {
    await Promise.all([AnchoredPopover.preload(), preload?.()])
    isLoaded.current = true
  }
  const open = (): void => {
    setAnchor(element.current)
    setOpen(true)
  }
  const loadAndOpen = async (): Promise<void> => {
    beginProgress()
    try {
      await load()
      // Who has gone on meanwhile is not called back.
      if (document.activeElement === element.current || document.activeElement === document.body) open()
    } catch {
      notifyNotLoaded()
    } finally {
      endProgress()
    }
  }
  const press = (): void => {
    if (isOpen) setOpen(false)
    else if (isLoaded.current) open()
    else void loadAndOpen()
  }
  const loadAhead = (): void => void load().catch(() => undefined)
  return (
    <>
      <Button
        {...button}
        ref={element}
        active={isOpen}
        aria-haspopup={kind}
        aria-expanded={isOpen}
        onClick={press}
        onFocus={loadAhead}
        onPointerEnter={loadAhead}
      />
      {anchor && (
        <AnchoredPopover
          anchor={anchor}
          isOpen={isOpen}
          onInteraction={setOpen}
          content={renderPanel(() => setOpen(false), anchor)}
          autoFocus={takesFocus}
          shouldReturnFocusOnClose={returnsFocus}
          onOpening={onOpening}
          onClosed={onClosed}
        />
      )}
    </>
  )
}
