/** The admin area in its Default layout: menu at the left, header on top, the page in the rest. */
import { useMemo, useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { problemText } from '../../api/problem.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/shell-texts.ts'
import { session } from '../../session/store.ts'
import { loadVisit } from '../../session/visit.ts'
import { Boot } from '../Boot.tsx'
import { useLoaded } from '../loaded.ts'
import { buildMenu } from '../menu/build-menu.ts'
import { useIsNarrow } from '../narrow.ts'
import { Failure } from '../pages/Failure.tsx'
import { config } from '../store.ts'
import { FirstPage, ForwardPage } from './FirstPage.tsx'
import { Header } from './Header.tsx'
import { MainArea } from './MainArea.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TablePlace } from './TablePlace.tsx'

export function AdminShell() {
  const say = useTexts()
  const language = useLanguage()
  const { menus } = useSnapshot(session)
  const { menuCollapse } = useSnapshot(config).layout
  const isNarrow = useIsNarrow()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  // Titles of the menu come in the language one reads; the page stays as it is while they are fetched again.
  const visit = useLoaded(language, loadVisit)
  const entries = useMemo(() => (menus === null ? [] : buildMenu(menus)), [menus])

  if (menus === null) {
    return visit.state === 'failed' ? <Failure title={say('page.loadFailed')} text={problemText(visit.error)} retry={visit.retry} /> : <Boot />
  }
  const toggleMenu = (): void => {
    if (isNarrow) setDrawerOpen(true)
    else config.layout.menuCollapse = !menuCollapse
  }
  return (
    <div className={isNarrow ? 'tw-shell tw-shell-narrow' : menuCollapse ? 'tw-shell tw-shell-collapsed' : 'tw-shell'}>
      <a className="tw-skip" href="#main" onClick={skipToMain}>{say('shell.skip')}</a>
      <SideMenu entries={entries} isNarrow={isNarrow} isCollapsed={menuCollapse} isDrawerOpen={isDrawerOpen} closeDrawer={() => setDrawerOpen(false)} />
      <Header entries={entries} isNarrow={isNarrow} isCollapsed={menuCollapse} toggleMenu={toggleMenu} />
      <MainArea entries={entries}>
        <Routes>
          <Route index element={<FirstPage entries={entries} />} />
          <Route path="loading/:to?" element={<ForwardPage entries={entries} />} />
          <Route path="*" element={<TablePlace entries={entries} />} />
        </Routes>
      </MainArea>
    </div>
  )
}

/** A hash router owns what stands behind `#`, so the browser's own jump is replaced by ours. */
function skipToMain(event: { preventDefault(): void }): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
