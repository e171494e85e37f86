import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, NumberedList } from '@blueprintjs/icons'
import { useState, type FormEvent } from 'react'
import type { Row } from '../../../core/api/table.ts'

import { useListActions, useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'
import { moveTo, placeOf } from './moving.ts'

/**
 * The same as dragging, by presses: one up, one down, or to a place given as a number. At the ends of the list they say
 * that there is no place beyond: disabled, they would take the focus from who moves a record step by step.
 */
export function MoveButtons({ record, name }: { readonly record: Row; readonly name: string }) {
  const data = useListData()
  const actions = useListActions()
  const t = useT()
  const [isAsking, setIsAsking] = useState(false)
  const place = placeOf(data, record)
  const isBusy = data.loaded.isBusy
  const move = (position: number) => {
    if (!isBusy) moveTo({ ...data, ...actions }, record, position).catch(() => {})
  }
  return (
    <>
      <Button
        variant="minimal"
        size="small"
        icon={<ArrowUp />}
        aria-label={t('moveUp', { name })}
        onClick={() => move(place.at - 1)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<ArrowDown />}
        aria-label={t('moveDown', { name })}
        onClick={() => move(place.at + 1)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<NumberedList />}
        aria-label={t('moveTo', { name })}
        disabled={place.of < 2}
        onClick={() => setIsAsking(true)}
      />
      {isAsking && (
        <MoveDialog
          of={place.of}
          at={place.at}
          title={t('moveTo', { name })}
          onMove={move}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

interface MoveDialogProps {
  readonly of: number
  readonly at: number
  readonly title: string
  readonly onMove: (position: number) => void
  readonly onClose: () => void
}

function MoveDialog({ of, at, title, onMove, onClose }: MoveDialogProps) {
  const t = useT()
  const [text, setText] = useState(String(at))
  const [isTried, setIsTried] = useState(false)
  // Closed first and taken away after, so that the focus returns to where it was.
  const [isOpen, setOpen] = useState(true)
  const leave = () => setOpen(false)
  const position = Number(text)
  const isWrong = !/^\d+$/.test(text) || position < 1 || position > of
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWrong) return setIsTried(true)
    leave()
    onMove(position)
  }
  const error = isTried && isWrong ? t('moveToInvalid', { count: of }) : undefined
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      onClosed={onClose}
      title={title}
      className="list-move"
      transitionDuration={100}
    >
      <form onSubmit={submit}>
        <DialogBody>
          <FormGroup
            label={t('moveToLabel', { count: of })}
            labelFor="list-move-to"
            intent={error ? 'danger' : 'none'}
            helperText={
              <span id="list-move-error" role="alert">
                {error}
              </span>
            }
          >
            <InputGroup
              id="list-move-to"
              autoFocus
              inputMode="numeric"
              autoComplete="off"
              value={text}
              aria-invalid={error !== undefined}
              aria-describedby="list-move-error"
              intent={error ? 'danger' : 'none'}
              onFocus={(event) => event.target.select()}
              onChange={(event) => setText(event.target.value.trim())}
            />
          </FormGroup>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('cancel')} onClick={leave} />
              <Button type="submit" intent="primary" text={t('move')} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
