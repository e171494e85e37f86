/** A conversation in the queue. */
import { useSite } from 'tablewright/web'
import { useT as useChatT } from '../texts.ts'
import { Avatar } from '../thread/Avatar.tsx'
import { previewText } from '../thread/preview-text.ts'
import { shortTime } from '../thread/short-time.ts'
import type { Queue } from './desk-types.ts'
import { useT } from './texts.ts'
import { useNow, waitText } from './waiting.ts'
import '../thread/line.css'

interface LineProps {
  readonly line: Queue['list'][number]
  readonly isCurrent: boolean
  readonly onOpen: () => void
}

export function DeskLine({ line, isCurrent, onOpen }: LineProps) {
  const t = useT()
  const chatT = useChatT()
  const { timeZone } = useSite()
  const now = useNow()
  const name = line.name || t('gone')
  return (
    <li>
      <button
        type="button"
        className="chat-line desk-line"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onOpen}
      >
        <Avatar name={name} address={line.avatar} />
        <span className="chat-line-main">
          <span className="chat-line-title">{name}</span>
          <span className="chat-line-preview tw-muted">{line.preview ? previewText(chatT, line.preview) : ''}</span>
          <span className="desk-line-foot tw-muted">
            <span>{line.agent === null ? t('nobody') : t('agent', { name: line.agent })}</span>
            {line.waiting !== null && (
              <span className="desk-waiting">{t('waiting-since', { time: waitText(t, now - line.waiting) })}</span>
            )}
          </span>
        </span>
        <span className="chat-line-end tw-muted">
          <time>{shortTime(line.time, timeZone)}</time>
          {line.unread > 0 && (
            <span className="chat-badge">
              <span aria-hidden="true">{line.unread > 99 ? '99+' : line.unread}</span>
              <span className="tw-visually-hidden">{chatT('unread', { count: line.unread })}</span>
            </span>
          )}
        </span>
      </button>
    </li>
  )
}
