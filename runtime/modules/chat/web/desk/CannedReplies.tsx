/** Canned replies: a slash at the beginning opens the list, which arrows and Enter choose from. */
import { useState, type KeyboardEvent } from 'react'
import { useT } from './texts.ts'

interface CannedReply {
  readonly code: string
  readonly title: string
  readonly content: string
}

export interface Canned {
  readonly matches: (text: string) => readonly CannedReply[]
  readonly index: number
  readonly choose: (reply: CannedReply, replace: (text: string) => void) => void
  readonly onKey: (event: KeyboardEvent, text: string, replace: (text: string) => void) => boolean
}

/** @param values of the variables `{{name}}` and `{{agent}}` */
export function useCanned(replies: readonly CannedReply[], values: Readonly<Record<'name' | 'agent', string>>): Canned {
  const [index, setIndex] = useState(0)
  const matches = (text: string): readonly CannedReply[] => {
    if (!text.startsWith('/') || text.includes('\n')) return []
    const start = text.slice(1).toLowerCase()
    return replies
      .filter(({ code, title }) => code.toLowerCase().startsWith(start) || title.toLowerCase().includes(start))
      .slice(0, 8)
  }
  const choose = ({ content }: CannedReply, replace: (text: string) => void): void => {
    replace(content.replaceAll('{{name}}', values.name).replaceAll('{{agent}}', values.agent))
    setIndex(0)
  }
  return {
    matches,
    index,
    choose,
    onKey(event, text, replace) {
      const list = matches(text)
      if (list.length === 0) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0
      const reply = list[Math.min(index, list.length - 1)]
      if (step !== 0) setIndex((Math.min(index, list.length - 1) + step + list.length) % list.length)
      else if ((event.key === 'Enter' || event.key === 'Tab') && reply) choose(reply, replace)
      else if (event.key === 'Escape') replace('')
      else return false
      event.preventDefault()
      return true
    },
  }
}

interface CannedProps {
  readonly canned: Canned
  readonly text: string
  readonly replace: (text: string) => void
}

export function CannedReplies({ canned, text, replace }: CannedProps) {
  const t = useT()
  const list = canned.matches(text)
  if (!text.startsWith('/')) return null
  if (list.length === 0) return <p className="tw-muted desk-canned">{t('canned-empty')}</p>
  const current = Math.min(canned.index, list.length - 1)
  return (
    <ul className="desk-canned" aria-label={t('canned')}>
      {list.map((reply, index) => (
        <li key={reply.code}>
          <button
            type="button"
            aria-current={index === current ? 'true' : undefined}
            onClick={() => canned.choose(reply, replace)}
          >
            <span>/{reply.code}</span> <span className="tw-muted">{reply.title}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
