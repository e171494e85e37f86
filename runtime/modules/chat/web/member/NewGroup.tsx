/** Opens a group with members by their usernames. */
import { Button, Checkbox, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useRef, useState, type FormEvent } from 'react'
import { callRoute, errorText } from 'tablewright/web'
import { createGroupRoute } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import type { NewConversationProps } from './NewPrivate.tsx'

export function NewGroup({ isOpen, onClose, onOpened }: NewConversationProps) {
  const t = useT()
  const id = useId()
  const [title, setTitle] = useState('')
  const [names, setNames] = useState('')
  const [history, setHistory] = useState(false)
  const [problem, setProblem] = useState('')
  const isRunning = useRef(false)
  const usernames = names.split(/[\s,，、;；]+/).filter((name) => name !== '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // Pressed twice, it is one group.
    if (isRunning.current) return
    isRunning.current = true
    setProblem('')
    callRoute(createGroupRoute, { title, usernames, history }, { quiet: true }).then(
      ({ conversation }) => {
        isRunning.current = false
        setTitle('')
        setNames('')
        onOpened(conversation)
      },
      (error: unknown) => {
        isRunning.current = false
        setProblem(errorText(error))
      },
    )
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('new-group')}>
      <form onSubmit={submit}>
        <DialogBody>
          <FormGroup label={t('group-title')} labelFor={`${id}-title`}>
            <InputGroup id={`${id}-title`} autoFocus maxLength={60} value={title} onValueChange={setTitle} />
          </FormGroup>
          <FormGroup
            label={t('group-members')}
            labelFor={`${id}-names`}
            helperText={problem || t('group-members-tip')}
            intent={problem === '' ? 'none' : 'danger'}
          >
            <InputGroup id={`${id}-names`} autoComplete="off" value={names} onValueChange={setNames} />
          </FormGroup>
          <Checkbox
            label={t('group-history')}
            checked={history}
            onChange={({ currentTarget }) => setHistory(currentTarget.checked)}
          />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('cancel')} onClick={onClose} />
              <Button
                type="submit"
                intent="primary"
                text={t('start')}
                disabled={title.trim() === '' || usernames.length === 0}
              />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
