/** The header: menu button, breadcrumbs, palette, language, theme, notifications, user menu. */
import { Button } from '@blueprintjs/core'
import { Console, Menu as MenuIcon, MenuClosed, MenuOpen, Search, Settings } from '@blueprintjs/icons'
import { useSnapshot } from 'valtio'
import { session } from '../../core/auth/session.ts'
import { useT } from '../../core/i18n/page-texts.ts'
import { NotificationBell } from '../../identity/notifications/NotificationBell.tsx'
import { paletteKeys } from '../keys/key-names.ts'
import { terminal } from '../../ops/terminal/store.ts'
import { LanguageSwitch, ThemeSwitch } from '../../core/theme/Switches.tsx'
import { BrandLink } from './BrandLink.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import type { ShellOverlay } from './overlay.ts'
import { menuButtonId } from './ids.ts'
import { useAdminT } from './texts.ts'
import { UserMenu } from './UserMenu.tsx'

export interface HeaderProps {
  readonly isNarrow: boolean
  readonly isCollapsed: boolean
  /** The brand is shown in the header. */
  readonly hasBrand: boolean
  readonly toggleMenu: () => void
  readonly open: (overlay: ShellOverlay) => void
}

export function Header({ isNarrow, isCollapsed, hasBrand, toggleMenu, open }: HeaderProps) {
  const t = useT()
  const tAdmin = useAdminT()
  const { super: isSuper } = useSnapshot(session).admin
  const searchText = tAdmin('palette.open', { keys: paletteKeys() })
  const menuText = t(isNarrow ? 'shell.openMenu' : isCollapsed ? 'shell.expandMenu' : 'shell.collapseMenu')
  const icon = isNarrow ? <MenuIcon /> : isCollapsed ? <MenuOpen /> : <MenuClosed />
  return (
    <header className="tw-header">
      {hasBrand && <BrandLink isShort={false} />}
      <Button
        id={menuButtonId}
        variant="minimal"
        icon={icon}
        aria-label={menuText}
        title={menuText}
        aria-expanded={isNarrow ? undefined : !isCollapsed}
        onClick={toggleMenu}
      />
      <Breadcrumbs />
      <div className="tw-header-end">
        <Button
          variant="minimal"
          icon={<Search />}
          aria-label={searchText}
          title={searchText}
          aria-haspopup="dialog"
          onClick={() => open('palette')}
        />
        <div className="tw-header-switches">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <Button
          className="tw-header-layout"
          variant="minimal"
          icon={<Settings />}
          aria-label={tAdmin('layout')}
          title={tAdmin('layout')}
          aria-haspopup="dialog"
          onClick={() => open('layout')}
        />
        {isSuper && <TerminalButton open={() => open('terminal')} />}
        <NotificationBell />
        <UserMenu open={open} />
      </div>
    </header>
  )
}

function TerminalButton({ open }: { readonly open: () => void }) {
  const t = useAdminT()
  const { showDot } = useSnapshot(terminal)
  const name = t(showDot ? 'terminal.unread' : 'terminal')
  return (
    <Button
      variant="minimal"
      className="tw-header-terminal"
      icon={<Console />}
      aria-label={name}
      title={name}
      aria-haspopup="dialog"
      onClick={open}
    >
      {showDot && <span className="tw-header-dot" aria-hidden="true" />}
    </Button>
  )
}
