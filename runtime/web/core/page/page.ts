/**
 * The page context of components. Several pages are mounted at once, one is shown: a hidden page keeps its location,
 * and what it still does must not move the page that is shown. Outside the workspace, `RouterPage` provides the
 * router's own.
 */
import { createContext, useContext } from 'react'
import type { Location, NavigateOptions } from 'react-router-dom'

/** A navigation that waits for an answer. */
export interface BlockedNavigation {
  readonly proceed: () => void
  readonly reset: () => void
}

export type PageNavigate = (to: { readonly search: string } | string | number, options?: NavigateOptions) => void

export interface Page {
  readonly location: Location
  /** Whether it is the page shown. */
  readonly isActive: boolean
  /** As the router's own; a hidden page can only change its own search. */
  readonly navigate: PageNavigate
  /**
   * Registers a guard that is asked before the page's address changes and before the page is closed; true = input would
   * be lost. Returns the function that removes it. Null where the router has to be asked.
   */
  readonly guard: ((hasUnsavedChanges: () => boolean) => () => void) | null
  /** The navigation that this page's guard has blocked. */
  readonly blocked: BlockedNavigation | null
}

export const PageContext = createContext<Page | null>(null)

/** The page around the component. */
export function usePage(): Page {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage is called outside a page')
  return page
}

export function usePageLocation(): Location {
  return usePage().location
}

export function usePageNavigate(): PageNavigate {
  return usePage().navigate
}

/** Whether the page around the component is the one shown; true outside a page. */
export function useIsPageActive(): boolean {
  return useContext(PageContext)?.isActive ?? true
}
