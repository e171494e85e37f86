import {
  Button,
  Classes,
  Dialog,
  DialogBody,
  DialogFooter,
  InputGroup,
  NonIdealState,
  Spinner,
} from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Search, Tick } from '@blueprintjs/icons'
import { useDeferredValue, useEffect, useState } from 'react'
import { useReturnFocus } from '../../core/react/use-return-focus.ts'
import type { ListData } from '../../../protocol/index.ts'
import { errorText } from '../../core/api/api-error.ts'
import { tableApi, type Row } from '../../core/api/table.ts'
import { fileUrl } from '../../core/auth/session.ts'
import { formatBytes, suffixOf } from '../../files/file-texts.ts'
import { FileIcon } from '../../files/FileIcon.tsx'
import type { FieldLocale } from '../input-props.ts'
import type { KnownFile } from './stored-list.ts'

/** As many as clients of the protocol ask for at a time. */
const pageSize = 8
const attachments = tableApi('routine.Attachment')

interface StoredFilesProps {
  readonly isPicture: boolean
  readonly hasMany: boolean
  readonly locale: FieldLocale
  readonly onChoose: (file: KnownFile) => void
  readonly onClose: () => void
}

/** Chooses among the files that were uploaded before: one closes the dialog, several are confirmed. */
export function StoredFiles({ isPicture, hasMany, locale, onChoose, onClose }: StoredFilesProps) {
  const { t } = locale
  const giveFocusBack = useReturnFocus()
  const leave = () => {
    onClose()
    giveFocusBack()
  }
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [selection, setSelection] = useState<readonly KnownFile[]>([])
  const search = useDeferredValue(text)
  const { data, problem } = useStoredFiles(isPicture, search, page)
  const confirm = (files: readonly KnownFile[]) => {
    files.forEach(onChoose)
    leave()
  }
  const toggle = (file: KnownFile) => {
    if (!hasMany) return confirm([file])
    const isChosen = selection.some(({ url }) => url === file.url)
    setSelection(isChosen ? selection.filter(({ url }) => url !== file.url) : [...selection, file])
  }
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize))
  return (
    <Dialog isOpen onClose={leave} title={t('choose-stored')} className="stored-files">
      <DialogBody>
        <InputGroup
          type="search"
          leftIcon={<Search />}
          value={text}
          placeholder={t('search-files')}
          aria-label={t('search-files')}
          onValueChange={(value) => {
            setText(value)
            setPage(1)
          }}
        />
        {problem !== '' && <p role="alert">{problem}</p>}
        {!data && problem === '' && <Spinner size={24} aria-label={t('loading')} />}
        {data?.list.length === 0 && <NonIdealState description={t('no-files')} layout="horizontal" />}
        <ul className="stored-file-list">
          {data?.list.map(toFile).map((file) => (
            <li key={file.url}>
              <FileButton
                file={file}
                hasMany={hasMany}
                isSelected={selection.some(({ url }) => url === file.url)}
                language={locale.language}
                onClick={() => toggle(file)}
              />
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} onClick={leave} />
            {hasMany && (
              <Button
                intent="primary"
                disabled={selection.length === 0}
                text={t('use-files', { count: selection.length })}
                onClick={() => confirm(selection)}
              />
            )}
          </>
        }
      >
        <Pager page={page} pages={pages} locale={locale} onPage={setPage} />
      </DialogFooter>
    </Dialog>
  )
}

type StoredFile = KnownFile & { readonly isPicture: boolean }

interface FileButtonProps {
  readonly file: StoredFile
  readonly hasMany: boolean
  readonly isSelected: boolean
  readonly language: FieldLocale['language']
  readonly onClick: () => void
}

function FileButton({ file, hasMany, isSelected, language, onClick }: FileButtonProps) {
  return (
    <button type="button" className="stored-file" aria-pressed={hasMany ? isSelected : undefined} onClick={onClick}>
      {file.isPicture ? (
        <img src={fileUrl(file.url)} alt="" loading="lazy" />
      ) : (
        <FileIcon suffix={suffixOf(file.url)} />
      )}
      <span className="stored-file-name" title={file.name}>
        {file.name}
      </span>
      <span className={Classes.TEXT_MUTED}>{formatBytes(file.size, language)}</span>
      {isSelected && <Tick className="stored-file-mark" aria-hidden />}
    </button>
  )
}

interface PagerProps extends Pick<StoredFilesProps, 'locale'> {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

function Pager({ page, pages, locale: { t }, onPage }: PagerProps) {
  return (
    <>
      <Button
        variant="minimal"
        icon={<ChevronLeft />}
        aria-label={t('previous')}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      />
      <span role="status">{`${page} / ${pages}`}</span>
      <Button
        variant="minimal"
        icon={<ChevronRight />}
        aria-label={t('next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </>
  )
}

const toFile = (row: Row): StoredFile => ({
  url: String(row['url']),
  name: String(row['name']),
  size: Number(row['size']),
  isPicture: String(row['mimetype']).startsWith('image/') && Number(row['width']) > 0,
})

/** The page of the latest request; an answer to an earlier one is left out. */
function useStoredFiles(isPicture: boolean, quickSearch: string, page: number) {
  const [state, setState] = useState<{ readonly data: ListData<Row> | null; readonly problem: string }>({
    data: null,
    problem: '',
  })
  useEffect(() => {
    const leaving = new AbortController()
    const search = isPicture ? [{ field: 'mimetype', operator: 'LIKE' as const, val: 'image' }] : []
    attachments
      .index({ quickSearch, page, limit: pageSize, search }, { quiet: true, signal: leaving.signal })
      .then((data) => setState({ data, problem: '' }))
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setState({ data: null, problem: errorText(error) })
      })
    return () => leaving.abort()
  }, [isPicture, quickSearch, page])
  return state
}
