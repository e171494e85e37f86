/** The bar on top: menu button, where one is, language, light or dark, who one is. */
import { Button } from '@blueprintjs/core'
import { Menu as MenuIcon, MenuClosed, MenuOpen } from '@blueprintjs/icons'
import { useTexts } from '../../i18n/shell-texts.ts'
import { LanguageSwitch, ThemeSwitch } from '../Switches.tsx'
import type { MenuEntry } from '../menu/build-menu.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { menuButtonId } from './SideMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

export interface HeaderProps {
  readonly entries: readonly MenuEntry[]
  readonly isNarrow: boolean
  readonly isCollapsed: boolean
  readonly toggleMenu: () => void
}

export function Header({ entries, isNarrow, isCollapsed, toggleMenu }: HeaderProps) {
  const say = useTexts()
  const menuText = say(isNarrow ? 'shell.openMenu' : isCollapsed ? 'shell.expandMenu' : 'shell.collapseMenu')
  const icon = isNarrow ? <MenuIcon /> : isCollapsed ? <MenuOpen /> : <MenuClosed />
  return (
    <header className="tw-header">
      <Button id={menuButtonId} variant="minimal" icon={icon} aria-label={menuText} title={menuText} aria-expanded={isNarrow ? undefined : !isCollapsed} onClick={toggleMenu} />
      <Breadcrumbs entries={entries} />
      <div className="tw-header-end">
        <div className="tw-header-switches"><LanguageSwitch /><ThemeSwitch /></div>
        <UserMenu />
      </div>
    </header>
  )
}
