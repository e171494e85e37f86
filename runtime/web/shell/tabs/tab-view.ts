/** How open pages are shown, stored in this browser under `storeTabViewConfig`. */
import { proxy, subscribe } from 'valtio'
import { readStored, writeStored } from '../../core/preferences/browser-storage.ts'

const tabViewKey = 'storeTabViewConfig'

/** `tabFullScreen`: only the page is shown, without header, menu and tabs. */
export const tabView: { state: { tabFullScreen: boolean } } = proxy({ state: { tabFullScreen: readFullScreen() } })

subscribe(tabView, () => writeStored(tabViewKey, tabView))

function readFullScreen(): boolean {
  const stored = readStored(tabViewKey) as { state?: { tabFullScreen?: unknown } } | null
  return stored?.state?.tabFullScreen === true
}
