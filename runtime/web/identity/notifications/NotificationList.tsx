import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { errorText } from '../../core/api/api-error.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { fetchNotifications, type NotificationPage } from './calls.ts'
import { useStaleWhileRevalidate } from '../../core/api/stale-while-revalidate.ts'
import { NotificationItem } from './NotificationItem.tsx'
import { notifications } from './store.ts'
import { useT } from './texts.ts'

interface NotificationListProps {
  readonly page: number
  readonly limit: number
  readonly onlyUnread: boolean
  /** The page that a notification is about was opened. */
  readonly onOpen?: () => void
  /** Rendered below the list, for example the pagination. */
  readonly children?: (page: NotificationPage) => ReactNode
}

/** A page of notifications, newest first; it reloads when new ones arrive or some are read. */
export function NotificationList({ page, limit, onlyUnread, onOpen, children }: NotificationListProps) {
  const t = useT()
  const language = useLanguage()
  const { round } = useSnapshot(notifications)
  const { value, error, retry } = useStaleWhileRevalidate(`${language} ${page} ${limit} ${onlyUnread} ${round}`, () =>
    fetchNotifications(page, limit, onlyUnread),
  )
  if (value === null) {
    return error === null ? (
      <p role="status" className="tw-muted">
        {t('loading')}
      </p>
    ) : (
      <p role="alert" className="notifications-failed">
        {t('load-failed')}: {errorText(error)} <Button size="small" text={t('try-again')} onClick={retry} />
      </p>
    )
  }
  if (value.list.length === 0)
    return <p className="notifications-empty tw-muted">{t(onlyUnread ? 'empty-unread' : 'empty')}</p>
  return (
    <>
      <ul className="notifications-list">
        {value.list.map((notice) => (
          <NotificationItem key={notice.id} notice={notice} onOpen={onOpen} />
        ))}
      </ul>
      {children?.(value)}
    </>
  )
}
