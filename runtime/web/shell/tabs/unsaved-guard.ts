/**
 * Guards of pages with unsaved changes, asked before their address changes. Switching to another tab loses nothing and
 * asks nothing.
 */
import { useState } from 'react'
import { pendingRedirectTarget } from '../pending-redirect.ts'
import { pageId } from '../menu/pages.ts'
import type { BlockedNavigation } from '../../page/page.ts'

export interface UnsavedGuard {
  /** Whether some page has something to lose. */
  readonly hasGuards: () => boolean
  /** Calls the listener when the guards change; returns how to stop that. */
  readonly subscribeGuards: (listener: () => void) => () => void
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
    hasGuards: guards.hasAny,
    subscribeGuards: guards.subscribe,
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

/** Guards by id of their page. A store of its own, so that the first key in a form does not render the whole shell. */
class Guards {
  readonly #all = new Map<string, () => boolean>()
  readonly #listeners = new Set<() => void>()

  readonly add = (id: string, wouldLose: () => boolean): (() => void) => {
    this.#all.set(id, wouldLose)
    this.#notify()
    return () => {
      if (this.#all.get(id) === wouldLose) this.remove(id)
    }
  }

  readonly hasAny = (): boolean => this.#all.size > 0

  remove(id: string): void {
    this.#all.delete(id)
    this.#notify()
  }

  wouldLose(id: string): boolean {
    return this.#all.get(id)?.() === true
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
