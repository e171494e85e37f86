/** The frame of the admin area: menu, header, tabs, pages and overlays, arranged by the layout. */
import { useEffect, useState, type CSSProperties } from 'react'
import { Button } from '@blueprintjs/core'
import { Minimize } from '@blueprintjs/icons'
import { useSnapshot } from 'valtio'
import { useT } from '../../core/i18n/page-texts.ts'
import { beginWorkday } from '../dashboard/working-time.ts'
import { useShellKeys } from '../keys/use-shell-keys.ts'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import type { MenuEntry } from '../menu/build-menu.ts'
import { useIsNarrow } from '../../core/preferences/narrow-window.ts'
import { applyNarrowLayout, restoreWideLayout } from '../layout/narrow-layout.ts'
import { config, menuWidths } from '../../core/preferences/store.ts'
import { useTabActions } from '../tabs/tab-actions.ts'
import { NavigationBlocker } from '../tabs/NavigationBlocker.tsx'
import { tabView } from '../tabs/tab-view.ts'
import { TabsBar } from '../tabs/TabsBar.tsx'
import { UnsavedTabsDialog } from '../tabs/unsaved-dialog.ts'
import { Header } from './Header.tsx'
import { MainArea } from './MainArea.tsx'
import type { ShellOverlay } from './overlay.ts'
import { SideMenu } from './SideMenu.tsx'
import { useAdminT } from './texts.ts'

const Palette = lazyComponent(async () => (await import('../palette/Palette.tsx')).Palette)
const KeysSheet = lazyComponent(async () => (await import('../keys/KeysSheet.tsx')).KeysSheet)
const LayoutDrawer = lazyComponent(async () => (await import('../layout/LayoutDrawer.tsx')).LayoutDrawer)
const TerminalDrawer = lazyComponent(async () => (await import('../../ops/terminal/TerminalDrawer.tsx')).TerminalDrawer)

export interface ShellFrameProps {
  readonly entries: readonly MenuEntry[]
  /** The page that stays when all others are closed. */
  readonly home: string
}

export function ShellFrame({ entries, home }: ShellFrameProps) {
  const t = useT()
  const { layoutMode, menuCollapse, menuWidth, showTabs } = useSnapshot(config).layout
  const { tabFullScreen } = useSnapshot(tabView).state
  const isNarrow = useIsNarrow()
  const [overlay, setOverlay] = useState<ShellOverlay | null>(null)
  const actions = useTabActions()
  const close = (): void => setOverlay(null)
  useEffect(() => (isNarrow ? applyNarrowLayout() : restoreWideLayout()), [isNarrow])
  useEffect(beginWorkday, [])
  useShellKeys({ actions, open: setOverlay })
  const toggleMenu = (): void => {
    if (isNarrow) setOverlay('menu')
    else config.layout.menuCollapse = !menuCollapse
  }
  const mode = isNarrow ? 'narrow' : layoutMode.toLowerCase()
  const width = { '--tw-menu-width': `${menuCollapse ? menuWidths.collapsed : menuWidth}px` } as CSSProperties
  return (
    <div className={`tw-shell tw-shell-${mode}${tabFullScreen ? ' tw-shell-full' : ''}`} style={width}>
      <a className="tw-skip" href="#main" onClick={skipToMain}>
        {t('shell.skip')}
      </a>
      <SideMenu
        entries={entries}
        isNarrow={isNarrow}
        isCollapsed={menuCollapse}
        hasBrand={layoutMode === 'Default'}
        isDrawerOpen={overlay === 'menu'}
        closeDrawer={close}
      />
      <Header
        isNarrow={isNarrow}
        isCollapsed={menuCollapse}
        hasBrand={!isNarrow && layoutMode === 'Classic'}
        toggleMenu={toggleMenu}
        open={setOverlay}
      />
      {showTabs && <TabsBar actions={actions} />}
      <MainArea home={home} isCovered={overlay !== null} />
      {tabFullScreen && <FullScreenEnd leave={actions.fullScreen} />}
      <NavigationBlocker />
      {actions.hasAsked && <UnsavedTabsDialog actions={actions} />}
      {overlay === 'palette' && <Palette entries={entries} actions={actions} open={setOverlay} close={close} />}
      {overlay === 'keys' && <KeysSheet close={close} />}
      {overlay === 'layout' && <LayoutDrawer close={close} />}
      {overlay === 'terminal' && <TerminalDrawer close={close} />}
    </div>
  )
}

function FullScreenEnd({ leave }: { readonly leave: () => void }) {
  const t = useAdminT()
  return (
    <Button
      className="tw-full-end"
      icon={<Minimize />}
      aria-label={t('tabs.leaveFullScreen')}
      title={t('tabs.leaveFullScreen')}
      onClick={leave}
    />
  )
}

/** The hash router owns the part after `#`, so the browser's own jump is replaced by ours. */
function skipToMain(event: { preventDefault(): void }): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
