/** The side menu, or a drawer over the page when the window is narrow. */
import { Button, Drawer } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useT } from '../../i18n/page-texts.ts'
import { session } from '../../auth/session.ts'
import { Mark } from '../../theme/Mark.tsx'
import { BrandLink } from './BrandLink.tsx'
import type { MenuEntry } from '../menu/build-menu.ts'
import { Menu } from '../menu/Menu.tsx'

/** Id of the element that receives the focus when the drawer closes. */
export const menuButtonId = 'menu-button'

export interface SideMenuProps {
  readonly entries: readonly MenuEntry[]
  readonly isNarrow: boolean
  readonly isCollapsed: boolean
  /** The brand is shown above the menu. */
  readonly hasBrand: boolean
  readonly isDrawerOpen: boolean
  readonly closeDrawer: () => void
}

export function SideMenu({ entries, isNarrow, isCollapsed, hasBrand, isDrawerOpen, closeDrawer }: SideMenuProps) {
  const t = useT()
  const { siteName } = useSnapshot(session).site
  const { pathname } = useLocation()
  // A dismissed drawer returns the focus to its button; after a selection the focus belongs to the page.
  const focusAfter = useRef(menuButtonId)
  const leaveDrawer = useEffectEvent((_pathname: string, _isNarrow: boolean) => {
    if (isDrawerOpen) closeDrawer()
  })
  useEffect(() => leaveDrawer(pathname, isNarrow), [pathname, isNarrow])
  const choose = (): void => {
    focusAfter.current = 'main'
    closeDrawer()
  }
  if (!isNarrow) {
    return (
      <nav className="tw-side" aria-label={t('shell.menu')}>
        {hasBrand && <BrandLink isShort={isCollapsed} />}
        <Menu entries={entries} isCollapsed={isCollapsed} onChoose={() => undefined} />
      </nav>
    )
  }
  return (
    <Drawer
      className="tw-drawer"
      isOpen={isDrawerOpen}
      onClose={closeDrawer}
      position="left"
      size="min(300px, 86vw)"
      shouldReturnFocusOnClose={false}
      onOpening={() => {
        focusAfter.current = menuButtonId
      }}
      onClosed={() => document.getElementById(focusAfter.current)?.focus()}
    >
      <div className="tw-drawer-inner" role="dialog" aria-modal="true" aria-label={t('shell.menu')}>
        <div className="tw-drawer-head">
          <p className="tw-brand">
            <Mark size={28} />
            <span>{siteName}</span>
          </p>
          <Button variant="minimal" icon={<Cross />} aria-label={t('shell.closeMenu')} onClick={closeDrawer} />
        </div>
        <nav className="tw-drawer-menu" aria-label={t('shell.menu')}>
          <Menu entries={entries} isCollapsed={false} onChoose={choose} />
        </nav>
      </div>
    </Drawer>
  )
}
