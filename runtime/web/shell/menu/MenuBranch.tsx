/** One entry of the menu, with what lies below it. */
import { ChevronDown, ChevronRight, Share } from '@blueprintjs/icons'
import { useEffect, useId, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { NamedIcon } from '../icons.tsx'
import { trailOf, type MenuEntry } from './build-menu.ts'

export interface MenuBranchProps {
  readonly entry: MenuEntry
  readonly depth: number
  readonly isCollapsed: boolean
  /** A search is on: every folder shown is open. */
  readonly isFiltered: boolean
  readonly onChoose: () => void
}

export function MenuBranch(props: MenuBranchProps) {
  const { entry, isCollapsed, onChoose } = props
  const title = isCollapsed ? entry.title : undefined
  if (entry.children.length > 0) return <MenuFolder {...props} />
  if (entry.path !== null) {
    return (
      <li>
        <NavLink className="tw-menu-entry" data-depth={props.depth} to={entry.path} title={title} onClick={onChoose}>
          <NamedIcon name={entry.icon} /><span className="tw-menu-title">{entry.title}</span>
        </NavLink>
      </li>
    )
  }
  return (
    <li>
      <a className="tw-menu-entry" data-depth={props.depth} href={entry.url ?? ''} target="_blank" rel="noreferrer noopener" title={title}>
        <NamedIcon name={entry.icon} /><span className="tw-menu-title">{entry.title}</span><Share size={12} />
      </a>
    </li>
  )
}

function MenuFolder({ entry, depth, isCollapsed, isFiltered, onChoose }: MenuBranchProps) {
  const { pathname } = useLocation()
  const id = useId()
  const holdsPage = trailOf(entry.children, pathname).length > 0
  const [isOpen, setOpen] = useState(holdsPage || depth === 0)
  useEffect(() => {
    if (holdsPage) setOpen(true)
  }, [holdsPage, pathname])
  const isShown = isOpen || isFiltered
  return (
    <li>
      <button
        type="button" className={holdsPage ? 'tw-menu-entry tw-menu-folder tw-menu-holds' : 'tw-menu-entry tw-menu-folder'} data-depth={depth}
        aria-expanded={isShown} aria-controls={id} title={isCollapsed ? entry.title : undefined} onClick={() => setOpen(!isOpen)}
      >
        <NamedIcon name={entry.icon} /><span className="tw-menu-title">{entry.title}</span>{isShown ? <ChevronDown /> : <ChevronRight />}
      </button>
      <ul id={id} hidden={!isShown}>
        {entry.children.map((child) => <MenuBranch key={child.key} entry={child} depth={depth + 1} isCollapsed={isCollapsed} isFiltered={isFiltered} onChoose={onChoose} />)}
      </ul>
    </li>
  )
}
