/** Shown as long as the browser has no network. */
import { Offline } from '@blueprintjs/icons'
import { useSyncExternalStore } from 'react'
import { useT } from '../core/i18n/shell-texts.ts'

export function OfflineNotice() {
  const t = useT()
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <div className="tw-offline">
          <Offline /> {t('shell.offline')}
        </div>
      )}
    </div>
  )
}

function subscribeToNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
