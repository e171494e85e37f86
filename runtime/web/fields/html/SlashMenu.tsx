import type { Editor } from '@tiptap/core'
import { Media } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useState, type CSSProperties } from 'react'
import { insertions, type Command } from './commands.tsx'
import { slashQueryOf, type SlashQuery } from './slash-menu.ts'
import { t as translate, useT } from './texts.ts'
import { useEditorState } from './Toolbar.tsx'

interface SlashMenuProps {
  readonly editor: Editor
  readonly id: string
  readonly onPicture: () => void
}

/**
 * The things that can be inserted, filtered by what is typed after the slash. The focus stays in the text, which names
 * the current option to screen readers.
 */
export function SlashMenu({ editor, id, onPicture }: SlashMenuProps) {
  useEditorState(editor)
  const t = useT()
  const [index, setIndex] = useState(0)
  // Where it was closed with Escape it stays closed.
  const [closedFrom, setClosedFrom] = useState(-1)
  const query = slashQueryOf(editor)
  const isOpen = query !== null && query.from !== closedFrom && editor.isEditable && editor.isFocused
  const options = isOpen ? optionsFor(query.text, onPicture) : []
  const current = Math.min(index, Math.max(options.length - 1, 0))
  const choose = (command: Command, { from, to }: SlashQuery): void => {
    editor.chain().focus().deleteRange({ from, to }).run()
    command.run(editor)
    setIndex(0)
  }
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (!isOpen || event.isComposing) return
    const command = options[current]
    if (event.key === 'Escape') setClosedFrom(query.from)
    else if (event.key === 'ArrowDown') setIndex((current + 1) % Math.max(options.length, 1))
    else if (event.key === 'ArrowUp') setIndex((current - 1 + options.length) % Math.max(options.length, 1))
    else if ((event.key === 'Enter' || event.key === 'Tab') && command) choose(command, query)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const { dom } = editor.view
    const parent = dom.parentElement
    // Before the editor itself, which would break the line.
    const listener = (event: KeyboardEvent): void => press(event)
    parent?.addEventListener('keydown', listener, { capture: true })
    return () => parent?.removeEventListener('keydown', listener, { capture: true })
  }, [editor])
  const active = isOpen && options.length > 0 ? `${id}-${current}` : null
  useEffect(() => {
    const { dom } = editor.view
    for (const [name, value] of [
      ['aria-activedescendant', active],
      ['aria-controls', active && id],
    ] as const)
      if (value === null) dom.removeAttribute(name)
      else dom.setAttribute(name, value)
    document.getElementById(active ?? '')?.scrollIntoView({ block: 'nearest' })
  }, [editor, id, active])
  if (!isOpen || (options.length === 0 && query.text.length > 3)) return null
  return (
    <div id={id} role="listbox" aria-label={t('insertions')} className="rich-slash" style={placeOf(editor, query.from)}>
      {options.map((command, place) => (
        // oxlint-disable-next-line click-events-have-key-events -- the keys are handled in the text
        <div
          key={labelOf(command)}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === current}
          className="rich-slash-option"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(command, query)}
        >
          {command.icon}
          <span>{labelOf(command)}</span>
        </div>
      ))}
      {options.length === 0 && <div className="rich-slash-none">{t('no-insertion')}</div>}
    </div>
  )
}

const labelOf = ({ text, level = 0 }: Command): string => translate(text, { level })

/** Names of options in English, which people type who write with a Chinese input method switched off. */
const names: Readonly<Partial<Record<Command['text'], string>>> = {
  heading: 'heading h',
  list: 'list ul',
  numbers: 'numbered ol',
  quote: 'quote',
  'code-block': 'code',
  table: 'table',
  rule: 'divider hr',
  picture: 'image picture',
}

function optionsFor(text: string, onPicture: () => void): readonly Command[] {
  const sought = text.toLowerCase()
  const all: readonly Command[] = [...insertions, { text: 'picture', icon: <Media />, run: onPicture }]
  return all.filter((command) =>
    `${labelOf(command)} ${names[command.text] ?? ''}${command.level ?? ''}`.toLowerCase().includes(sought),
  )
}

/** Height of the menu in CSS pixels, as in the style sheet. */
const height = 240

/** Below the slash, above it where the keyboard of the screen or the end of the window leaves no room. */
function placeOf({ view }: Editor, position: number): CSSProperties {
  const { left, top, bottom } = view.coordsAtPos(position)
  const host = view.dom.parentElement?.getBoundingClientRect()
  if (!host) return {}
  const visibleHeight = globalThis.visualViewport?.height ?? globalThis.innerHeight
  const isAbove = bottom + height > visibleHeight && top > height
  const inlineStart = Math.max(0, Math.min(left - host.left, host.width - 220))
  return isAbove
    ? { insetInlineStart: inlineStart, bottom: host.bottom - top + 4 }
    : { insetInlineStart: inlineStart, top: bottom - host.top + 4 }
}
