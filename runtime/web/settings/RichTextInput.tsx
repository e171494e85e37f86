/**
 * Formatted text. What the browser makes of it is only a draft: the server keeps what a text needs and writes it anew.
 * Built on the editing of browsers, whose commands all of them have, since a setting needs eight of them.
 */
import { Button, InputGroup } from '@blueprintjs/core'
import { Bold, Citation, Eraser, HeaderTwo, Italic, Link, NumberedList, Properties } from '@blueprintjs/icons'
import { useEffect, useRef, useState, type ClipboardEvent, type JSX } from 'react'
import { cleanFragment } from './clean-fragment.ts'
import { isFixed, isRequired, type SettingInputProps } from './settings.ts'
import { useT, type SettingText } from './texts.ts'

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

export function RichTextInput({ id, setting, value, invalid, describedBy, isReadOnly, onChange }: SettingInputProps) {
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
  const isOff = isFixed(setting) || isReadOnly
  const read = (): void => {
    const element = host.current
    if (!element) return
    const isBlank = element.textContent.trim() === '' && !element.querySelector('img, hr, table')
    shown.current = isBlank ? '' : element.innerHTML
    onChange(shown.current)
  }
  const format = ({ name, value: argument }: Pick<Command, 'name' | 'value'>): void => {
    host.current?.focus()
    // The same command takes the heading or quotation away again.
    const block = name === 'formatBlock' ? selectedBlock(host.current) : null
    run(name, argument !== undefined && block === argument ? 'p' : argument)
    read()
  }
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault()
    const html = event.clipboardData.getData('text/html')
    if (html === '') run('insertText', event.clipboardData.getData('text/plain'))
    else {
      const holder = document.createElement('div')
      holder.append(cleanFragment(html))
      run('insertHTML', holder.innerHTML)
    }
    read()
  }
  const openLink = (): void => {
    const selection = getSelection()
    const isInside = selection !== null && selection.rangeCount > 0 && host.current?.contains(selection.anchorNode)
    setLink({ range: isInside ? selection.getRangeAt(0).cloneRange() : null, address: 'https://' })
  }
  const putLink = (): void => {
    const element = host.current
    if (!link || !element) return
    element.focus()
    const selection = getSelection()
    if (link.range && selection) {
      selection.removeAllRanges()
      selection.addRange(link.range)
    }
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
      />
    </div>
  )
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
