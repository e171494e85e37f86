/**
 * The page as its parts see it. Several pages stand at once, one is shown: a hidden page keeps the address it had, and what
 * it still does must not move the page that is shown. Outside the workspace (sign-in, tests) the router itself answers.
 */
import { createContext, useContext } from 'react'
import { useLocation, useNavigate, type Location, type NavigateOptions } from 'react-router-dom'

/** A navigation that waits for an answer. */
export interface HeldNavigation {
  readonly proceed: () => void
  readonly reset: () => void
}

export type PageNavigate = (to: { readonly search: string } | string | number, options?: NavigateOptions) => void

export interface Page {
  readonly location: Location
  /** Whether it is the page shown. */
  readonly isActive: boolean
  /** As the router's own; of a hidden page only its search changes, and only for itself. */
  readonly navigate: PageNavigate
  /** Asked before the page's address changes and before the page is closed; true = something would be lost. Returns what ends it. */
  readonly hold: (wouldLose: () => boolean) => () => void
  /** The navigation that waits for this page's answer. */
  readonly held: HeldNavigation | null
}

export const PageContext = createContext<Page | null>(null)

/** The page around, null outside the workspace. */
export function usePage(): Page | null {
  return useContext(PageContext)
}

// A component never changes between a page and none, so the number of hooks it calls stays the same.
export function usePageLocation(): Location {
  const page = usePage()
  return page ? page.location : useLocation()
}

export function usePageNavigate(): PageNavigate {
  const page = usePage()
  return page ? page.navigate : (useNavigate() as PageNavigate)
}

export function useIsPageActive(): boolean {
  return usePage()?.isActive ?? true
}
