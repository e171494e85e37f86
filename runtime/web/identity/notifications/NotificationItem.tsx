import { Button, Tag } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { useSnapshot } from 'valtio'
import { formatSeconds, type Notice } from '../../../protocol/index.ts'
import { session } from '../../core/auth/session.ts'
import { namedFor, useLanguage } from '../../core/i18n/language.ts'
import { markRead } from './calls.ts'
import { setUnread } from './store.ts'
import { useT } from './texts.ts'

interface NotificationItemProps {
  readonly notice: Notice
  /** The page that it is about was opened. */
  readonly onOpen?: (() => void) | undefined
}

/** One notification: title, text, time, and a button that marks it as read. The title opens the page it is about. */
export function NotificationItem({ notice, onOpen }: NotificationItemProps) {
  const t = useT()
  const language = useLanguage()
  const { timeZone } = useSnapshot(session).site
  const { id, title, content, path, create_time: time, read } = notice
  const markAsRead = (): void => void markRead(id).then(setUnread, () => undefined)
  const open = (): void => {
    if (!read) markAsRead()
    onOpen?.()
  }
  return (
    <li className={read ? 'notifications-item' : 'notifications-item notifications-item-unread'}>
      <div className="notifications-text">
        <div className="notifications-title">
          {path ? (
            <a href={`#${path}`} onClick={open}>
              {title}
            </a>
          ) : (
            title
          )}{' '}
          {!read && (
            <Tag minimal intent="primary">
              {t('unread')}
            </Tag>
          )}
        </div>
        {content !== '' && <p>{content}</p>}
        <time className="tw-muted">{formatSeconds(time, timeZone)}</time>
      </div>
      {!read && (
        <Button
          variant="minimal"
          size="small"
          icon={<Tick />}
          title={t('read-one')}
          aria-label={namedFor(language, t('read-one'), title)}
          onClick={markAsRead}
        />
      )}
    </li>
  )
}
