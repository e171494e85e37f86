import { useSnapshot } from 'valtio'
import { fileUrl, member } from 'tablewright/web'

/** The picture of the member, or a letter; the colour of its edge is that of the gender. */
export function Avatar({ size }: { readonly size: number }) {
  const { avatar, nickname, gender } = useSnapshot(member)
  const isOwn = avatar !== '' && !avatar.startsWith('/static/')
  return (
    <span className="member-avatar" data-gender={gender} style={{ width: size, height: size }} aria-hidden="true">
      {isOwn ? <img src={fileUrl(avatar)} alt="" width={size} height={size} /> : [...nickname][0]?.toUpperCase()}
    </span>
  )
}
