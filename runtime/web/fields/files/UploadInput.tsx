import { Button, Classes } from '@blueprintjs/core'
import { FolderOpen, Plus } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { describeFieldProblem } from '../../../i18n/field-problems.ts'
import { can } from '../../core/auth/permissions.ts'
import { session } from '../../core/auth/session.ts'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { formatBytes } from '../../files/file-texts.ts'
import { isUnderWay } from '../../files/queue.ts'
import { UploadList } from '../../files/UploadList.tsx'
import { useDrop } from '../../files/use-drop.ts'
import { useUploads } from '../../files/use-uploads.ts'
import { groupProps, type InputProps } from '../input-props.ts'
import { filesIn, type KnownFile, type StoredListProps } from './stored-list.ts'

const StoredFiles = lazyComponent(async () => (await import('./StoredFiles.tsx')).StoredFiles)

interface UploadInputProps extends InputProps {
  readonly urls: readonly string[]
  readonly maxFiles: number
  readonly isPicture: boolean
  readonly onUrls: (urls: readonly string[]) => void
  /** Shows what is stored. */
  readonly List: ComponentType<StoredListProps>
}

/** Files are dropped, pasted, selected, or chosen among those that are stored already. */
export function UploadInput({ urls, maxFiles, isPicture, onUrls, List, ...props }: UploadInputProps) {
  const { field, locale, record, disabled } = props
  const [excess, setExcess] = useState(false)
  const [known, setKnown] = useState<readonly KnownFile[]>([])
  // Written by `put` as well: an upload that ends before the next rendering must not lose the one before.
  const latest = useRef(urls)
  useLayoutEffect(() => {
    latest.current = urls
  }, [urls])
  const put = (next: readonly string[]) => {
    latest.current = next
    onUrls(next)
  }
  const addFile = (file: KnownFile) => {
    setKnown((all) => [...all.filter(({ url }) => url !== file.url), file])
    put([...latest.current.filter((url) => url !== file.url).slice(0, maxFiles === 1 ? 0 : undefined), file.url])
  }
  const { tasks, queue, isResumable } = useUploads({ onDone: addFile, isPicture, access: field.access })
  const isSending = tasks.some(isUnderWay)
  const setPending = useEffectEvent(record.setPending)
  useEffect(() => setPending(field.name, isSending), [isSending, field.name])
  const capacity = maxFiles === 1 ? 1 : maxFiles - urls.length - tasks.length
  const addFiles = (files: Iterable<File>) => {
    const all = [...files]
    setExcess(all.length > capacity)
    if (!disabled) queue.add(all.slice(0, Math.max(capacity, 0)))
  }
  const { isOver, handlers } = useDrop(addFiles)
  return (
    <div
      {...groupProps(props)}
      className={isOver ? 'record-pictures record-pictures-over' : 'record-pictures'}
      onBlur={props.onBlur}
      {...handlers}
    >
      <List
        id={props.id}
        label={field.label[locale.language]}
        urls={urls}
        files={[...known, ...filesIn(record.row, field)]}
        locale={locale}
        disabled={disabled}
        onChange={put}
      />
      <UploadList tasks={tasks} queue={queue} isResumable={isResumable} />
      {excess && (
        <p role="alert" className="record-picture-problem">
          {describeFieldProblem(locale.language, { rule: 'maxItems', params: { limit: maxFiles } })}
        </p>
      )}
      {(maxFiles === 1 || urls.length < maxFiles) && (
        <Chooser
          id={`${props.id}-file`}
          hasMany={maxFiles > 1}
          isPicture={isPicture}
          isReplacing={maxFiles === 1 && urls.length > 0}
          disabled={disabled}
          locale={locale}
          onFiles={addFiles}
          onStored={addFile}
        />
      )}
    </div>
  )
}

interface ChooserProps extends Pick<InputProps, 'disabled' | 'locale'> {
  readonly id: string
  readonly hasMany: boolean
  readonly isPicture: boolean
  readonly isReplacing: boolean
  readonly onFiles: (files: Iterable<File>) => void
  readonly onStored: (file: KnownFile) => void
}

const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif'

function Chooser({ id, hasMany, isPicture, isReplacing, disabled, locale, onFiles, onStored }: ChooserProps) {
  const file = useRef<HTMLInputElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const { t } = locale
  const { maxSize, allowedSuffixes, allowedMimeTypes } = session.site.upload
  const accept = isPicture
    ? pictureTypes
    : [...allowedSuffixes.map((suffix) => `.${suffix.replace('.', '')}`), ...allowedMimeTypes].join(',')
  const label = t(
    isPicture ? (isReplacing ? 'replace-picture' : 'choose-picture') : isReplacing ? 'replace-file' : 'choose-file',
  )
  return (
    <div className="record-picture-chooser">
      <input
        ref={file}
        id={id}
        type="file"
        hidden
        multiple={hasMany}
        accept={allowedMimeTypes.includes('*') && !isPicture ? undefined : accept}
        disabled={disabled}
        aria-label={label}
        onChange={(event) => {
          onFiles(event.target.files ?? [])
          event.target.value = ''
        }}
      />
      <Button size="small" icon={<Plus />} disabled={disabled} text={label} onClick={() => file.current?.click()} />
      {can('routine/attachment', 'index') && (
        <Button
          size="small"
          variant="minimal"
          icon={<FolderOpen />}
          disabled={disabled}
          text={t('choose-stored')}
          onClick={() => setChoosing(true)}
        />
      )}
      <span className={Classes.TEXT_MUTED}>
        {isPicture
          ? t('picture-hint', { size: Math.round(maxSize / 1_048_576) })
          : t('file-hint', { size: formatBytes(maxSize, locale.language) })}
      </span>
      {isChoosing && (
        <StoredFiles
          isPicture={isPicture}
          hasMany={hasMany}
          locale={locale}
          onChoose={onStored}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
