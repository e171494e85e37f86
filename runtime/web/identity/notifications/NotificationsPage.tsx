/** All notifications of the signed-in admin, page by page. */
import { Button, Switch } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { markAllRead, type NotificationPage } from './calls.ts'
import { NotificationList } from './NotificationList.tsx'
import './notifications.css'
import { setUnread, notifications, setSound } from './store.ts'
import { useT } from './texts.ts'

const limit = 20
const profilePath = '/admin/routine/adminInfo'

export function NotificationsPage() {
  const t = useT()
  const { unread, hasSound } = useSnapshot(notifications)
  const [page, setPage] = useState(1)
  const [onlyUnread, setOnlyUnread] = useState(false)
  const filter = (isOn: boolean): void => {
    setOnlyUnread(isOn)
    setPage(1)
  }
  return (
    <div className="notifications-page tw-card">
      <h1 className="tw-visually-hidden">{t('title')}</h1>
      <div className="notifications-head">
        <Switch
          checked={onlyUnread}
          label={t('only-unread')}
          onChange={(event) => filter(event.currentTarget.checked)}
        />
        <Switch checked={hasSound} label={t('sound')} onChange={(event) => setSound(event.currentTarget.checked)} />
        <Button
          variant="outlined"
          text={t('read-all')}
          disabled={unread === 0}
          onClick={() => void markAllRead(null).then(setUnread, () => undefined)}
        />
      </div>
      <p className="notifications-mail">
        <Link to={profilePath}>{t('by-mail')}</Link>
      </p>
      <NotificationList page={page} limit={limit} onlyUnread={onlyUnread}>
        {(notifications) => <Steps page={page} shown={notifications} go={setPage} />}
      </NotificationList>
    </div>
  )
}

function Steps({
  page,
  shown: notifications,
  go,
}: {
  readonly page: number
  readonly shown: NotificationPage
  readonly go: (page: number) => void
}) {
  const t = useT()
  const pages = Math.max(1, Math.ceil(notifications.total / limit))
  return (
    <div className="notifications-steps">
      <Button
        variant="minimal"
        icon={<ChevronLeft />}
        aria-label={t('previous')}
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      />
      <span role="status">{t('page', { page, pages, total: notifications.total })}</span>
      <Button
        variant="minimal"
        icon={<ChevronRight />}
        aria-label={t('next')}
        disabled={page >= pages}
        onClick={() => go(page + 1)}
      />
    </div>
  )
}
