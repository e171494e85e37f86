/**
 * Guards of pages with unsaved changes, asked before their address changes. Switching to another tab loses nothing and
 * asks nothing.
 */
import { useState } from 'react'
import { pendingRedirectTarget } from '../pending-redirect.ts'
import { pageId } from '../menu/pages.ts'
import type { BlockedNavigation } from '../../core/page/page.ts'

export interface UnsavedGuard {
  /** Asks it before that page is left; returns how to stop that. */
  readonly addGuard: (id: string, hasUnsavedChanges: () => boolean) => () => void
  /** Whether one of these pages has unsaved changes. */
  readonly wouldLose: (ids: readonly string[]) => boolean
  /** Removes the guards of pages whose changes are discarded. */
  readonly removeGuards: (ids: readonly string[]) => void
  /** Whether a navigation to this path must wait. */
  readonly mustBlock: (pathname: string) => boolean
  readonly blocked: BlockedNavigation | null
  readonly setBlocked: (blocked: BlockedNavigation | null) => void
}

export function useUnsavedGuard(activeId: string | null, isPage: (pathname: string) => boolean): UnsavedGuard {
  const [guards] = useState(() => new Guards())
  const [blocked, setBlocked] = useState<BlockedNavigation | null>(null)
  return {
    addGuard: guards.add,
    blocked,
    setBlocked,
    wouldLose: (ids) => ids.some((id) => guards.wouldLose(id)),
    removeGuards: (ids) => ids.forEach((id) => guards.remove(id)),
    mustBlock: (pathname) => {
      const target = pendingRedirectTarget('admin', pathname)?.split('?')[0] ?? pathname
      const staysOpen = isPage(target) && pageId(target) !== activeId
      return activeId !== null && !staysOpen && guards.wouldLose(activeId)
    },
  }
}

/** Guards by id of their page, which may contain several forms. */
class Guards {
  readonly #all = new Map<string, Set<() => boolean>>()

  readonly add = (id: string, wouldLose: () => boolean): (() => void) => {
    const guards = this.#all.get(id) ?? new Set()
    this.#all.set(id, guards.add(wouldLose))
    return () => guards.delete(wouldLose)
  }

  remove(id: string): void {
    this.#all.get(id)?.clear()
  }

  wouldLose(id: string): boolean {
    return [...(this.#all.get(id) ?? [])].some((ask) => ask())
  }
}
