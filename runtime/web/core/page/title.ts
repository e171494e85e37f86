/** The title of the browser tab: "page - site". */
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../auth/session.ts'

/** Sets the title; null = a component below sets it. */
export function useTitle(title: string | null): void {
  const { siteName } = useSnapshot(session).site
  useEffect(() => {
    if (title !== null) document.title = `${title} - ${siteName}`
  }, [title, siteName])
}
