/** The side menu, or a drawer over the page when the window is narrow. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useT } from '../../core/i18n/page-texts.ts'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import type { MenuEntry } from '../menu/build-menu.ts'
import { Menu } from '../menu/Menu.tsx'
import { BrandLink } from './BrandLink.tsx'

const MenuDrawer = lazyComponent(async () => (await import('./MenuDrawer.tsx')).MenuDrawer)

/** Milliseconds after which the drawer of a narrow window is loaded: after the page, before most people open it. */
const preloadDelayMs = 1500

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
  const { pathname } = useLocation()
  const [wasOpened, setWasOpened] = useState(false)
  if (isDrawerOpen && !wasOpened) setWasOpened(true)
  const leaveDrawer = useEffectEvent((_pathname: string, _isNarrow: boolean) => {
    if (isDrawerOpen) closeDrawer()
  })
  useEffect(() => leaveDrawer(pathname, isNarrow), [pathname, isNarrow])
  useEffect(() => {
    if (!isNarrow) return undefined
    const timer = setTimeout(() => void MenuDrawer.preload().catch(() => undefined), preloadDelayMs)
    return () => clearTimeout(timer)
  }, [isNarrow])
  if (isNarrow) return wasOpened ? <MenuDrawer entries={entries} isOpen={isDrawerOpen} close={closeDrawer} /> : null
  return (
    <nav className="tw-side" aria-label={t('shell.menu')}>
      {hasBrand && <BrandLink isShort={isCollapsed} />}
      <Menu entries={entries} isCollapsed={isCollapsed} onChoose={() => undefined} />
    </nav>
  )
}
