/**
 * The open pages as tabs. Arrows move between them, Enter shows one, Delete closes it, the menu key or Shift+F10 opens
 * the tab menu.
 */
import { Button } from '@blueprintjs/core'
import { ChevronDown } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useAdminT } from '../admin/texts.ts'
import { Tab } from './Tab.tsx'
import { tabId } from './ids.ts'
import type { TabActions } from './tab-actions.ts'
import { TabMenu, type MenuPosition } from './TabMenu.tsx'
import { useWorkspace } from './workspace.ts'

export function TabsBar({ actions }: { readonly actions: TabActions }) {
  const t = useAdminT()
  const { tabs, activeId, show } = useWorkspace()
  const [menu, setMenu] = useState<MenuPosition | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => scrollTo(tabs, activeId), [activeId, tabs])
  const showActive = useEffectEvent(() => scrollTo(tabs, activeId))
  // A narrower window, or a menu that has opened, leaves room for fewer tabs.
  useEffect(() => {
    if (!list.current || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => showActive())
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [])
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>, id: string): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const at = tabs.findIndex((tab) => tab.id === id)
    const target =
      step !== undefined
        ? tabs[(at + step + tabs.length) % tabs.length]
        : event.key === 'Home'
          ? tabs[0]
          : event.key === 'End'
            ? tabs.at(-1)
            : undefined
    if (target) document.getElementById(tabId(target.id))?.focus()
    else if (event.key === 'Enter' || event.key === ' ') show(id)
    else if (event.key === 'Delete') actions.close(id)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
      setMenu(below(event.currentTarget, id))
    else return
    event.preventDefault()
  }
  return (
    <nav className="tw-tabs" aria-label={t('tabs')}>
      <div className="tw-tabs-list" role="tablist" aria-label={t('tabs')} ref={list}>
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            isActive={tab.id === activeId}
            canClose={tabs.length > 1}
            show={() => show(tab.id)}
            close={() => actions.close(tab.id)}
            onKeyDown={(event) => handleKeyDown(event, tab.id)}
            openMenu={(left, top) => setMenu({ id: tab.id, left, top })}
          />
        ))}
      </div>
      {activeId !== null && (
        <Button
          className="tw-tabs-more"
          variant="minimal"
          size="small"
          icon={<ChevronDown />}
          aria-label={t('tabs.menu')}
          title={t('tabs.menu')}
          aria-haspopup="menu"
          aria-expanded={menu !== null}
          onClick={(event) => setMenu(below(event.currentTarget, activeId))}
        />
      )}
      {menu && <TabMenu place={menu} actions={actions} close={() => setMenu(null)} />}
    </nav>
  )
}

function scrollTo(tabs: readonly { readonly id: string }[], activeId: string | null): void {
  const tab = tabs.find(({ id }) => id === activeId)
  if (tab) document.getElementById(tabId(tab.id))?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
}

function below(element: Element, id: string): MenuPosition {
  const { left, bottom } = element.getBoundingClientRect()
  return { id, left, top: bottom + 4 }
}
