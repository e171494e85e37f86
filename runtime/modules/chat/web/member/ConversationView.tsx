/** An open conversation of a member. */
import { Button, Callout, Spinner } from '@blueprintjs/core'
import { ArrowLeft, Cog } from '@blueprintjs/icons'
import { useState } from 'react'
import { callRoute, errorText, useLanguage, useStaleWhileRevalidate, useTopic } from 'tablewright/web'
import { presenceTopic, stateTopic } from '../../shared/message.ts'
import { stateRoute } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import { Thread } from '../thread/Thread.tsx'
import { memberSource } from './calls.ts'
import { ConversationInfo } from './ConversationInfo.tsx'

interface ViewProps {
  readonly id: number
  /** The list shows it. */
  readonly onChanged: () => void
}

export function ConversationView({ id, onChanged }: ViewProps) {
  const t = useT()
  const language = useLanguage()
  const [isInfoOpen, setInfoOpen] = useState(false)
  const [target, setTarget] = useState<{ readonly seq: number } | null>(null)
  const { value, error, retry } = useStaleWhileRevalidate(`conversation ${id} ${language}`, () =>
    callRoute(stateRoute, { conversation: id }, { quiet: true }),
  )
  useTopic(stateTopic(id), { as: 'member', onChange: retry })
  useTopic(value?.type === 'service' ? presenceTopic : null, { as: 'member', onChange: retry })
  if (!value)
    return (
      <div className="chat-thread">
        <header className="chat-head">
          <BackLink />
        </header>
        {error === null ? (
          <Spinner aria-label={t('loading')} />
        ) : (
          <Callout compact intent="danger" role="alert">
            {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
          </Callout>
        )}
      </div>
    )
  const title = value.title || (value.type === 'service' ? t('service') : t('gone'))
  const reload = (): void => {
    retry()
    onChanged()
  }
  return (
    <>
      <Thread
        source={memberSource(id, { ...value, people: value.type === 'group' ? value.members : [] })}
        readSeq={value.readSeq}
        othersRead={value.othersRead}
        closed={value.left ? t('left') : null}
        target={target}
      >
        <header className="chat-head">
          <BackLink />
          <div className="chat-head-title">
            <h1>{title}</h1>
            {value.type === 'service' && <ServiceNote state={value} />}
            {value.type === 'group' && (
              <span className="tw-muted">{t('info-members', { count: value.members.length })}</span>
            )}
          </div>
          <Button
            variant="minimal"
            icon={<Cog />}
            aria-label={t('info')}
            title={t('info')}
            onClick={() => setInfoOpen(true)}
          />
        </header>
      </Thread>
      <ConversationInfo
        state={value}
        isOpen={isInfoOpen}
        onClose={() => setInfoOpen(false)}
        onChanged={reload}
        onShow={(seq) => setTarget({ seq })}
      />
    </>
  )
}

function BackLink() {
  const t = useT()
  return (
    <a className="bp6-button bp6-minimal chat-back" href="#/user/chat/list" aria-label={t('back')} title={t('back')}>
      <ArrowLeft />
    </a>
  )
}

interface ServiceState {
  readonly agent: string | null
  readonly available: boolean
  readonly officeHours: string
}

function ServiceNote({ state: { agent, available, officeHours } }: { readonly state: ServiceState }) {
  const t = useT()
  const lines = [
    ...(available ? (agent ? [t('service-with', { name: agent })] : []) : [t('service-away')]),
    ...(!available && officeHours !== '' ? [t('service-hours', { hours: officeHours })] : []),
  ]
  return <span className="tw-muted">{lines.join(' ')}</span>
}
