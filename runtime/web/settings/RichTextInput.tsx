/**
 * Formatted text. What the browser makes of it is only a draft: the server keeps what a text needs and writes it anew.
 * Built on the editing of browsers, whose commands all of them have, since a setting needs eight of them.
 */
import { Button, InputGroup } from '@blueprintjs/core'
import { Bold, Citation, Eraser, HeaderTwo, Italic, Link, Media, NumberedList, Properties } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useRef, useState, type ClipboardEvent, type DragEvent, type JSX } from 'react'
import { lazyComponent } from '../core/loading/lazy-component.tsx'
import { notify } from '../core/notify.ts'
import { isUnderWay } from '../files/queue.ts'
import { UploadList } from '../files/UploadList.tsx'
import { useUploads } from '../files/use-uploads.ts'
import { cleanFragment, ownPicture } from './clean-fragment.ts'
import type { Picture } from './PictureDialog.tsx'
import { isFixed, isRequired, type SettingInputProps } from './settings.ts'
import { rangeAt, rangeOf, select, selectedPicture, selectedRange } from './text-selection.ts'
import { useT, type SettingText } from './texts.ts'

const PictureDialog = lazyComponent(async () => (await import('./PictureDialog.tsx')).PictureDialog)

interface Command {
  readonly text: SettingText
  readonly icon: JSX.Element
  readonly name: string
  readonly value?: string
}

const commands: readonly Command[] = [
  { text: 'editor-bold', icon: <Bold />, name: 'bold' },
  { text: 'editor-italic', icon: <Italic />, name: 'italic' },
  { text: 'editor-heading', icon: <HeaderTwo />, name: 'formatBlock', value: 'h2' },
  { text: 'editor-quote', icon: <Citation />, name: 'formatBlock', value: 'blockquote' },
  { text: 'editor-list', icon: <Properties />, name: 'insertUnorderedList' },
  { text: 'editor-numbers', icon: <NumberedList />, name: 'insertOrderedList' },
]

// oxlint-disable-next-line typescript/no-deprecated -- there is no other way to the browser's own editing
const run = (name: string, value?: string): boolean => document.execCommand(name, false, value)

export function RichTextInput(props: SettingInputProps) {
  const { id, setting, value, invalid, describedBy, isReadOnly, onChange, onPending } = props
  const t = useT()
  const host = useRef<HTMLDivElement>(null)
  // The text that the element shows: another one came from outside, as after a save.
  const shown = useRef<string | null>(null)
  const text = String(value)
  useEffect(() => {
    if (!host.current || shown.current === text) return
    shown.current = text
    host.current.replaceChildren(cleanFragment(text))
  }, [text])
  const [link, setLink] = useState<{ readonly range: Range | null; readonly address: string } | null>(null)
  // The place of the dialog's picture, and the one to change.
  const [place, setPlace] = useState<{ readonly range: Range | null; readonly picture: Picture | null } | null>(null)
  // Where files go that were pasted or dropped. What is typed during their upload moves the place along.
  const uploadPlace = useRef<Range | null>(null)
  const isDraggedInside = useRef(false)
  const isOff = isFixed(setting) || isReadOnly
  const read = (): void => {
    const element = host.current
    if (!element) return
    const isBlank = element.textContent.trim() === '' && !element.querySelector('img, hr, table')
    shown.current = isBlank ? '' : element.innerHTML
    onChange(shown.current)
  }
  const { tasks, queue, isResumable } = useUploads({
    isPicture: true,
    onDone: ({ url }) => {
      const range = uploadPlace.current
      const picture = pictureElement({ src: url, alt: '' })
      if (range && host.current?.contains(range.startContainer)) {
        range.insertNode(picture)
        range.collapse(false)
      } else host.current?.append(picture)
      read()
    },
  })
  const isSending = tasks.some(isUnderWay)
  const tell = useEffectEvent((isPending: boolean) => onPending(setting.name, isPending))
  useEffect(() => tell(isSending), [isSending])
  const format = ({ name, value: argument }: Pick<Command, 'name' | 'value'>): void => {
    host.current?.focus()
    // The same command takes the heading or quotation away again.
    const block = name === 'formatBlock' ? selectedBlock(host.current) : null
    run(name, argument !== undefined && block === argument ? 'p' : argument)
    read()
  }
  const upload = (files: Iterable<File>, range: Range | null): void => {
    range?.collapse(false)
    uploadPlace.current = range
    queue.add([...files])
  }
  const insert = (data: DataTransfer): void => {
    const html = data.getData('text/html')
    if (html === '') run('insertText', data.getData('text/plain'))
    else {
      const holder = document.createElement('div')
      let isAllKept = true
      holder.append(
        cleanFragment(html, (src) => {
          const address = ownPicture(src)
          isAllKept &&= address !== null
          return address
        }),
      )
      run('insertHTML', holder.innerHTML)
      if (!isAllKept) notify({ text: t('editor-dropped'), tone: 'warning' })
    }
    read()
  }
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault()
    if (isOff) return
    const { clipboardData: data } = event
    // Texts of word processors come with a picture of the text.
    if (data.files.length > 0 && data.getData('text/plain') === '') upload(data.files, selectedRange(host.current))
    else insert(data)
  }
  const drop = (event: DragEvent<HTMLElement>): void => {
    // A part of the text that is moved stays as it is.
    if (isOff || isDraggedInside.current) return
    event.preventDefault()
    const range = rangeAt(event.currentTarget, event.clientX, event.clientY)
    if (event.dataTransfer.files.length > 0) return upload(event.dataTransfer.files, range)
    select(event.currentTarget, range)
    insert(event.dataTransfer)
  }
  const openPicture = (): void => {
    const picture = selectedPicture(host.current)
    setPlace({
      range: picture ? rangeOf(picture) : selectedRange(host.current),
      picture: picture && { src: picture.getAttribute('src') ?? '', alt: picture.alt },
    })
  }
  const putPicture = (picture: Picture | null): void => {
    const range = place?.range ?? null
    setPlace(null)
    if (!host.current) return
    select(host.current, range)
    if (!picture) return
    run('insertHTML', pictureElement(picture).outerHTML)
    read()
  }
  const openLink = (): void => setLink({ range: selectedRange(host.current), address: 'https://' })
  const putLink = (): void => {
    const element = host.current
    if (!link || !element) return
    select(element, link.range)
    if (getSelection()?.isCollapsed) run('insertText', link.address)
    else run('createLink', link.address)
    setLink(null)
    read()
  }
  return (
    <div className="settings-editor" data-wrong={invalid || undefined}>
      {!isOff && (
        <div role="toolbar" aria-label={t('editor-tools')} className="settings-editor-tools">
          {commands.map((command) => (
            <Tool key={command.text} icon={command.icon} label={t(command.text)} onClick={() => format(command)} />
          ))}
          <Tool icon={<Link />} label={t('editor-link')} onClick={openLink} />
          <Tool icon={<Media />} label={t('editor-picture')} onClick={openPicture} />
          <Tool
            icon={<Eraser />}
            label={t('editor-clear')}
            onClick={() => {
              format({ name: 'removeFormat' })
              run('unlink')
              read()
            }}
          />
        </div>
      )}
      {link && (
        <div className="settings-editor-link">
          <InputGroup
            fill
            autoFocus
            aria-label={t('editor-address')}
            value={link.address}
            onChange={(event) => setLink({ ...link, address: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'Escape') return
              // Enter in an input would save the settings, and Escape close what is around them.
              event.preventDefault()
              event.stopPropagation()
              if (event.key === 'Enter') putLink()
              else setLink(null)
            }}
          />
          <Button text={t('editor-put-link')} onClick={putLink} />
        </div>
      )}
      {/* oxlint-disable-next-line click-events-have-key-events -- keys: Shift and an arrow select a picture */}
      <div
        ref={host}
        id={id}
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        aria-required={isRequired(setting) || undefined}
        aria-readonly={isOff || undefined}
        className="settings-editor-text"
        contentEditable={!isOff}
        suppressContentEditableWarning
        onFocus={() => run('defaultParagraphSeparator', 'p')}
        onInput={read}
        onPaste={paste}
        onDragStart={() => (isDraggedInside.current = true)}
        onDragEnd={() => (isDraggedInside.current = false)}
        onDragOver={(event) => {
          if (!isOff && event.dataTransfer.types.includes('Files')) event.preventDefault()
        }}
        onDrop={drop}
        onClick={({ currentTarget, target }) => {
          if (!isOff && target instanceof HTMLImageElement) select(currentTarget, rangeOf(target))
        }}
        onDoubleClick={({ target }) => {
          if (!isOff && target instanceof HTMLImageElement) openPicture()
        }}
      />
      <UploadList tasks={tasks} queue={queue} isResumable={isResumable} />
      {place && <PictureDialog picture={place.picture} onClose={putPicture} />}
    </div>
  )
}

function pictureElement({ src, alt }: Picture): HTMLImageElement {
  const element = document.createElement('img')
  element.setAttribute('src', src)
  element.setAttribute('alt', alt.trim())
  return element
}

interface ToolProps {
  readonly icon: JSX.Element
  readonly label: string
  readonly onClick: () => void
}

function Tool({ icon, label, onClick }: ToolProps) {
  return (
    <Button
      variant="minimal"
      size="small"
      icon={icon}
      aria-label={label}
      data-tip={label}
      // The selection in the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    />
  )
}

/** Name of the heading or quotation around the selection, null when there is none. */
function selectedBlock(host: HTMLElement | null): string | null {
  const node = getSelection()?.anchorNode
  const element = node instanceof Element ? node : node?.parentElement
  const block = element?.closest('h2, blockquote')
  return block && host?.contains(block) ? block.tagName.toLowerCase() : null
}
