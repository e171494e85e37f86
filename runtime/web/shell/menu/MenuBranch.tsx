/** One entry of the menu with its children. */
import { ChevronDown, ChevronRight, Share } from '@blueprintjs/icons'
import { useId, type MouseEvent } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useT } from '../../core/i18n/page-texts.ts'
import { NamedIcon } from '../../core/NamedIcon.tsx'
import { notify } from '../../core/notify.ts'
import { useWorkspace } from '../tabs/workspace.ts'
import { trailOf, type MenuEntry } from './build-menu.ts'
import type { Folders } from './folders.ts'
import { pageId } from './pages.ts'

export interface MenuBranchProps {
  readonly entry: MenuEntry
  readonly siblings: readonly MenuEntry[]
  readonly depth: number
  readonly folders: Folders
  readonly isCollapsed: boolean
  /** A search is on: every folder shown is open. */
  readonly isFiltered: boolean
  readonly onChoose: () => void
}

export function MenuBranch(props: MenuBranchProps) {
  const { entry, isCollapsed, depth } = props
  const title = isCollapsed ? entry.title : undefined
  if (entry.children.length > 0) return <MenuFolder {...props} />
  if (entry.path !== null) return <MenuPage {...props} path={entry.path} />
  if (entry.unknownType !== undefined) return <UnknownEntry {...props} type={entry.unknownType} />
  return (
    <li>
      <a
        className="tw-menu-entry"
        data-depth={depth}
        href={entry.url ?? ''}
        target="_blank"
        rel="noreferrer noopener"
        title={title}
      >
        <NamedIcon name={entry.icon} />
        <span className="tw-menu-title">{entry.title}</span>
        <Share size={12} />
      </a>
    </li>
  )
}

/** Says why it leads nowhere. */
function UnknownEntry({ entry, type, depth, isCollapsed }: MenuBranchProps & { readonly type: string }) {
  const t = useT()
  return (
    <li>
      <button
        type="button"
        className="tw-menu-entry"
        data-depth={depth}
        title={isCollapsed ? entry.title : undefined}
        onClick={() => notify({ tone: 'warning', text: t('open.unknownType', { title: entry.title, type }) })}
      >
        <NamedIcon name={entry.icon} />
        <span className="tw-menu-title">{entry.title}</span>
      </button>
    </li>
  )
}

/** Links to the last location of the page when it is open. */
function MenuPage({ entry, path, depth, isCollapsed, onChoose }: MenuBranchProps & { readonly path: string }) {
  const { activeId, lastLocationOf } = useWorkspace()
  const { pathname, search } = useLocation()
  const t = useT()
  const isHere = activeId === pageId(path)
  const open = (event: MouseEvent): void => {
    if (isHere && pathname + search === path) {
      event.preventDefault()
      notify({ tone: 'primary', text: t('open.already', { title: entry.title }) })
    }
    onChoose()
  }
  return (
    <li>
      <Link
        className={isHere ? 'tw-menu-entry active' : 'tw-menu-entry'}
        data-depth={depth}
        to={lastLocationOf(path)}
        title={isCollapsed ? entry.title : undefined}
        aria-current={isHere ? 'page' : undefined}
        onClick={open}
      >
        <NamedIcon name={entry.icon} />
        <span className="tw-menu-title">{entry.title}</span>
      </Link>
    </li>
  )
}

function MenuFolder({ entry, siblings, depth, folders, isCollapsed, isFiltered, onChoose }: MenuBranchProps) {
  const { pathname } = useLocation()
  const id = useId()
  const holdsPage = trailOf(entry.children, pathname).length > 0
  const isShown = isFiltered || folders.isOpen(entry, depth)
  return (
    <li>
      <button
        type="button"
        className={holdsPage ? 'tw-menu-entry tw-menu-folder tw-menu-current' : 'tw-menu-entry tw-menu-folder'}
        data-depth={depth}
        aria-expanded={isShown}
        aria-controls={id}
        title={isCollapsed ? entry.title : undefined}
        onClick={() => folders.toggle(entry, depth, siblings)}
      >
        <NamedIcon name={entry.icon} />
        <span className="tw-menu-title">{entry.title}</span>
        {isShown ? <ChevronDown /> : <ChevronRight />}
      </button>
      <ul id={id} hidden={!isShown}>
        {entry.children.map((child) => (
          <MenuBranch
            key={child.key}
            entry={child}
            siblings={entry.children}
            depth={depth + 1}
            folders={folders}
            isCollapsed={isCollapsed}
            isFiltered={isFiltered}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </li>
  )
}
