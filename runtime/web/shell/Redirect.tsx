/** Leads on to another address in the place of this one. */
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router-dom'

/**
 * The router's own `Navigate` acts once for as long as it stands: where a person types the next address while it acts, both
 * changes can reach it as one, and the second would wait for ever. This one acts anew for every visit.
 */
export function Redirect({ to }: { readonly to: string }) {
  const navigate = useNavigate()
  const location = useLocation()
  // `useNavigate` changes with every address; the visit alone decides.
  const lead = useEffectEvent((_visit: Location, target: string) => void navigate(target, { replace: true }))
  useEffect(() => lead(location, to), [location, to])
  return null
}
