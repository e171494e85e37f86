/** Finds messages of one conversation. */
import { Button, InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useState, type FormEvent } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, useSite } from 'tablewright/web'
import type { ChatMessage } from '../../shared/message.ts'
import { searchRoute } from '../../shared/routes.ts'
import { useT } from '../texts.ts'

interface Result {
  readonly text: string
  readonly messages: readonly ChatMessage[]
}

interface SearchProps {
  readonly conversation: number
  readonly onShow: (seq: number) => void
}

export function SearchMessages({ conversation, onShow }: SearchProps) {
  const t = useT()
  const { timeZone } = useSite()
  const [text, setText] = useState('')
  const [result, setResult] = useState<Result | null>(null)
  const search = (event: FormEvent): void => {
    event.preventDefault()
    const words = text.trim()
    if (words === '') return setResult(null)
    // A refusal is shown as a toast by the call itself.
    callRoute(searchRoute, { conversation, text: words }).then(
      ({ messages }) => setResult({ text: words, messages }),
      () => {},
    )
  }
  return (
    <section>
      <form className="chat-one-field" role="search" onSubmit={search}>
        <InputGroup
          fill
          type="search"
          leftIcon={<Search />}
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onValueChange={setText}
        />
        <Button type="submit" icon={<Search />} aria-label={t('search')} />
      </form>
      {result?.messages.length === 0 && (
        <p className="tw-muted" role="status">
          {t('search-empty', { text: result.text })}
        </p>
      )}
      <ul className="chat-hits">
        {result?.messages.map((message) => (
          <li key={message.seq}>
            <button type="button" onClick={() => onShow(message.seq)}>
              <span className="tw-muted">
                {message.name || t('gone')} · {formatSeconds(message.time, timeZone)}
              </span>
              <span>{message.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
