import { Button } from '@blueprintjs/core'
import { useId, useRef, useState, type ChangeEvent } from 'react'
import { upload } from '../api/upload.ts'
import { fileUrl, saveAdmin } from '../auth/session.ts'
import { saveProfile } from './calls.ts'
import { useT } from './texts.ts'

/** The avatar of the signed-in admin. A new one is saved as soon as it is selected. */
export function AvatarInput({ stored, name }: { readonly stored: string; readonly name: string }) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState(stored)
  const [isSending, setSending] = useState(false)
  const changeAvatar = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file || isSending) return
    setSending(true)
    try {
      const { url: fresh } = await upload(file)
      await saveProfile({ avatar: fresh })
      setUrl(fresh)
      saveAdmin({ avatar: fresh })
    } catch {
      // The upload and the save have shown their errors.
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="profile-avatar">
      {url === '' ? null : <img src={fileUrl(url)} alt={`${t('avatar')}: ${name}`} width={88} height={88} />}
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('avatar-change')}
        onChange={(event) => void changeAvatar(event)}
      />
      <Button
        variant="outlined"
        size="small"
        text={t(isSending ? 'avatar-sending' : 'avatar-change')}
        aria-disabled={isSending}
        onClick={() => input.current?.click()}
      />
    </div>
  )
}
