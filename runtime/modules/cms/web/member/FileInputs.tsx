/** Files that a text offers: uploaded one after the other, and opened by nobody before the text is there. */
import { Button, Callout } from '@blueprintjs/core'
import { Cross, Document } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { errorText, postData } from 'tablewright/web'
import { fileTypes, maxFileBytes, uploadPath } from '../../shared/site/user-routes.ts'
import { useT } from './texts.ts'

export interface OfferedFile {
  readonly url: string
  readonly name: string
}

const maxFiles = 10
const megabyte = 1024 * 1024

interface FileInputsProps {
  readonly files: readonly OfferedFile[]
  readonly onChange: (files: readonly OfferedFile[]) => void
  readonly onPending: (isPending: boolean) => void
}

/** @throws an ApiError */
function upload(file: File): Promise<OfferedFile> {
  const body = new FormData()
  body.append('file', file)
  return postData<OfferedFile>(`/api/${uploadPath}`, body, { quiet: true, timeout: 0 })
}

export function FileInputs({ files, onChange, onPending }: FileInputsProps) {
  const t = useT()
  const id = useId()
  const [current, setCurrent] = useState('')
  const [problem, setProblem] = useState('')
  const add = async (selection: readonly File[]): Promise<void> => {
    setProblem('')
    onPending(true)
    let next = files
    try {
      for (const file of selection.slice(0, maxFiles - files.length)) {
        if (file.size > maxFileBytes) {
          setProblem(t('file-large', { name: file.name, size: maxFileBytes / megabyte }))
          continue
        }
        setCurrent(file.name)
        next = [...next, await upload(file)]
        onChange(next)
      }
    } catch (error) {
      setProblem(errorText(error))
    }
    setCurrent('')
    onPending(false)
  }
  return (
    <div className="site-field">
      <label htmlFor={id}>{t('downloads')}</label>
      {files.length > 0 && (
        <ul className="cms-files">
          {files.map(({ url, name }) => (
            <li key={url}>
              <Document aria-hidden />
              <span>{name}</span>
              <Button
                variant="minimal"
                size="small"
                icon={<Cross />}
                aria-label={t('remove-file', { name })}
                onClick={() => onChange(files.filter((file) => file.url !== url))}
              />
            </li>
          ))}
        </ul>
      )}
      {files.length < maxFiles && (
        <input
          id={id}
          type="file"
          multiple
          className="cms-file"
          accept={fileTypes.map((type) => `.${type}`).join()}
          disabled={current !== ''}
          aria-describedby={`${id}-help`}
          onChange={(event) => {
            void add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      )}
      <small id={`${id}-help`} className="tw-muted" role="status">
        {current === '' ? t('downloads-help', { size: maxFileBytes / megabyte }) : t('uploading', { name: current })}
      </small>
      {problem !== '' && (
        <Callout compact intent="danger" role="alert">
          {problem}
        </Callout>
      )}
    </div>
  )
}
