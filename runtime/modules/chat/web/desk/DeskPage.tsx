/** The service desk: queue, conversation and customer side by side, all of it by keyboard. */
import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useState } from 'react'
import { callRoute, errorText, useLanguage, useStaleWhileRevalidate, useTitle, useTopic } from 'tablewright/web'
import { useSingleKeys } from 'tablewright/web/parts'
import { deskViews, presenceRoute, queueRoute, type DeskView } from '../../shared/desk-routes.ts'
import { deskTopic } from '../../shared/message.ts'
import { loadFirstPages } from '../first-pages.ts'
import { useViewport } from '../thread/use-viewport.ts'
import { DeskConversation } from './DeskConversation.tsx'
import { DeskLine } from './DeskLine.tsx'
import type { Queue } from './desk-types.ts'
import { useT } from './texts.ts'
import './desk.css'

/** Milliseconds between two looks, and two signs of life, without a socket. */
const pollMs = 5000
const signMs = 30_000

/** The part of the queue that is shown. */
function useQueue() {
  const language = useLanguage()
  const [view, setView] = useState<DeskView>('queue')
  const [search, setSearch] = useState('')
  const [pages, setPages] = useState(1)
  const queue = useStaleWhileRevalidate(`desk ${view} ${search} ${pages} ${language}`, () =>
    loadFirstPages(pages, (page) =>
      callRoute(queueRoute, { view, page, ...(search !== '' && { search }) }, { quiet: true }),
    ),
  )
  const show = (next: DeskView): void => {
    setView(next)
    setPages(1)
  }
  return { ...queue, view, show, search, setSearch, loadMore: () => setPages(pages + 1) }
}

export function DeskPage() {
  const t = useT()
  useTitle(t('title'))
  const { value, error, retry, view, show, search, setSearch, loadMore } = useQueue()
  const [open, setOpen] = useState<number | null>(null)
  useUpkeep(retry)
  useViewport()
  const list = value?.list ?? []
  const move = (step: number): void => {
    const index = list.findIndex(({ id }) => id === open)
    const next = list[index < 0 ? 0 : index + step]
    if (next) setOpen(next.id)
  }
  useSingleKeys({ j: () => move(1), k: () => move(-1) })
  return (
    <div className={open === null ? 'desk-page' : 'desk-page desk-open'}>
      <section className="tw-card desk-queue" aria-label={t('title')}>
        <header className="desk-head">
          <h1>{t('title')}</h1>
          <Presence queue={value} onChanged={retry} />
        </header>
        <Views view={view} counts={value?.counts ?? null} onChange={show} />
        <div className="desk-search">
          <InputGroup
            type="search"
            leftIcon={<Search />}
            aria-label={t('search')}
            placeholder={t('search')}
            value={search}
            onValueChange={setSearch}
          />
        </div>
        {error !== null && (
          <Callout compact intent="danger" role="alert">
            {errorText(error)}
          </Callout>
        )}
        {value && list.length === 0 && (
          <p className="tw-muted chat-empty">
            {view === 'queue' ? t('empty-queue') : view === 'mine' ? t('empty-mine') : t('empty')}
          </p>
        )}
        <ul className="desk-list">
          {list.map((line) => (
            <DeskLine key={line.id} line={line} isCurrent={line.id === open} onOpen={() => setOpen(line.id)} />
          ))}
        </ul>
        {value?.more && <Button variant="minimal" text={t('more')} onClick={loadMore} />}
        <p className="desk-keys tw-muted">{t('keys')}</p>
      </section>
      {open === null ? (
        <section className="tw-card desk-thread desk-nothing">
          <p className="tw-muted chat-empty">{t('choose')}</p>
        </section>
      ) : (
        <DeskConversation
          key={open}
          id={open}
          agents={value?.agents ?? []}
          agentName={value?.me?.name ?? ''}
          onBack={() => setOpen(null)}
          onChanged={retry}
        />
      )}
    </div>
  )
}

/** Loads again when the desk has changed; without a socket the page asks, and gives its sign of life itself. */
function useUpkeep(retry: () => void): void {
  const { isOpen } = useTopic(deskTopic, { onChange: retry })
  const poll = useEffectEvent(() => retry())
  useEffect(() => {
    if (isOpen) return undefined
    const sign = (): void => void callRoute(presenceRoute, {}, { quiet: true }).catch(() => {})
    const timers = [setInterval(() => poll(), pollMs), setInterval(sign, signMs)]
    return () => timers.forEach((timer) => clearInterval(timer))
  }, [isOpen])
}

interface ViewsProps {
  readonly view: DeskView
  readonly counts: Queue['counts'] | null
  readonly onChange: (view: DeskView) => void
}

function Views({ view, counts, onChange }: ViewsProps) {
  const t = useT()
  return (
    <nav className="desk-views" aria-label={t('views')}>
      {deskViews.map((name) => (
        <Button
          key={name}
          variant="minimal"
          size="small"
          active={name === view}
          aria-pressed={name === view}
          text={t(name)}
          endIcon={counts && name !== 'resolved' ? <span className="desk-count">{counts[name]}</span> : undefined}
          onClick={() => onChange(name)}
        />
      ))}
    </nav>
  )
}

function Presence({ queue, onChanged }: { readonly queue: Queue | null; readonly onChanged: () => void }) {
  const t = useT()
  const me = queue?.me
  if (!me) return null
  const change = (): void =>
    // A refusal is shown as a toast by the call itself.
    void callRoute(presenceRoute, { takes: !me.takes }).then(onChanged, () => {})
  return (
    <div className="desk-presence">
      <span className={me.available ? 'desk-state desk-available' : 'desk-state'}>
        {me.available ? t('available') : t('away')}
      </span>
      <span className="tw-muted">{t('load', { load: me.load, limit: me.limit })}</span>
      <Button variant="minimal" size="small" text={me.takes ? t('go-away') : t('go-available')} onClick={change} />
      {queue.office ? null : <span className="tw-muted">{t('closed')}</span>}
    </div>
  )
}
