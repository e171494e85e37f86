/** Events of the account, newest first. */
import { Button, Callout, Switch, Tag } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatSeconds } from 'tablewright/protocol'
import { errorText, getData, PageSteps, postData, useLanguage, useSite, useStaleWhileRevalidate } from 'tablewright/web'
import { centre, setUnread } from '../centre.ts'
import { useT } from '../texts.ts'

interface Notice {
  readonly id: number
  readonly kind: string
  readonly title: string
  readonly content: string
  /** The page that a notice of another module opens. */
  readonly path: string | null
  readonly create_time: number
  readonly read: 0 | 1
}

interface NoticePage {
  readonly list: readonly Notice[]
  readonly total: number
  readonly unread: number
}

const pageSize = 10

/** The page on which a member sees what a notice is about; everything but balance and score is about security. */
const pathOf = (kind: string): string =>
  kind === 'money' ? 'account/balance' : kind === 'score' ? 'account/integral' : 'account/changePassword'

/** Pages of the application are behind a hash, those for everybody are not. */
const addressOf = (path: string): string => (path.startsWith('/user/') ? `#${path}` : path)

async function fetchNotices(page: number, onlyUnread: boolean): Promise<NoticePage> {
  const query = `page=${page}&limit=${pageSize}${onlyUnread ? '&unread=true' : ''}`
  const answer = await getData<NoticePage>('/api/account/notices', query, { quiet: true })
  setUnread(answer.unread)
  return answer
}

/** A failure has been shown already. */
const markRead = (which: { readonly id: number } | { readonly all: true }): Promise<void> =>
  postData<{ unread: number }>('/api/account/readNotices', which).then(
    ({ unread }) => setUnread(unread),
    () => undefined,
  )

export function Notices() {
  const t = useT()
  const language = useLanguage()
  const { unread, round } = useSnapshot(centre)
  const [page, setPage] = useState(1)
  const [onlyUnread, setOnlyUnread] = useState(false)
  const { value, error, retry } = useStaleWhileRevalidate(`notices ${page} ${onlyUnread} ${language} ${round}`, () =>
    fetchNotices(page, onlyUnread),
  )
  const pages = Math.max(1, Math.ceil((value?.total ?? 0) / pageSize))
  return (
    <>
      <div className="member-notices-head">
        <h1>{t('notices')}</h1>
        <Switch
          checked={onlyUnread}
          label={t('notices-only-unread')}
          onChange={(event) => {
            setOnlyUnread(event.currentTarget.checked)
            setPage(1)
          }}
        />
        <Button
          variant="outlined"
          text={t('notices-read-all')}
          disabled={unread === 0}
          onClick={() => void markRead({ all: true })}
        />
      </div>
      {error !== null && (
        <Callout compact intent="danger">
          {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
        </Callout>
      )}
      {value?.total === 0 && (
        <p className="tw-card tw-muted">{t(onlyUnread ? 'notices-empty-unread' : 'notices-empty')}</p>
      )}
      {value && value.list.length > 0 && (
        <ul className="tw-card member-notices">
          {value.list.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      <PageSteps page={page} pages={pages} go={setPage} />
    </>
  )
}

/** The title opens the page it is about, where the rules of the group have it. */
function NoticeItem({ notice }: { readonly notice: Notice }) {
  const { id, title, content, create_time: time, read } = notice
  const t = useT()
  const { timeZone } = useSite()
  const { start } = useSnapshot(centre)
  const own = pathOf(notice.kind)
  const hasPage = start?.menus.some(({ children }) => children.some((entry) => entry.path === own)) === true
  const path = notice.path ?? (hasPage ? `/user/${own}` : null)
  return (
    <li className={read === 1 ? undefined : 'member-notice-unread'}>
      <div>
        <div className="member-notice-title">
          {path !== null ? (
            <a href={addressOf(path)} onClick={() => read === 0 && void markRead({ id })}>
              {title}
            </a>
          ) : (
            <span>{title}</span>
          )}
          {read === 0 && (
            <Tag minimal intent="primary">
              {t('unread')}
            </Tag>
          )}
        </div>
        <p>{content}</p>
        <time className="tw-muted">{formatSeconds(time, timeZone)}</time>
      </div>
      {read === 0 && (
        <Button
          variant="minimal"
          icon={<Tick />}
          title={t('notices-read')}
          aria-label={t('notices-mark', { title })}
          onClick={() => void markRead({ id })}
        />
      )}
    </li>
  )
}
