import { Button } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { refusedFile } from '../core/api/upload.ts'
import { session } from '../core/auth/session.ts'
import { t as shellT } from '../core/i18n/page-texts.ts'
import { lazyComponent } from '../core/loading/lazy-component.tsx'
import { notifyError } from '../core/notify.ts'
import { sendFile } from './site-transport.ts'

const AvatarCrop = lazyComponent(async () => (await import('./AvatarCrop.tsx')).AvatarCrop)

export interface AvatarPickerProps {
  /** Whose avatar it is: of an administrator or of a member. */
  readonly area: 'admin' | 'api'
  readonly label: string
  readonly busyLabel: string
  /** Saves the address of the stored picture. Rejects when it was not saved; the person has been notified then. */
  readonly onUploaded: (url: string) => Promise<void>
}

/** Chooses a picture, crops it to a square, and uploads it. */
export function AvatarPicker({ area, label, busyLabel, onUploaded }: AvatarPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [isSending, setSending] = useState(false)
  const choose = (chosen: File | undefined) => {
    if (!chosen || isSending) return
    const wrong = refusedFile(chosen, session.site.upload, true)
    if (wrong === null) setFile(chosen)
    else notifyError(shellT(wrong))
  }
  const send = async (cropped: File): Promise<void> => {
    setFile(null)
    setSending(true)
    try {
      const { url } = await sendFile(cropped, { area, topic: 'avatar' })
      await onUploaded(url)
    } catch {
      // The upload and the save have shown their errors.
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        hidden
        aria-label={label}
        onChange={(event) => {
          choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button
        variant="outlined"
        size="small"
        text={isSending ? busyLabel : label}
        aria-disabled={isSending}
        onClick={() => input.current?.click()}
      />
      {file && <AvatarCrop file={file} onUse={(cropped) => void send(cropped)} onClose={() => setFile(null)} />}
    </>
  )
}
