import { More } from '@blueprintjs/icons'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactElement } from 'react'
import { PopoverButton } from './PopoverButton.tsx'
import './action-menu.css'

export interface ActionMenuItem {
  readonly key: string
  readonly text: string
  readonly icon?: ReactElement
  readonly isDanger?: boolean
  /** Why it is disabled now, null when it is not; shown below the text. */
  readonly reason: string | null
  /** @param opener the button of the menu */
  readonly run: (trigger: Element | null) => void
}

interface ActionMenuProps {
  readonly items: readonly ActionMenuItem[]
  /** The name of the button. */
  readonly name: string
  /** Shown on the button next to its icon. */
  readonly text?: string
  readonly size?: 'small'
  readonly variant: 'minimal' | 'outlined'
  readonly isBusy?: boolean
  readonly onOpening?: () => void
}

/** A button that opens a menu. Disabled items stay in it and explain why. */
export function ActionMenu({ items, name, text, size, variant, isBusy, onOpening }: ActionMenuProps) {
  if (items.length === 0) return null
  return (
    <PopoverButton
      kind="menu"
      takesFocus={false}
      onOpening={onOpening}
      renderPanel={(close, button) => (
        <MenuItems
          items={items}
          name={name}
          onEnd={(line) => {
            close()
            line?.run(button)
          }}
        />
      )}
      size={size}
      variant={variant}
      icon={<More />}
      text={text}
      aria-label={name}
      loading={isBusy}
    />
  )
}

interface MenuItemsProps {
  readonly items: readonly ActionMenuItem[]
  readonly name: string
  /** @param line the selected item; null = none */
  readonly onEnd: (line: ActionMenuItem | null) => void
}

function MenuItems({ items, name, onEnd }: MenuItemsProps) {
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  useEffect(() => {
    // Wait until the popover is positioned: an earlier focus would scroll the page.
    const frame = requestAnimationFrame(() => list.current?.querySelector('button')?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <ul
      ref={list}
      role="menu"
      aria-label={name}
      className="action-menu"
      onKeyDown={(event) => moveIn(event, () => onEnd(null))}
    >
      {items.map((line) => {
        const ids = `${id}${line.key}-why`.replaceAll(/[^\w-]/g, '')
        return (
          <li key={line.key} role="none">
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={line.reason !== null || undefined}
              aria-describedby={line.reason === null ? undefined : ids}
              data-danger={line.isDanger || undefined}
              onClick={() => {
                if (line.reason === null) onEnd(line)
              }}
            >
              <span className="action-menu-sign">{line.icon}</span>
              <span>{line.text}</span>
            </button>
            {line.reason !== null && (
              <p id={ids} className="action-menu-why">
                {line.reason}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function moveIn(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const index = items.indexOf(document.activeElement as HTMLButtonElement)
  const target = {
    ArrowDown: items[(index + 1) % items.length],
    ArrowUp: items.at(index - 1),
    Home: items[0],
    End: items.at(-1),
  }[event.key]
  if (target) target.focus()
  else if (event.key === 'Tab') close()
  else return
  event.preventDefault()
  event.stopPropagation()
}
