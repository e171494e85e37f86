/** Files of a short answer: chosen, stored at once, and deleted again while the exam goes on. */
import { Button, Callout } from '@blueprintjs/core'
import { Cross, Paperclip } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { errorText } from 'tablewright/web'
import { attachmentTypes, maxAttachmentBytes, maxAttachments } from '../../shared/attachment-routes.ts'
import type { SeenItem, Sitting } from './sitting.ts'
import { useT } from './texts.ts'

const megabyte = 1024 * 1024
const sizeText = (bytes: number): string =>
  bytes < megabyte ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / megabyte).toFixed(1)} MB`

interface AttachmentsProps {
  readonly sitting: Sitting
  readonly item: SeenItem
}

export function Attachments({ sitting, item: { seq, files } }: AttachmentsProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(errorText(error))
    }
    setBusy(false)
  }
  useEffect(() => {
    const element = input.current
    const end = (): void => sitting.excuseAbsence(false)
    // The dialog of the device was closed without a file.
    element?.addEventListener('cancel', end)
    return () => element?.removeEventListener('cancel', end)
  }, [sitting])
  const choose = (file: File | undefined): void => {
    sitting.excuseAbsence(false)
    if (!file) return
    const type = file.name.split('.').at(-1)?.toLowerCase() ?? ''
    if (!attachmentTypes.includes(type)) return setProblem(t('file-type', { types: attachmentTypes.join(', ') }))
    if (file.size > maxAttachmentBytes) return setProblem(t('file-large', { max: maxAttachmentBytes / megabyte }))
    void run(() => sitting.attach(seq, file))
  }
  return (
    <div className="exam-files">
      {files.length > 0 && (
        <ul aria-label={t('files')}>
          {files.map(({ code, name, size }) => (
            <li key={code}>
              <span>
                {name} <span className="tw-muted">{sizeText(size)}</span>
              </span>
              <Button
                variant="minimal"
                icon={<Cross />}
                aria-label={t('remove-file', { name })}
                disabled={isBusy}
                onClick={() => void run(() => sitting.detach(seq, code))}
              />
            </li>
          ))}
        </ul>
      )}
      {problem !== '' && (
        <Callout compact intent="danger" role="alert">
          {problem}
        </Callout>
      )}
      <Button
        icon={<Paperclip />}
        text={t('add-file')}
        loading={isBusy}
        disabled={files.length >= maxAttachments}
        onClick={() => {
          sitting.excuseAbsence(true)
          input.current?.click()
        }}
      />
      <input
        ref={input}
        type="file"
        className="tw-visually-hidden"
        tabIndex={-1}
        aria-label={t('add-file')}
        accept={attachmentTypes.map((type) => `.${type}`).join(',')}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
