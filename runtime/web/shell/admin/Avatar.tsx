/** A round avatar: the person's picture, or the first letter of the name. */
import { useState } from 'react'
import { defaultAvatar } from '../../../protocol/index.ts'
import { fileUrl } from '../../core/auth/session.ts'

export interface AvatarProps {
  readonly name: string
  /** Address of the picture; "" and the server's placeholder = none. */
  readonly picture: string
}

export function Avatar({ name, picture }: AvatarProps) {
  // A picture that cannot be loaded counts as none.
  const [broken, setBroken] = useState<string | null>(null)
  if (picture !== '' && picture !== defaultAvatar && picture !== broken)
    return <img className="tw-avatar" src={fileUrl(picture)} alt="" onError={() => setBroken(picture)} />
  // Rendered by the stylesheet: as text it would become part of a button's accessible name.
  return <span className="tw-avatar" aria-hidden="true" data-letter={[...name][0]?.toUpperCase() ?? ''} />
}
