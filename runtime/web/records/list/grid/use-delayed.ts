import { useEffect, useState } from 'react'

/** False at first, true once `milliseconds` have passed since it was first rendered. */
export function useDelayed(milliseconds: number): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isOver
}
