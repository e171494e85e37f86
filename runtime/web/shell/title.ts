/** The title of the browser tab: "page - site". */
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../session/store.ts'

/** Sets the title while the component stands. */
export function useTitle(title: string): void {
  const { siteName } = useSnapshot(session).site
  useEffect(() => {
    document.title = `${title} - ${siteName}`
  }, [title, siteName])
}
