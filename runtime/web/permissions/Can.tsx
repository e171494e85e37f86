/** Shows what is inside only to those who may do it; others do not get it at all. */
import type { ReactNode } from 'react'
import { usePageLocation } from '../page/page.ts'
import { useCan } from '../auth/permissions.ts'

export interface CanProps {
  /** The action's name, for example `add`. */
  readonly action: string
  /** Page or route path; absent = the page one is on. */
  readonly page?: string
  readonly children: ReactNode
}

export function Can({ action, page, children }: CanProps) {
  const can = useCan()
  const { pathname } = usePageLocation()
  return can(page ?? pathname, action) ? <>{children}</> : null
}
