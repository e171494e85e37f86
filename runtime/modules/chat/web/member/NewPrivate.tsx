/** Begins a conversation with another member. */
import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useState, type FormEvent } from 'react'
import { callRoute, errorText } from 'tablewright/web'
import { openRoute } from '../../shared/routes.ts'
import { useT } from '../texts.ts'

export interface NewConversationProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onOpened: (conversation: number) => void
}

export function NewPrivate({ isOpen, onClose, onOpened }: NewConversationProps) {
  const t = useT()
  const id = useId()
  const [username, setUsername] = useState('')
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setProblem('')
    callRoute(openRoute, { username: username.trim() }, { quiet: true }).then(
      ({ conversation }) => {
        setUsername('')
        onOpened(conversation)
      },
      (error: unknown) => setProblem(errorText(error)),
    )
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('new-private')}>
      <form onSubmit={submit}>
        <DialogBody>
          <FormGroup
            label={t('username')}
            labelFor={id}
            helperText={problem || t('username-tip')}
            intent={problem === '' ? 'none' : 'danger'}
          >
            <InputGroup
              id={id}
              autoFocus
              autoComplete="off"
              value={username}
              onValueChange={setUsername}
              aria-invalid={problem !== ''}
            />
          </FormGroup>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('cancel')} onClick={onClose} />
              <Button type="submit" intent="primary" text={t('start')} disabled={username.trim() === ''} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
