import { Button, Classes } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
} from 'react'
import { describeFieldProblem } from '../../../i18n/i18n.ts'
import { session } from '../../auth/session.ts'
import { groupProps, type InputProps } from '../input.ts'
import { Pictures } from './Pictures.tsx'
import { UploadList } from './UploadList.tsx'
import { useUploads } from './uploads.ts'

/** Several pictures in an order of their own. */
export function ImagesInput(props: InputProps) {
  const urls = Array.isArray(props.value) ? props.value.map(String) : []
  return <PictureInput {...props} urls={urls} maxPictures={props.field.maxItems ?? 100} onUrls={props.onChange} />
}

interface PictureInputProps extends InputProps {
  readonly urls: readonly string[]
  readonly maxPictures: number
  readonly onUrls: (urls: readonly string[]) => void
}

/** Pictures are dropped, pasted or selected, and ordered by buttons. */
export function PictureInput({ urls, maxPictures, onUrls, ...props }: PictureInputProps) {
  const { field, locale, record, disabled } = props
  const [isOver, setIsOver] = useState(false)
  const [excess, setExcess] = useState(false)
  // Written by `put` as well: an upload that ends before the next rendering must not lose the one before.
  const latest = useRef(urls)
  useLayoutEffect(() => {
    latest.current = urls
  }, [urls])
  const put = (next: readonly string[]) => {
    latest.current = next
    onUrls(next)
  }
  const { uploads, add, remove, retry } = useUploads(locale.language, (url) =>
    put([...latest.current.filter((one) => one !== url).slice(0, maxPictures === 1 ? 0 : undefined), url]),
  )
  const isSending = uploads.some((one) => one.state !== 'failed')
  const setPending = useEffectEvent(record.setPending)
  useEffect(() => setPending(field.name, isSending), [isSending, field.name])
  const capacity = maxPictures === 1 ? 1 : maxPictures - urls.length - uploads.length
  const addFiles = (files: Iterable<File>) => {
    const all = [...files]
    setExcess(all.length > capacity)
    if (!disabled) add(all.slice(0, Math.max(capacity, 0)))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    addFiles(event.dataTransfer.files)
  }
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length > 0) addFiles(event.clipboardData.files)
  }
  return (
    <div
      {...groupProps(props)}
      className={isOver ? 'record-pictures record-pictures-over' : 'record-pictures'}
      onPaste={paste}
      onDrop={drop}
      onBlur={props.onBlur}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
    >
      <Pictures
        id={props.id}
        urls={urls}
        label={field.label[locale.language]}
        locale={locale}
        disabled={disabled}
        onChange={put}
      />
      <UploadList uploads={uploads} locale={locale} onRemove={remove} onRetry={retry} />
      {excess && (
        <p role="alert" className="record-picture-problem">
          {describeFieldProblem(locale.language, { rule: 'maxItems', params: { limit: maxPictures } })}
        </p>
      )}
      {(maxPictures === 1 || urls.length < maxPictures) && (
        <Chooser
          id={`${props.id}-file`}
          hasMany={maxPictures > 1}
          isReplacing={maxPictures === 1 && urls.length > 0}
          disabled={disabled}
          locale={locale}
          onFiles={addFiles}
        />
      )}
    </div>
  )
}

interface ChooserProps extends Pick<InputProps, 'disabled' | 'locale'> {
  readonly id: string
  readonly hasMany: boolean
  readonly isReplacing: boolean
  readonly onFiles: (files: Iterable<File>) => void
}

function Chooser({ id, hasMany, isReplacing, disabled, locale, onFiles }: ChooserProps) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className="record-picture-chooser">
      <input
        ref={file}
        id={id}
        type="file"
        hidden
        multiple={hasMany}
        accept="image/jpeg,image/png,image/webp,image/gif"
        disabled={disabled}
        aria-label={locale.t('choose-picture')}
        onChange={(event) => {
          onFiles(event.target.files ?? [])
          event.target.value = ''
        }}
      />
      <Button
        size="small"
        icon={<Plus />}
        disabled={disabled}
        text={locale.t(isReplacing ? 'replace-picture' : 'choose-picture')}
        onClick={() => file.current?.click()}
      />
      <span className={Classes.TEXT_MUTED}>
        {locale.t('picture-hint', { size: Math.round(session.site.upload.maxSize / 1_048_576) })}
      </span>
    </div>
  )
}
