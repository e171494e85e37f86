import { useSnapshot } from 'valtio'
import { fileUrl, member } from 'tablewright/web'
import { useT } from '../texts.ts'

/** The picture of the member, or a letter; edge and sign show the gender, which screen readers are told. */
export function Avatar({ size }: { readonly size: number }) {
  const t = useT()
  const { avatar, nickname, gender } = useSnapshot(member)
  const isOwn = avatar !== '' && !avatar.startsWith('/static/')
  return (
    <span className="member-avatar" data-gender={gender} style={{ width: size, height: size }}>
      <span className="member-avatar-picture" aria-hidden="true">
        {isOwn ? <img src={fileUrl(avatar)} alt="" width={size} height={size} /> : [...nickname][0]?.toUpperCase()}
      </span>
      {(gender === 1 || gender === 2) && (
        <svg className="member-avatar-sign" viewBox="0 0 16 16" role="img" aria-label={t(`gender-${gender}`)}>
          <path d={gender === 1 ? maleSign : femaleSign} />
        </svg>
      )}
    </span>
  )
}

const maleSign = 'M6.5 6.5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8.7 7.3L13 3M9.5 3H13V6.5'
const femaleSign = 'M8 2.5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8 8.5V14M5.5 11.5H10.5'
