/** More time, a message, the end, or invitations: each is asked for and confirmed here. */
import { Button, Dialog, DialogBody, DialogFooter, InputGroup, TextArea } from '@blueprintjs/core'
import { useId, useState, type FormEvent } from 'react'
import { callRoute, notify } from 'tablewright/web'
import {
  extendAttempts,
  forceAttempts,
  inviteMembers,
  maxMessage,
  messageCandidates,
} from '../../shared/room-routes.ts'
import { useT } from './texts.ts'
import type { Candidate } from './use-desk.ts'

export interface Intent {
  readonly action: 'extend' | 'message' | 'force' | 'invite'
  /** Null = all candidates. */
  readonly candidate: Candidate | null
}

interface DialogProps {
  readonly room: number
  readonly intent: Intent
  readonly close: () => void
  readonly refresh: () => void
}

const defaultMinutes = '10'

export function DeskDialog({ room, intent: { action, candidate }, close, refresh }: DialogProps) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState(action === 'extend' ? defaultMinutes : '')
  const [isBusy, setBusy] = useState(false)
  const name = candidate?.name ?? t('everybody')
  const target = { room, ...(candidate?.attempt != null && { attempt: candidate.attempt }) }

  /** @returns the outcome in words; @throws an ApiError, which was shown */
  async function run(): Promise<string> {
    if (action === 'extend')
      return t('extended-done', {
        count: (await callRoute(extendAttempts, { ...target, minutes: Number(text) })).count,
      })
    if (action === 'message')
      return t('sent-done', { count: (await callRoute(messageCandidates, { ...target, text })).count })
    if (action === 'force') return t('submitted-done', { count: (await callRoute(forceAttempts, target)).count })
    const { invited, unknown, isFull } = await callRoute(inviteMembers, { room, names: text.split(/[\n,;，；]/u) })
    return [
      t('invited-done', { invited }),
      unknown.length > 0 && t('invited-unknown', { names: unknown.join(', ') }),
      isFull && t('invited-full'),
    ]
      .filter((sentence) => sentence !== false)
      .join(' ')
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isBusy || (action !== 'force' && text.trim() === '')) return
    setBusy(true)
    void run().then(
      (done) => {
        notify({ text: done, tone: 'success' })
        close()
        refresh()
      },
      // The refusal was shown; what was typed stays.
      () => setBusy(false),
    )
  }
  const note = t(action === 'force' ? 'submit-note' : `${action}-note`)
  return (
    <Dialog isOpen title={titleOf(action, name, t)} onClose={close}>
      <form onSubmit={submit}>
        <DialogBody>
          <p id={`${id}-note`}>{note}</p>
          {action !== 'force' && <Field id={id} action={action} text={text} onChange={setText} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('cancel')} onClick={close} />
              <Button
                type="submit"
                intent={action === 'force' ? 'danger' : 'primary'}
                autoFocus={action === 'force'}
                aria-disabled={isBusy}
                text={t(action === 'force' ? 'submit' : action === 'message' ? 'send' : action)}
              />
            </>
          }
        />
      </form>
    </Dialog>
  )
}

function titleOf(action: Intent['action'], name: string, t: ReturnType<typeof useT>): string {
  if (action === 'invite') return t('invite-title')
  return t(action === 'force' ? 'submit-title' : `${action}-title`, { name })
}

interface FieldProps {
  readonly id: string
  readonly action: 'extend' | 'message' | 'invite'
  readonly text: string
  readonly onChange: (text: string) => void
}

function Field({ id, action, text, onChange }: FieldProps) {
  const t = useT()
  if (action === 'extend')
    return (
      <>
        <label htmlFor={id}>{t('extend-minutes')}</label>
        <InputGroup
          id={id}
          autoFocus
          type="number"
          min={1}
          max={600}
          required
          aria-describedby={`${id}-note`}
          value={text}
          onValueChange={onChange}
        />
      </>
    )
  return (
    <>
      <label htmlFor={id}>{t(action === 'message' ? 'message-text' : 'invite-names')}</label>
      <TextArea
        id={id}
        autoFocus
        fill
        autoResize
        required
        maxLength={action === 'message' ? maxMessage : 20_000}
        aria-describedby={`${id}-note`}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
