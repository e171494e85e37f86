/** The latest notifications, below the bell. */
import { Button, Switch } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { markAllRead } from './calls.ts'
import { NotificationList } from './NotificationList.tsx'
import { notifications, setSound, setUnread } from './store.ts'
import { useT } from './texts.ts'

const notificationsPath = '/admin/notification/index'

export function BellPanel({ close }: { readonly close: () => void }) {
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
