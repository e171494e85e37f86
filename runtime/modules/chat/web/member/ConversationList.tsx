/** One line for each conversation: who, the latest message, and how much is unread. */
import { VolumeOff } from '@blueprintjs/icons'
import type { AnswerOf } from 'tablewright/protocol'
import { formatSeconds } from 'tablewright/protocol'
import { useSite } from 'tablewright/web'
import type { listRoute } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import { Avatar } from '../thread/Avatar.tsx'
import { previewText } from '../thread/preview-text.ts'
import { shortTime } from '../thread/short-time.ts'
import '../thread/line.css'

type ConversationLine = AnswerOf<(typeof listRoute)['answer']>['list'][number]

interface ListProps {
  readonly list: readonly ConversationLine[]
  readonly current: number | null
}

export function ConversationList({ list, current }: ListProps) {
  const t = useT()
  if (list.length === 0) return <p className="tw-muted chat-empty">{t('conversations-empty')}</p>
  return (
    <ul className="chat-list">
      {list.map((line) => (
        <Line key={line.id} line={line} isCurrent={line.id === current} />
      ))}
    </ul>
  )
}

function Line({ line, isCurrent }: { readonly line: ConversationLine; readonly isCurrent: boolean }) {
  const t = useT()
  const { timeZone } = useSite()
  const title = line.title || (line.type === 'service' ? t('service') : t('gone'))
  return (
    <li>
      <a className="chat-line" href={`#/user/chat/${line.id}`} aria-current={isCurrent ? 'page' : undefined}>
        <Avatar name={title} address={line.avatar} />
        <span className="chat-line-main">
          <span className="chat-line-title">
            {title}
            {line.type === 'service' && line.title !== '' && <span className="tw-muted"> · {t('service')}</span>}
          </span>
          <span className="chat-line-preview tw-muted">
            {line.mentioned && <span className="chat-mentioned">{t('mentioned')} </span>}
            {line.preview ? previewText(t, line.preview) : ''}
          </span>
        </span>
        <span className="chat-line-end tw-muted">
          <time title={formatSeconds(line.time, timeZone)}>{shortTime(line.time, timeZone)}</time>
          {line.muted && <VolumeOff size={14} aria-label={t('muted')} />}
          {line.unread > 0 ? (
            <span className={line.muted ? 'chat-badge chat-badge-muted' : 'chat-badge'}>
              <span aria-hidden="true">{line.unread > 99 ? '99+' : line.unread}</span>
              <span className="tw-visually-hidden">{t('unread', { count: line.unread })}</span>
            </span>
          ) : (
            line.marked && (
              <span className="chat-badge chat-dot">
                <span className="tw-visually-hidden">{t('marked')}</span>
              </span>
            )
          )}
        </span>
      </a>
    </li>
  )
}
