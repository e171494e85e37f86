/** Replaces the current address by another one. */
import { useEffect, useEffectEvent } from 'react'
import { useLocation, type Location } from 'react-router-dom'
import { useNavigate } from '../core/page/router.tsx'

/**
 * The router's own `Navigate` acts once while it is mounted: when the user types the next address at the same time,
 * both changes can arrive as one, and the second would never be redirected. This one acts for every location.
 */
export function Redirect({ to }: { readonly to: string }) {
  const navigate = useNavigate()
  const location = useLocation()
  const lead = useEffectEvent((_visit: Location, target: string) => navigate(target, { replace: true }))
  useEffect(() => lead(location, to), [location, to])
  return null
}
