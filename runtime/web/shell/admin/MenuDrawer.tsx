/** The menu of a narrow window: a drawer over the page. */
import { Button, Drawer } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../core/i18n/page-texts.ts'
import { session } from '../../core/auth/session.ts'
import { Mark } from '../../core/theme/Mark.tsx'
import type { MenuEntry } from '../menu/build-menu.ts'
import { Menu } from '../menu/Menu.tsx'
import { menuButtonId } from './ids.ts'

export interface MenuDrawerProps {
  readonly entries: readonly MenuEntry[]
  readonly isOpen: boolean
  readonly close: () => void
}

export function MenuDrawer({ entries, isOpen, close }: MenuDrawerProps) {
  const t = useT()
  const { siteName } = useSnapshot(session).site
  // A dismissed drawer returns the focus to its button; after a selection the focus belongs to the page.
  const focusAfter = useRef(menuButtonId)
  const choose = (): void => {
    focusAfter.current = 'main'
    close()
  }
  return (
    <Drawer
      className="tw-drawer"
      isOpen={isOpen}
      onClose={close}
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
          <Button variant="minimal" icon={<Cross />} aria-label={t('shell.closeMenu')} onClick={close} />
        </div>
        <nav className="tw-drawer-menu" aria-label={t('shell.menu')}>
          <Menu entries={entries} isCollapsed={false} onChoose={choose} />
        </nav>
      </div>
    </Drawer>
  )
}
