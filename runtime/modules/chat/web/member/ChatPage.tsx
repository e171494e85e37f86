/** The conversations of a member: the list, and beside it or in its place the one that is open. */
import { Button, Callout } from '@blueprintjs/core'
import { Comment, People, User } from '@blueprintjs/icons'
import { useNavigate } from 'react-router-dom'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  callRoute,
  errorText,
  member,
  notify,
  useLanguage,
  useStaleWhileRevalidate,
  useTitle,
  useTopic,
  type MemberPageProps,
} from 'tablewright/web'
import { inboxTopic } from '../../shared/message.ts'
import { listRoute, openRoute } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import { loadFirstPages } from '../first-pages.ts'
import { useViewport } from '../thread/use-viewport.ts'
import { ConversationList } from './ConversationList.tsx'
import { ConversationView } from './ConversationView.tsx'
import { NewGroup } from './NewGroup.tsx'
import { NewPrivate } from './NewPrivate.tsx'
import './member-chat.css'

/** Milliseconds between two looks without a socket. */
const pollMs = 10_000

const addressOf = (conversation: number): string => `/user/chat/${conversation}`

export function ChatPage({ params }: Partial<MemberPageProps>) {
  const t = useT()
  const language = useLanguage()
  const navigate = useNavigate()
  useTitle(t('title'))
  const open = Number(params?.['id'] ?? 0) || null
  const [dialog, setDialog] = useState<'private' | 'group' | null>(null)
  const [pages, setPages] = useState(1)
  const { value, error, retry } = useStaleWhileRevalidate(`conversations ${pages} ${language}`, () =>
    loadFirstPages(pages, (page) => callRoute(listRoute, { page }, { quiet: true })),
  )
  const { isOpen } = useTopic(inboxTopic(member.id), { as: 'member', onChange: retry })
  const poll = useEffectEvent(() => retry())
  useEffect(() => {
    if (isOpen) return undefined
    const timer = setInterval(() => poll(), pollMs)
    return () => clearInterval(timer)
  }, [isOpen])
  useViewport()
  const show = (conversation: number): void => {
    setDialog(null)
    retry()
    void navigate(addressOf(conversation))
  }
  const contactService = (): void =>
    void callRoute(openRoute, { service: true }, { quiet: true }).then(
      ({ conversation }) => show(conversation),
      (problem: unknown) => notify({ text: errorText(problem), tone: 'danger' }),
    )
  return (
    <div className={open === null ? 'chat-page' : 'chat-page chat-open'}>
      <section className="tw-card chat-pane-list" aria-label={t('conversations')}>
        <header className="chat-list-head">
          <h1>{t('title')}</h1>
          {value?.service && (
            <Button intent="primary" icon={<Comment />} text={t('service-open')} onClick={contactService} />
          )}
          {value?.private && (
            <Button
              variant="minimal"
              icon={<User />}
              aria-label={t('new-private')}
              title={t('new-private')}
              onClick={() => setDialog('private')}
            />
          )}
          {value?.groups && (
            <Button
              variant="minimal"
              icon={<People />}
              aria-label={t('new-group')}
              title={t('new-group')}
              onClick={() => setDialog('group')}
            />
          )}
        </header>
        {error !== null && (
          <Callout compact intent="danger" role="alert">
            {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
          </Callout>
        )}
        {value && <ConversationList list={value.list} current={open} />}
        {value?.more && <Button variant="minimal" text={t('conversations-more')} onClick={() => setPages(pages + 1)} />}
      </section>
      <section className="tw-card chat-pane-thread" aria-label={t('title')}>
        {open === null ? (
          <p className="tw-muted chat-empty">{t('choose')}</p>
        ) : (
          <ConversationView key={open} id={open} onChanged={retry} />
        )}
      </section>
      <NewPrivate isOpen={dialog === 'private'} onClose={() => setDialog(null)} onOpened={show} />
      <NewGroup isOpen={dialog === 'group'} onClose={() => setDialog(null)} onOpened={show} />
    </div>
  )
}
