import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { ArrowLeft, ArrowRight, Cross } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { fileUrl } from '../../core/auth/session.ts'
import { useDragOrder } from '../../files/use-drag-order.ts'
import type { StoredListProps } from './stored-list.ts'

/** The stored pictures: a click shows one large; buttons move and remove. */
export function Pictures({ id, urls, label, locale, disabled, onChange }: StoredListProps) {
  const [large, setLarge] = useState<string | null>(null)
  const [moved, setMoved] = useState<{ url: string; to: number; by: number } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const dragOf = useDragOrder(urls.length > 1 && !disabled, (from, to) => {
    const url = urls[from]
    if (url !== undefined) onChange(urls.toSpliced(from, 1).toSpliced(to, 0, url))
  })
  const nameOf = (index: number) => (urls.length > 1 ? `${label} ${index + 1}` : label)
  const move = (url: string, index: number, by: number) => {
    const next = urls.toSpliced(index, 1).toSpliced(index + by, 0, url)
    setMoved({ url, to: index + by, by })
    onChange(next)
  }
  // A moved picture keeps the focus on its button, or on the other one at the first and last position.
  useEffect(() => {
    if (!moved || urls[moved.to] !== moved.url) return
    const buttons = list.current?.children[moved.to]?.querySelectorAll<HTMLButtonElement>(
      '.record-picture-move:not(:disabled)',
    )
    const target = [...(buttons ?? [])].find((button) => button.dataset['by'] === String(moved.by)) ?? buttons?.[0]
    target?.focus()
  }, [moved, urls])
  if (urls.length === 0) return null
  return (
    <>
      <ul ref={list} className="record-picture-list">
        {urls.map((url, index) => (
          <li key={url} className="record-picture" {...dragOf(index)}>
            <button
              type="button"
              className="record-picture-view"
              aria-label={locale.t('view-picture', { name: nameOf(index) })}
              onClick={() => setLarge(url)}
            >
              <img src={fileUrl(url)} alt={nameOf(index)} loading="lazy" />
            </button>
            <div className="record-picture-tools">
              {urls.length > 1 && (
                <MoveButton
                  by={-1}
                  disabled={disabled || index === 0}
                  label={locale.t('move-earlier', { name: nameOf(index) })}
                  onMove={() => move(url, index, -1)}
                />
              )}
              {urls.length > 1 && (
                <MoveButton
                  by={1}
                  disabled={disabled || index === urls.length - 1}
                  label={locale.t('move-later', { name: nameOf(index) })}
                  onMove={() => move(url, index, 1)}
                />
              )}
              <Button
                variant="minimal"
                size="small"
                icon={<Cross />}
                disabled={disabled}
                aria-label={locale.t('remove-item', { item: nameOf(index) })}
                onClick={() => onChange(urls.toSpliced(index, 1))}
              />
            </div>
          </li>
        ))}
      </ul>
      <span id={`${id}-moved`} role="status" className="tw-visually-hidden">
        {moved ? locale.t('moved-to', { place: moved.to + 1, count: urls.length }) : ''}
      </span>
      <LargePicture
        url={large}
        name={large === null ? '' : nameOf(urls.indexOf(large))}
        closeText={locale.t('close')}
        onClose={() => setLarge(null)}
      />
    </>
  )
}

interface LargePictureProps {
  /** Null = the dialog is closed. */
  readonly url: string | null
  readonly name: string
  readonly closeText: string
  readonly onClose: () => void
}

function LargePicture({ url, name, closeText, onClose }: LargePictureProps) {
  return (
    <Dialog
      isOpen={url !== null}
      onClose={onClose}
      title={name}
      isCloseButtonShown={false}
      className="record-picture-large"
    >
      <DialogBody>{url !== null && <img src={fileUrl(url)} alt={name} />}</DialogBody>
      <DialogFooter actions={<Button text={closeText} onClick={onClose} />} />
    </Dialog>
  )
}

function MoveButton({
  by,
  disabled,
  label,
  onMove,
}: {
  by: -1 | 1
  disabled: boolean
  label: string
  onMove: () => void
}) {
  return (
    <Button
      variant="minimal"
      size="small"
      className="record-picture-move"
      data-by={by}
      icon={by < 0 ? <ArrowLeft /> : <ArrowRight />}
      disabled={disabled}
      aria-label={label}
      onClick={onMove}
    />
  )
}
