import { Document } from '@blueprintjs/icons'
import { fileUrl } from '../../core/auth/session.ts'
import { nameOf } from '../../files/file-texts.ts'
import { Blank } from '../Blank.tsx'
import type { CellProps } from '../renderer.ts'
import { filesIn } from './stored-list.ts'

/** The first file as a link that downloads it; the rest are counted. */
export function FilesCell({ value, field, row }: CellProps) {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  const urls = list.filter((url): url is string => typeof url === 'string' && /^(\/(?!\/)|https?:\/\/)/i.test(url))
  const [first] = urls
  if (first === undefined) return <Blank />
  const info = filesIn(row, field)
  const nameFor = (url: string) => info.find((file) => file.url === url)?.name ?? nameOf(url)
  return (
    <span className="cell-files" title={urls.map(nameFor).join('\n')}>
      <Document size={14} aria-hidden />
      <a className="cell-text" href={fileUrl(first)} download={nameFor(first)}>
        {nameFor(first)}
      </a>
      {urls.length > 1 && <span className="cell-more">+{urls.length - 1}</span>}
    </span>
  )
}
