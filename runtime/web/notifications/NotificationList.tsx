import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { problemText } from '../api/problem.ts'
import { useLanguage } from '../i18n/language.ts'
import { fetchNotices, type NoticePage } from './calls.ts'
import { useKept } from './stale-while-revalidate.ts'
import { NoticeItem } from './NotificationItem.tsx'
import { notices } from './store.ts'
import { useT } from './texts.ts'

interface NoticeListProps {
  readonly page: number
  readonly limit: number
  readonly onlyUnread: boolean
  /** What stands under the notices, for example the steps from page to page. */
  readonly children?: (shown: NoticePage) => ReactNode
}

/** A page of notices, newest first; it follows what comes and what is read. */
export function NoticeList({ page, limit, onlyUnread, children }: NoticeListProps) {
  const t = useT()
  const language = useLanguage()
  const { round } = useSnapshot(notices)
  const { value, error, retry } = useKept(`${language} ${page} ${limit} ${onlyUnread} ${round}`, () =>
    fetchNotices(page, limit, onlyUnread),
  )
  if (value === null) {
    return error === null ? (
      <p role="status" className="tw-muted">
        {t('loading')}
      </p>
    ) : (
      <p role="alert" className="notices-failed">
        {t('load-failed')}: {problemText(error)} <Button size="small" text={t('try-again')} onClick={retry} />
      </p>
    )
  }
  if (value.list.length === 0)
    return <p className="notices-empty tw-muted">{t(onlyUnread ? 'empty-unread' : 'empty')}</p>
  return (
    <>
      <ul className="notices-list">
        {value.list.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} />
        ))}
      </ul>
      {children?.(value)}
    </>
  )
}
