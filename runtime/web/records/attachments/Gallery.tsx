import { Button, Checkbox, Classes, NonIdealState } from '@blueprintjs/core'
import { Duplicate, Edit, Trash } from '@blueprintjs/icons'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import type { Row } from '../../core/api/table.ts'
import { fileUrl } from '../../core/auth/session.ts'
import { useListActions, useListData } from '../list/context/contexts.ts'
import { useListTable } from '../list/context/table.ts'
import type { GridProps } from '../list/grid/Grid.tsx'
import { notifyError, notifySuccess } from '../../core/notify.ts'
import { formatBytes, suffixOf } from '../../files/file-texts.ts'
import { FileIcon } from '../../files/FileIcon.tsx'
import { useT } from './texts.ts'
import type { FileUse, FileUses, useUsage } from './usage.ts'

interface GalleryProps extends GridProps {
  readonly usage: ReturnType<typeof useUsage>
}

/** The files of the page as thumbnails with their sizes and where they are used. */
export function Gallery({ onDelete, usage }: GalleryProps) {
  const { loaded } = useListData()
  const t = useT()
  if (loaded.isLoaded && loaded.rows.length === 0 && loaded.problem === null)
    return <NonIdealState className="attachments-empty" description={t('empty')} />
  return (
    <ul className="attachments-gallery" aria-busy={loaded.isBusy}>
      {loaded.rows.map((row) => (
        <FileCard
          key={row.id}
          row={row}
          uses={usage.uses.get(row.id) ?? null}
          hasFailed={usage.hasFailed}
          onDelete={onDelete}
        />
      ))}
    </ul>
  )
}

interface FileCardProps extends GridProps {
  readonly row: Row
  readonly uses: FileUses | null
  readonly hasFailed: boolean
}

function FileCard({ row, uses, hasFailed, onDelete }: FileCardProps) {
  const { permissions, locale } = useListData()
  const { openForm } = useListActions()
  const table = useListTable()
  const t = useT()
  const [name, url] = [String(row['name']), fileUrl(String(row['url']))]
  const isPicture = Number(row['width'] ?? 0) > 0
  const isSelected = Object.hasOwn(table.state.rowSelection, String(row.id))
  const facts = [
    formatBytes(Number(row['size'] ?? 0), locale.language),
    ...(isPicture ? [`${String(row['width'])} × ${String(row['height'])}`] : []),
  ]
  return (
    <li className="attachment" data-selected={isSelected || undefined}>
      <Checkbox
        className="attachment-select"
        checked={isSelected}
        aria-label={t('select', { name })}
        onChange={() =>
          table.setRowSelection(({ [String(row.id)]: was, ...others }) =>
            was ? others : { ...others, [String(row.id)]: true },
          )
        }
      />
      <a
        className="attachment-picture"
        href={url}
        {...(isPicture ? { target: '_blank', rel: 'noreferrer' } : { download: name })}
      >
        {isPicture ? <img src={url} alt="" loading="lazy" /> : <FileIcon suffix={suffixOf(url)} size={40} />}
        <span className="attachment-name" title={name}>
          {name}
        </span>
      </a>
      <span className={`attachment-facts ${Classes.TEXT_MUTED}`}>{facts.join(' · ')}</span>
      <span className={`attachment-uses ${Classes.TEXT_MUTED}`}>
        {uses ? <Uses uses={uses} /> : hasFailed ? t('uses-failed') : '…'}
      </span>
      <span className="attachment-actions">
        <Button
          variant="minimal"
          size="small"
          icon={<Duplicate />}
          aria-label={t('copy', { name })}
          onClick={() => void copyAddress(new URL(url, location.href).href, t)}
        />
        {permissions.has('edit') && (
          <Button
            variant="minimal"
            size="small"
            icon={<Edit />}
            aria-label={t('rename', { name })}
            onClick={() => openForm(row.id)}
          />
        )}
        {permissions.has('del') && (
          <Button
            variant="minimal"
            size="small"
            icon={<Trash />}
            aria-label={t('delete', { name })}
            onClick={() => onDelete([row.id])}
          />
        )}
      </span>
    </li>
  )
}

async function copyAddress(url: string, t: ReturnType<typeof useT>): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    notifySuccess(t('copied'))
  } catch {
    // Pages without HTTPS may not write to the clipboard.
    notifyError(t('copy-failed', { url }))
  }
}

function Uses({ uses: { references, more } }: { readonly uses: FileUses }) {
  const t = useT()
  if (references.length === 0) return t(more ? 'used-elsewhere' : 'unused')
  return (
    <>
      {t('used-by')}{' '}
      {references.map((reference, index) => (
        <Fragment key={`${reference.table}/${reference.id}`}>
          {index > 0 && ', '}
          <Use reference={reference} />
        </Fragment>
      ))}
      {more && ` ${t('more')}`}
    </>
  )
}

function Use({ reference: { page, label, id, title } }: { readonly reference: FileUse }) {
  return <Link to={`/admin/${page}?edit=${id}`}>{`${label} · ${title}`}</Link>
}
