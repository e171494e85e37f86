import { fileUrl } from '../../core/auth/session.ts'
import { FileIcon } from '../../files/FileIcon.tsx'
import { suffixOf } from '../../files/file-texts.ts'
import { Thumbnail } from './Thumbnail.tsx'
import type { CellProps } from '../renderer.ts'

/** The name of a stored file with its picture or the icon of its type; a link that opens or downloads it. */
export function AttachmentCell({ value, row }: CellProps) {
  const name = String(value ?? '')
  const url = String(row['url'] ?? '')
  const isPicture = Number(row['width'] ?? 0) > 0
  return (
    <span className="cell-files" title={name}>
      {isPicture ? <Thumbnail url={fileUrl(url)} /> : <FileIcon suffix={suffixOf(url)} size={18} />}
      <a
        className="cell-text"
        href={fileUrl(url)}
        {...(isPicture ? { target: '_blank', rel: 'noreferrer' } : { download: name })}
      >
        {name}
      </a>
    </span>
  )
}
