/**
 * Covers the very first page for about a second. It blocks neither input nor screen readers, so that nobody has to
 * wait.
 */
import { useEffect, useState } from 'react'
import { Mark } from '../core/theme/Mark.tsx'

/** Milliseconds it stays. */
const splashDurationMs = 1000

let wasShown = false

export function SplashScreen() {
  const [isShown, setShown] = useState(!wasShown)
  useEffect(() => {
    wasShown = true
    const timer = setTimeout(() => setShown(false), splashDurationMs)
    return () => clearTimeout(timer)
  }, [])
  return isShown ? (
    <div className="tw-block" aria-hidden="true">
      <Mark size={48} />
    </div>
  ) : null
}
