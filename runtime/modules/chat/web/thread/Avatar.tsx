/** The picture of a person, or the first letter of the name. */
import { fileUrl } from 'tablewright/web'

interface AvatarProps {
  readonly name: string
  /** Null = its place stays empty, "" = there is none. */
  readonly address: string | null
}

export function Avatar({ name, address }: AvatarProps) {
  if (address === null) return <span className="chat-avatar chat-no-avatar" aria-hidden="true" />
  if (address !== '') return <img className="chat-avatar" src={fileUrl(address)} alt="" />
  const [letter = '?'] = name
  return (
    <span className="chat-avatar" aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  )
}
