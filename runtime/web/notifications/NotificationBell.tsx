/** The bell in the header: the number of unread notifications, and the latest ones on click. It polls for new ones. */
import { Button, PopoverNext, PopupKind, Switch } from '@blueprintjs/core'
import { Notifications } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { markAllRead } from './calls.ts'
import { usePollNotifications } from './poll.ts'
import { NotificationList } from './NotificationList.tsx'
import './notifications.css'
import { setUnread, notifications, setSound } from './store.ts'
import { useT } from './texts.ts'

const notificationsPath = '/admin/notification/index'

export function NotificationBell() {
  const t = useT()
  const { unread } = useSnapshot(notifications)
  const [isOpen, setOpen] = useState(false)
  const name = unread > 0 ? t('bell', { count: unread }) : t('bell-none')
  usePollNotifications()
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={setOpen}
      content={<BellPanel close={() => setOpen(false)} />}
      placement="bottom-end"
      popupKind={PopupKind.DIALOG}
      arrow={false}
      animation="minimal"
    >
      <Button variant="minimal" className="notifications-bell" icon={<Notifications />} aria-label={name} title={name}>
        {unread > 0 && (
          <span className="notifications-count" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </Button>
    </PopoverNext>
  )
}

function BellPanel({ close }: { readonly close: () => void }) {
  const t = useT()
  const { unread, hasSound } = useSnapshot(notifications)
  return (
    <div className="notifications-panel">
      <div className="notifications-head">
        <strong>{t('title')}</strong>
        <Button
          variant="minimal"
          size="small"
          text={t('read-all')}
          disabled={unread === 0}
          onClick={() => void markAllRead(null).then(setUnread, () => undefined)}
        />
      </div>
      <div className="notifications-scroll">
        <NotificationList page={1} limit={10} onlyUnread={false} onOpen={close} />
      </div>
      <div className="notifications-foot">
        <Switch
          className="notifications-sound"
          checked={hasSound}
          label={t('sound')}
          onChange={(event) => setSound(event.currentTarget.checked)}
        />
        <Link to={notificationsPath} onClick={close}>
          {t('all')}
        </Link>
      </div>
    </div>
  )
}
