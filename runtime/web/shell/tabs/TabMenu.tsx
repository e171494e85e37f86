/** The context menu of a tab. */
import { CrossCircle, Cross, Fullscreen, Refresh, RemoveColumn } from '@blueprintjs/icons'
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactElement, type RefObject } from 'react'
import { useAdminT } from '../admin/texts.ts'
import { tabId } from './ids.ts'
import { useTabTitle } from './Tab.tsx'
import type { TabActions } from './tab-actions.ts'
import { useWorkspace } from './workspace.ts'

export interface MenuPosition {
  /** The tab. */
  readonly id: string
  /** CSS pixels from the window's corner. */
  readonly left: number
  readonly top: number
}

export interface TabMenuProps {
  readonly place: MenuPosition
  readonly actions: TabActions
  readonly close: () => void
}

interface Item {
  readonly text: string
  readonly icon: ReactElement
  readonly run: () => void
  readonly isOff?: boolean
}

export function TabMenu({ place, actions, close }: TabMenuProps) {
  const t = useAdminT()
  const { tabs } = useWorkspace()
  const title = useTabTitle()(place.id)
  const menu = useMenuPosition(place)
  const { id } = place
  const items: readonly Item[] = [
    { text: t('tabs.reload'), icon: <Refresh />, run: () => actions.reload(id) },
    { text: t('tabs.close'), icon: <Cross />, run: () => actions.close(id) },
    { text: t('tabs.fullScreen'), icon: <Fullscreen />, run: actions.fullScreen },
    {
      text: t('tabs.closeOthers'),
      icon: <RemoveColumn />,
      run: () => actions.closeOthers(id),
      isOff: tabs.length < 2,
    },
    { text: t('tabs.closeAll'), icon: <CrossCircle />, run: actions.closeAll },
  ]
  const opener = useRef(document.activeElement)
  const closeAndGoBack = (): void => {
    close()
    const { current: before } = opener
    const isButton = before instanceof HTMLButtonElement && before.isConnected
    const target = isButton ? before : document.getElementById(tabId(id))
    target?.focus()
  }
  const choose = (item: Item): void => {
    closeAndGoBack()
    item.run()
  }
  return (
    <div
      role="presentation"
      className="tw-popup-backdrop"
      onMouseDown={closeAndGoBack}
      onContextMenu={(event) => {
        event.preventDefault()
        closeAndGoBack()
      }}
    >
      <ul
        ref={menu}
        className="tw-popup"
        role="menu"
        aria-label={t('tabs.menuOf', { page: title })}
        onMouseDown={(event) => event.stopPropagation()}
        onKeyDown={(event) => moveIn(event, closeAndGoBack)}
      >
        {items.map((item) => (
          <li key={item.text} role="none">
            <button type="button" role="menuitem" tabIndex={-1} disabled={item.isOff} onClick={() => choose(item)}>
              {item.icon}
              <span>{item.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Keeps the menu inside the window and focuses its first item. */
function useMenuPosition({ left, top }: MenuPosition): RefObject<HTMLUListElement | null> {
  const menu = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    if (!element) return
    element.style.left = `${Math.max(8, Math.min(left, window.innerWidth - element.offsetWidth - 8))}px`
    element.style.top = `${Math.max(8, Math.min(top, window.innerHeight - element.offsetHeight - 8))}px`
    element.querySelector('button')?.focus()
  }, [left, top])
  return menu
}

function moveIn(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement)
  const target = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at - 1),
    Home: items[0],
    End: items.at(-1),
  }[event.key]
  if (target) target.focus()
  else if (event.key === 'Escape' || event.key === 'Tab') close()
  else return
  event.preventDefault()
  event.stopPropagation()
}
