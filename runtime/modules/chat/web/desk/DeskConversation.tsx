/** An open conversation of the desk, with what is known about the member beside it. */
import { Button, Callout, SegmentedControl, Spinner } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  callRoute,
  errorText,
  notify,
  useCan,
  useIsPageActive,
  useLanguage,
  useStaleWhileRevalidate,
  useTopic,
} from 'tablewright/web'
import { actRoute, assignRoute, deskStateRoute } from '../../shared/desk-routes.ts'
import { stateTopic } from '../../shared/message.ts'
import { Thread } from '../thread/Thread.tsx'
import { CannedReplies, useCanned } from './CannedReplies.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import { deskSource } from './calls.ts'
import { DeskActions } from './DeskActions.tsx'
import { isWriting, type ActionRequest, type DeskState, type Queue } from './desk-types.ts'
import { useT } from './texts.ts'

interface ConversationProps {
  readonly id: number
  readonly agents: Queue['agents']
  /** Name of the agent who looks. */
  readonly agentName: string
  readonly onBack: () => void
  readonly onChanged: () => void
}

/** Milliseconds in which resolving can be undone. */
const undoMs = 5000

export function DeskConversation({ id, agents, agentName, onBack, onChanged }: ConversationProps) {
  const t = useT()
  const language = useLanguage()
  const can = useCan()
  const canReply = can('chat/desk', 'reply')
  const canAssign = can('chat/desk', 'assign')
  const [mode, setMode] = useState<Mode>('reply')
  const { value, error, retry } = useStaleWhileRevalidate(`desk conversation ${id} ${language}`, () =>
    callRoute(deskStateRoute, { conversation: id }, { quiet: true }),
  )
  useTopic(stateTopic(id), { onChange: retry })
  const run = useActions(id, value, canAssign, () => {
    retry()
    onChanged()
  })
  useActionKeys(canReply, run, setMode)
  const canned = useCanned(value?.replies ?? [], { name: value?.name ?? '', agent: agentName })
  if (!value)
    return (
      <section className="tw-card desk-thread" aria-label={t('title')}>
        {error === null ? (
          <Spinner />
        ) : (
          <Callout compact intent="danger" role="alert">
            {errorText(error)} <Button size="small" text={t('back')} onClick={onBack} />
          </Callout>
        )}
      </section>
    )
  const name = value.name || t('gone')
  return (
    <>
      <section className="tw-card desk-thread" aria-label={name}>
        <Thread
          source={deskSource(id, value.me, value.recallSeconds)}
          readSeq={value.readSeq}
          othersRead={value.othersRead}
          closed={canReply ? null : ''}
          composer={{
            isNote: mode === 'note',
            onKey: canned.onKey,
            renderSuggestions: (text, replace) => <CannedReplies canned={canned} text={text} replace={replace} />,
          }}
        >
          <header className="chat-head desk-thread-head">
            <Button
              className="desk-back"
              variant="minimal"
              icon={<ArrowLeft />}
              aria-label={t('back')}
              onClick={onBack}
            />
            <div className="chat-head-title">
              <h1>{name}</h1>
              <span className="tw-muted">
                {t(`state-${value.status}`)} ·{' '}
                {value.agentName === null ? t('nobody') : t('agent', { name: value.agentName })}
              </span>
            </div>
            {canReply && <DeskActions state={value} agents={agents} canAssign={canAssign} run={run} />}
          </header>
          {canReply && <ModeControl mode={mode} onChange={setMode} />}
        </Thread>
      </section>
      <CustomerCard state={value} />
    </>
  )
}

type Run = (request: ActionRequest) => Promise<void>
type Mode = 'reply' | 'note'

/** Runs actions; resolving can be undone for a moment. */
function useActions(id: number, state: DeskState | null, canAssign: boolean, onDone: () => void): Run {
  const t = useT()
  const isOfOther = state?.agent != null && !state.isMine
  const run: Run = async (request) => {
    const route = isOfOther && canAssign ? assignRoute : actRoute
    try {
      await callRoute(route, { conversation: id, ...request }, { quiet: true })
      if (request.action === 'resolve')
        notify({
          text: t('resolved-toast'),
          tone: 'success',
          durationMs: undoMs,
          action: { text: t('undo'), run: () => void run({ action: 'reopen' }) },
        })
    } catch (problem) {
      notify({ text: errorText(problem), tone: 'danger' })
    }
    onDone()
  }
  return run
}

/** R and N write, T takes, E resolves. */
function useActionKeys(isAllowed: boolean, run: Run, setMode: (mode: Mode) => void): void {
  const isActive = useIsPageActive()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isWriting(event) || !isAllowed) return
    if (event.key === 'e') void run({ action: 'resolve' })
    if (event.key === 't') void run({ action: 'take' })
    if (event.key !== 'r' && event.key !== 'n') return
    event.preventDefault()
    setMode(event.key === 'r' ? 'reply' : 'note')
    document.querySelector<HTMLElement>('.desk-thread textarea')?.focus()
  })
  useEffect(() => {
    if (!isActive) return undefined
    const listen = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isActive])
}

function ModeControl({ mode, onChange }: { readonly mode: Mode; readonly onChange: (mode: Mode) => void }) {
  const t = useT()
  return (
    <div className="desk-mode">
      <SegmentedControl
        size="small"
        aria-label={t('mode')}
        value={mode}
        onValueChange={(next) => onChange(next === 'note' ? 'note' : 'reply')}
        options={[
          { label: t('reply'), value: 'reply' },
          { label: t('note'), value: 'note' },
        ]}
      />
      <span className="tw-muted">{t('canned-tip')}</span>
    </div>
  )
}
