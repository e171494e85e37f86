/** The actions of an agent on a conversation. */
import { Button, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, TextArea } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { useId, useState, type FormEvent } from 'react'
import { ActionMenu } from 'tablewright/web/parts'
import type { ActionRequest, DeskState, Queue } from './desk-types.ts'
import { useT } from './texts.ts'

interface ActionsProps {
  readonly state: DeskState
  readonly agents: Queue['agents']
  readonly canAssign: boolean
  readonly run: (request: ActionRequest) => Promise<boolean>
  readonly onUnread: () => void
}

const hour = 3600

/** Nine o'clock of tomorrow, where the agent is. */
function tomorrow(): number {
  const day = new Date()
  day.setDate(day.getDate() + 1)
  day.setHours(9, 0, 0, 0)
  return Math.floor(day.getTime() / 1000)
}

export function DeskActions({ state, agents, canAssign, run, onUnread }: ActionsProps) {
  const t = useT()
  const [isHanding, setHanding] = useState(false)
  const isResolved = state.status === 'resolved'
  const isFree = state.agent === null
  const mayChange = isFree || state.isMine || canAssign
  return (
    <div className="desk-actions">
      {!state.isMine && mayChange && (
        <Button
          size="small"
          intent={isFree ? 'primary' : 'none'}
          text={isFree ? t('take') : t('take-over')}
          onClick={() => void run({ action: 'take' })}
        />
      )}
      {!mayChange ? null : isResolved || state.status === 'snoozed' ? (
        <Button size="small" text={t('reopen')} onClick={() => void run({ action: 'reopen' })} />
      ) : (
        <Button size="small" icon={<Tick />} text={t('resolve')} onClick={() => void run({ action: 'resolve' })} />
      )}
      <MoreActions state={state} mayChange={mayChange} run={run} onUnread={onUnread} onHand={() => setHanding(true)} />
      <HandOver
        isOpen={isHanding}
        agents={agents.filter(({ id }) => id !== state.agent)}
        onClose={() => setHanding(false)}
        onDone={(agent, note) => {
          setHanding(false)
          void run({ action: 'hand', agent, ...(note !== '' && { note }) })
        }}
      />
    </div>
  )
}

interface MoreProps extends Pick<ActionsProps, 'state' | 'run' | 'onUnread'> {
  readonly mayChange: boolean
  readonly onHand: () => void
}

function MoreActions({ state, mayChange, run, onUnread, onHand }: MoreProps) {
  const t = useT()
  const item = (key: string, text: string, choose: () => void) => ({ key, text, reason: null, run: choose })
  const runner = (request: ActionRequest) => (): void => void run(request)
  const snooze = (until: () => number) => (): void => void run({ action: 'snooze', until: until() })
  const inSeconds = (seconds: number) => (): number => Math.floor(Date.now() / 1000) + seconds
  const waiting =
    state.status === 'resolved'
      ? []
      : [
          item('pending', t('pending'), runner({ action: 'pending' })),
          item('hour', `${t('snooze')}: ${t('snooze-hour')}`, snooze(inSeconds(hour))),
          item('day', `${t('snooze')}: ${t('snooze-day')}`, snooze(tomorrow)),
          item('week', `${t('snooze')}: ${t('snooze-week')}`, snooze(inSeconds(7 * 24 * hour))),
        ]
  const changes = [
    item('hand', t('hand'), onHand),
    ...(state.agent === null ? [] : [item('queue', t('queued'), runner({ action: 'queue' }))]),
    ...waiting,
  ]
  return (
    <ActionMenu
      size="small"
      variant="minimal"
      name={t('actions')}
      items={[item('unread', t('mark-unread'), onUnread), ...(mayChange ? changes : [])]}
    />
  )
}

interface HandOverProps {
  readonly isOpen: boolean
  readonly agents: Queue['agents']
  readonly onClose: () => void
  readonly onDone: (agent: number, note: string) => void
}

function HandOver({ isOpen, agents, onClose, onDone }: HandOverProps) {
  const t = useT()
  const id = useId()
  const [agent, setAgent] = useState(0)
  const [note, setNote] = useState('')
  const choice = agents.some((candidate) => candidate.id === agent) ? agent : agents[0]?.id
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (choice === undefined) return
    onDone(choice, note.trim())
    setNote('')
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('hand')}>
      <form onSubmit={submit}>
        <DialogBody>
          {agents.length === 0 ? (
            <p>{t('hand-nobody')}</p>
          ) : (
            <>
              <FormGroup label={t('hand-to')} labelFor={`${id}-agent`}>
                <HTMLSelect
                  id={`${id}-agent`}
                  fill
                  value={choice}
                  onChange={({ currentTarget }) => setAgent(Number(currentTarget.value))}
                  options={agents.map(({ id: value, name, available, load, limit }) => ({
                    value,
                    label: `${name} · ${available ? t('available') : t('away')} · ${t('load', { load, limit })}`,
                  }))}
                />
              </FormGroup>
              <FormGroup label={t('hand-note')} labelFor={`${id}-note`}>
                <TextArea
                  id={`${id}-note`}
                  fill
                  autoResize
                  maxLength={500}
                  value={note}
                  onChange={({ target }) => setNote(target.value)}
                />
              </FormGroup>
            </>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('close')} onClick={onClose} />
              <Button type="submit" intent="primary" text={t('hand')} disabled={agents.length === 0} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
