/** Renders its children only for admins with the permission. */
import type { ReactNode } from 'react'
import { usePageLocation } from '../../core/page/page.ts'
import { useCan } from '../../core/auth/permissions.ts'

export interface CanProps {
  /** The action's name, for example `add`. */
  readonly action: string
  /** Page or route path; absent = the current page. */
  readonly page?: string
  readonly children: ReactNode
}

export function Can({ action, page, children }: CanProps) {
  const can = useCan()
  const { pathname } = usePageLocation()
  return can(page ?? pathname, action) ? children : null
}
