import { Button, Classes } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Cross, DragHandleVertical } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { fileUrl } from '../../core/auth/session.ts'
import { formatBytes, nameOf, suffixOf } from '../../files/file-texts.ts'
import { FileIcon } from '../../files/FileIcon.tsx'
import { useDragOrder } from '../../files/use-drag-order.ts'
import type { StoredListProps } from './stored-list.ts'

/** The stored files of a field with links to download them; put in order by dragging or by buttons. */
export function FileList({ urls, files, locale, disabled, onChange }: StoredListProps) {
  const { t } = locale
  const [moved, setMoved] = useState<{ url: string; to: number; by: number } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const move = (from: number, to: number) => {
    const url = urls[from]
    if (url === undefined) return
    setMoved({ url, to, by: to - from })
    onChange(urls.toSpliced(from, 1).toSpliced(to, 0, url))
  }
  const dragOf = useDragOrder(urls.length > 1 && !disabled, move)
  // A moved file keeps the focus on its button, or on the other one at the first and last position.
  useEffect(() => {
    if (!moved || urls[moved.to] !== moved.url) return
    const buttons = [...(list.current?.children[moved.to]?.querySelectorAll<HTMLButtonElement>('[data-by]') ?? [])]
    const enabled = buttons.filter((button) => !button.disabled)
    const same = enabled.find((button) => button.dataset['by'] === String(Math.sign(moved.by)))
    ;(same ?? enabled[0])?.focus()
  }, [moved, urls])
  if (urls.length === 0) return null
  return (
    <>
      <ul ref={list} className="record-files">
        {urls.map((url, index) => {
          const known = files.find((file) => file.url === url)
          const name = known?.name ?? nameOf(url)
          return (
            <li key={url} className="record-file" {...dragOf(index)}>
              {urls.length > 1 && <DragHandleVertical className="record-file-handle" aria-hidden />}
              <FileIcon suffix={suffixOf(url)} size={16} />
              <a className="record-file-name" href={fileUrl(url)} download={name} title={name}>
                {name}
              </a>
              {known && <span className={Classes.TEXT_MUTED}>{formatBytes(known.size, locale.language)}</span>}
              {urls.length > 1 &&
                ([-1, 1] as const).map((by) => (
                  <Button
                    key={by}
                    data-by={by}
                    variant="minimal"
                    size="small"
                    icon={by < 0 ? <ArrowUp /> : <ArrowDown />}
                    disabled={disabled || index + by < 0 || index + by >= urls.length}
                    aria-label={t(by < 0 ? 'move-earlier' : 'move-later', { name })}
                    onClick={() => move(index, index + by)}
                  />
                ))}
              <Button
                variant="minimal"
                size="small"
                icon={<Cross />}
                disabled={disabled}
                aria-label={t('remove-item', { item: name })}
                onClick={() => onChange(urls.toSpliced(index, 1))}
              />
            </li>
          )
        })}
      </ul>
      <span role="status" className="tw-visually-hidden">
        {moved ? t('file-moved-to', { place: moved.to + 1, count: urls.length }) : ''}
      </span>
    </>
  )
}
