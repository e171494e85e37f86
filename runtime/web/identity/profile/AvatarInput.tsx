import { useState } from 'react'
import { fileUrl, saveAdmin } from '../../core/auth/session.ts'
import { AvatarPicker } from '../../files/AvatarPicker.tsx'
import { saveProfile } from './calls.ts'
import { useT } from './texts.ts'

/** The avatar of the signed-in admin. A new one is saved as soon as it is cropped. */
export function AvatarInput({ stored, name }: { readonly stored: string; readonly name: string }) {
  const t = useT()
  const [url, setUrl] = useState(stored)
  const save = async (fresh: string): Promise<void> => {
    await saveProfile({ avatar: fresh })
    setUrl(fresh)
    saveAdmin({ avatar: fresh })
  }
  return (
    <div className="profile-avatar">
      {url === '' ? null : <img src={fileUrl(url)} alt={`${t('avatar')}: ${name}`} width={88} height={88} />}
      <AvatarPicker area="admin" label={t('avatar-change')} busyLabel={t('avatar-sending')} onUploaded={save} />
    </div>
  )
}
