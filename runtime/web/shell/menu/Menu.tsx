/** The entries of the main menu: folders, pages, and an input that filters them. Rendered inside a `nav`. */
import { InputGroup, Button } from '@blueprintjs/core'
import { Cross, Search } from '@blueprintjs/icons'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useT } from '../../core/i18n/page-texts.ts'
import { config } from '../../core/preferences/store.ts'
import { filterMenu, type MenuEntry } from './build-menu.ts'
import { useFolders } from './folders.ts'
import { MenuBranch } from './MenuBranch.tsx'

export interface MenuProps {
  readonly entries: readonly MenuEntry[]
  /** Icons only. */
  readonly isCollapsed: boolean
  /** Called when an entry was selected. */
  readonly onChoose: () => void
}

export function Menu({ entries, isCollapsed, onChoose }: MenuProps) {
  const t = useT()
  const [filter, setFilter] = useState('')
  const { menuUniqueOpened } = useSnapshot(config).layout
  const folders = useFolders(entries, useLocation().pathname, menuUniqueOpened)
  const shown = isCollapsed ? entries : filterMenu(entries, filter)
  return (
    <div className={isCollapsed ? 'tw-menu tw-menu-collapsed' : 'tw-menu'}>
      {!isCollapsed && (
        <div className="tw-menu-filter">
          <InputGroup
            type="search"
            value={filter}
            leftIcon={<Search />}
            placeholder={t('shell.filterMenu')}
            aria-label={t('shell.filterMenu')}
            onValueChange={setFilter}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setFilter('')
            }}
            rightElement={
              filter === '' ? undefined : (
                <Button
                  variant="minimal"
                  size="small"
                  icon={<Cross />}
                  aria-label={t('shell.clearFilter')}
                  onClick={() => setFilter('')}
                />
              )
            }
          />
        </div>
      )}
      <ul className="tw-menu-list">
        {shown.map((entry) => (
          <MenuBranch
            key={entry.key}
            entry={entry}
            siblings={entries}
            depth={0}
            folders={folders}
            isCollapsed={isCollapsed}
            isFiltered={filter !== ''}
            onChoose={onChoose}
          />
        ))}
      </ul>
      <div role="status">{shown.length === 0 && <p className="tw-menu-none">{t('shell.noMenuMatch')}</p>}</div>
    </div>
  )
}
