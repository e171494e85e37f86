/** An open conversation of the desk, with what is known about the member beside it. */
import { Button, Callout, SegmentedControl, Spinner } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { useState, type ReactNode } from 'react'
import { callRoute, errorText, notify, useCan, useLanguage, useStaleWhileRevalidate, useTopic } from 'tablewright/web'
import { useSingleKeys } from 'tablewright/web/parts'
import { actRoute, assignRoute, deskReadRoute, deskStateRoute } from '../../shared/desk-routes.ts'
import { stateTopic } from '../../shared/message.ts'
import type { Command } from '../thread/Composer.tsx'
import { Thread } from '../thread/Thread.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import { deskSource } from './calls.ts'
import { DeskActions } from './DeskActions.tsx'
import { agentIn, suggestAgents, suggestReplies, type HandOverText } from './suggesters.ts'
import type { ActionRequest, DeskState, Queue } from './desk-types.ts'
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
  const [chosenMode, setMode] = useState<Mode>('reply')
  const { value, error, retry } = useStaleWhileRevalidate(`desk conversation ${id} ${language}`, () =>
    callRoute(deskStateRoute, { conversation: id }, { quiet: true }),
  )
  useTopic(stateTopic(id), { onChange: retry })
  const run = useActions(id, value, canAssign, () => {
    retry()
    onChanged()
  })
  useActionKeys(canReply ? value : null, run, setMode)
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
  const markUnread = (): void =>
    // A refusal is shown as a toast by the call itself.
    void callRoute(deskReadRoute, { conversation: id, seq: value.head, unread: true }).then(
      () => {
        // An agent who goes on looking would read it again.
        onBack()
        onChanged()
      },
      () => {},
    )
  const isOfOther = value.agent !== null && !value.isMine
  // Nobody answers over somebody else.
  const mode = isOfOther ? 'note' : chosenMode
  const others = agents.filter(({ id: agent }) => agent !== value.agent)
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
            suggesters: [
              suggestReplies(t, value.replies, { name: value.name, agent: agentName }),
              suggestAgents(t, others),
            ],
            commandOf: (text) => handOverCommand(t, agentIn(text, others), run),
          }}
        >
          <Head state={value} onBack={onBack}>
            {canReply && (
              <DeskActions state={value} agents={agents} canAssign={canAssign} run={run} onUnread={markUnread} />
            )}
          </Head>
          {canReply && <ModeControl mode={mode} mayReply={!isOfOther} onChange={setMode} />}
        </Thread>
      </section>
      <CustomerCard state={value} />
    </>
  )
}

interface HeadProps {
  readonly state: DeskState
  readonly onBack: () => void
  readonly children: ReactNode
}

function Head({ state: { name, status, agentName }, onBack, children }: HeadProps) {
  const t = useT()
  return (
    <header className="chat-head desk-thread-head">
      <Button className="desk-back" variant="minimal" icon={<ArrowLeft />} aria-label={t('back')} onClick={onBack} />
      <div className="chat-head-title">
        <h1>{name || t('gone')}</h1>
        <span className="tw-muted">
          {t(`state-${status}`)} · {agentName === null ? t('nobody') : t('agent', { name: agentName })}
        </span>
      </div>
      {children}
    </header>
  )
}

/** Hands the conversation over instead of sending the text. */
function handOverCommand(t: ReturnType<typeof useT>, target: HandOverText | null, run: Run): Command | null {
  if (!target) return null
  const { agent, note } = target
  return {
    label: t('hand-label', { name: agent.name }),
    run: () => run({ action: 'hand', agent: agent.id, ...(note !== '' && { note }) }),
  }
}

/** Resolves with whether it was done; a refusal was shown. */
type Run = (request: ActionRequest) => Promise<boolean>
type Mode = 'reply' | 'note'

/** Runs actions; resolving can be undone for a moment. */
function useActions(id: number, state: DeskState | null, canAssign: boolean, onDone: () => void): Run {
  const t = useT()
  const isOfOther = state?.agent != null && !state.isMine
  const run: Run = async (request) => {
    const route = isOfOther && canAssign ? assignRoute : actRoute
    const problem = await callRoute(route, { conversation: id, ...request }, { quiet: true }).then(
      () => null,
      (error: unknown) => errorText(error),
    )
    onDone()
    if (problem !== null) notify({ text: problem, tone: 'danger' })
    else if (request.action === 'resolve')
      notify({
        text: t('resolved-toast'),
        tone: 'success',
        durationMs: undoMs,
        action: { text: t('undo'), run: () => void run({ action: 'reopen' }) },
      })
    return problem === null
  }
  return run
}

/** R and N write, T takes, E resolves. */
function useActionKeys(state: DeskState | null, run: Run, setMode: (mode: Mode) => void): void {
  const write = (mode: Mode): void => {
    setMode(mode)
    document.querySelector<HTMLElement>('.desk-thread textarea')?.focus()
  }
  const keys = {
    r: () => write('reply'),
    n: () => write('note'),
    t: () => void run({ action: 'take' }),
    ...(state?.status !== 'resolved' && { e: () => void run({ action: 'resolve' }) }),
  }
  useSingleKeys(state ? keys : {})
}

interface ModeProps {
  readonly mode: Mode
  readonly mayReply: boolean
  readonly onChange: (mode: Mode) => void
}

function ModeControl({ mode, mayReply, onChange }: ModeProps) {
  const t = useT()
  return (
    <div className="desk-mode">
      <SegmentedControl
        size="small"
        aria-label={t('mode')}
        value={mode}
        onValueChange={(next) => onChange(next === 'note' ? 'note' : 'reply')}
        options={[
          { label: t('reply'), value: 'reply', disabled: !mayReply },
          { label: t('note'), value: 'note' },
        ]}
      />
      <span className="tw-muted">{t('canned-tip')}</span>
    </div>
  )
}
