/** The bell in the header: the number of unread notifications, and the latest ones on click. It polls for new ones. */
import { Notifications } from '@blueprintjs/icons'
import { useSnapshot } from 'valtio'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { PopoverButton } from '../../core/popover/PopoverButton.tsx'
import { usePollNotifications } from './poll.ts'
import './notifications.css'
import { notifications } from './store.ts'
import { useT } from './texts.ts'

const BellPanel = lazyComponent(async () => (await import('./BellPanel.tsx')).BellPanel)

export function NotificationBell() {
  const t = useT()
  const { unread } = useSnapshot(notifications)
  const name = unread > 0 ? t('bell', { count: unread }) : t('bell-none')
  usePollNotifications()
  return (
    <PopoverButton
      kind="dialog"
      renderPanel={(close) => <BellPanel close={close} />}
      preload={BellPanel.preload}
      variant="minimal"
      className="notifications-bell"
      icon={<Notifications />}
      aria-label={name}
      title={name}
    >
      {unread > 0 && (
        <span className="notifications-count" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </PopoverButton>
  )
}
