/**
 * The editor of rich text, built on ProseMirror by Tiptap. What it makes is only a draft: the server keeps what a text
 * needs and writes it anew.
 */
import { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countWords, type FileAccess } from '../../../protocol/index.ts'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { notify } from '../../core/notify.ts'
import { isUnderWay } from '../../files/queue.ts'
import { UploadList } from '../../files/UploadList.tsx'
import { useUploads } from '../../files/use-uploads.ts'
import type { InputProps } from '../input-props.ts'
import { labelId } from '../input-props.ts'
import { cleanMarkup, ownPicture } from './clean-fragment.ts'
import { EditedText } from './edited-text.ts'
import { extensions } from './extensions.ts'
import { LinkForm } from './LinkForm.tsx'
import type { Picture } from './PictureDialog.tsx'
import { SlashMenu } from './SlashMenu.tsx'
import { Toolbar } from './Toolbar.tsx'
import { t as translate, useT } from './texts.ts'
import './rich-text.css'
import './rich-editor.css'

const PictureDialog = lazyComponent(async () => (await import('./PictureDialog.tsx')).PictureDialog)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function RichTextEditor(props: InputProps) {
  const { id, field, value, invalid, describedBy, disabled, record, locale, onChange, onBlur } = props
  const t = useT()
  const menuId = useId()
  const hintId = useId()
  const host = useRef<HTMLDivElement>(null)
  const [editor] = useState(() => createEditor(textOf(value)))
  const [text] = useState(() => new EditedText(editor, textOf(value)))
  const change = useEffectEvent((html: string) => onChange(html))
  const [isLinking, setLinking] = useState(false)
  const [dialog, setDialog] = useState<{ readonly picture: Picture | null } | null>(null)
  const { tasks, queue, isResumable, upload } = usePictureUploads(editor, field.access)
  const isSending = tasks.some(isUnderWay)
  const setPending = useEffectEvent((isPending: boolean) => record.setPending(field.name, isPending))
  useEffect(() => setPending(isSending), [isSending])
  const openPicture = (): void => setDialog({ picture: selectedPicture(editor) })
  const openSelected = useEffectEvent(openPicture)
  const handleKey = useEffectEvent((event: KeyboardEvent): boolean => {
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && (event.key === 'Enter' || event.key.toLowerCase() === 's')) {
      // The form saves what it has.
      flushSync(() => text.flush())
      return true
    }
    if (event.altKey && event.key === 'F10') {
      host.current?.parentElement?.querySelector<HTMLElement>('[role="toolbar"] button')?.focus()
      event.preventDefault()
      return true
    }
    if (isCommand && event.key.toLowerCase() === 'k') {
      setLinking(true)
      event.preventDefault()
      return true
    }
    if (event.key === 'Enter' && selectedPicture(editor)) {
      setDialog({ picture: selectedPicture(editor) })
      event.preventDefault()
      return true
    }
    return false
  })
  const leave = useEffectEvent(() => {
    text.flush()
    onBlur()
  })
  useLayoutEffect(() => {
    if (!host.current) return undefined
    editor.mount(host.current)
    const stop = text.start((html) => change(html))
    return () => {
      stop()
      editor.unmount()
    }
  }, [editor, text])
  useEffect(() => text.receive(textOf(value)), [text, value])
  useEffect(() => {
    editor.setEditable(!disabled, false)
  }, [editor, disabled])
  useEffect(() => {
    const leaving = { isNext: false }
    editor.setOptions({
      editorProps: {
        attributes: {
          id,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': labelId(id),
          'aria-describedby': [describedBy, hintId].filter((part) => part !== undefined).join(' '),
          'aria-required': String(field.required),
          'aria-invalid': String(invalid),
          'aria-readonly': String(disabled),
          class: 'rich-text rich-editor-text',
        },
        transformPastedHTML: cleanPasted,
        handlePaste: (_view, { clipboardData }) => {
          // Texts of word processors come with a picture of the text.
          if (!clipboardData || clipboardData.files.length === 0 || clipboardData.getData('text/plain') !== '')
            return false
          upload(clipboardData.files, editor.state.selection.to)
          return true
        },
        handleDrop: (view, event, _slice, isMoved) => {
          const files = event.dataTransfer?.files
          if (isMoved || !files || files.length === 0) return false
          upload(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.to)
          return true
        },
        handleDOMEvents: {
          keydown: (view, event) => {
            if (view.composing || event.isComposing) return false
            if (handleKey(event)) return true
            // Tab belongs to lists and tables; after Escape it leaves them.
            if (event.key === 'Tab' && leaving.isNext) return true
            leaving.isNext = event.key === 'Escape' && (editor.isActive('table') || editor.isActive('listItem'))
            if (leaving.isNext) event.stopPropagation()
            return false
          },
          blur: () => {
            leave()
            return false
          },
        },
        handleDoubleClickOn: (_view, _position, node) => {
          if (node.type.name !== 'image') return false
          openSelected()
          return true
        },
      },
    })
  }, [editor, id, describedBy, hintId, field.required, invalid, disabled, upload])
  const putPicture = (picture: Picture | null): void => {
    setDialog(null)
    if (!picture) return void editor.commands.focus()
    const attributes = { src: picture.src, alt: picture.alt.trim() }
    const { to } = editor.state.selection
    if (selectedPicture(editor)) editor.chain().focus().updateAttributes('image', attributes).setTextSelection(to).run()
    else editor.chain().focus().setImage(attributes).run()
  }
  return (
    <div className="rich-editor" data-wrong={invalid || undefined}>
      {!disabled && <Toolbar editor={editor} onLink={() => setLinking(true)} onPicture={openPicture} />}
      {isLinking && <LinkForm editor={editor} onClose={() => setLinking(false)} />}
      <div ref={host} className="rich-editor-host">
        <SlashMenu editor={editor} id={menuId} onPicture={openPicture} />
      </div>
      <UploadList tasks={tasks} queue={queue} isResumable={isResumable} />
      <div className="rich-editor-foot">
        <span id={hintId} className="rich-hint">
          {t('hint')}
        </span>
        <WordCount editor={editor} />
      </div>
      {dialog && (
        <PictureDialog
          picture={dialog.picture}
          record={record}
          locale={locale}
          access={field.access}
          onClose={putPicture}
        />
      )}
    </div>
  )
}

const createEditor = (html: string): Editor =>
  new Editor({ element: null, extensions, content: cleanMarkup(html), injectCSS: false })

/** Pasted markup passes our own reading first; ProseMirror parses what is left of it. */
function cleanPasted(html: string): string {
  let isAllKept = true
  const cleaned = cleanMarkup(html, (src) => {
    const address = ownPicture(src)
    isAllKept &&= address !== null
    return address
  })
  if (!isAllKept) notify({ text: translate('dropped'), tone: 'warning' })
  return cleaned
}

/** The picture that is selected alone. */
function selectedPicture(editor: Editor): Picture | null {
  const { doc, selection } = editor.state
  const node = selection.to - selection.from === 1 ? doc.nodeAt(selection.from) : null
  if (node?.type.name !== 'image') return null
  const { src, alt } = node.attrs
  return { src: String(src ?? ''), alt: String(alt ?? '') }
}

/** Sends pictures that were pasted or dropped, and puts them there. The place moves with what is typed meanwhile. */
function usePictureUploads(editor: Editor, access: FileAccess | undefined) {
  const [place] = useState(() => ({ position: 0 }))
  const { tasks, queue, isResumable } = useUploads({
    isPicture: true,
    access,
    onDone: ({ url }) => {
      editor
        .chain()
        .insertContentAt(Math.min(place.position, editor.state.doc.content.size), {
          type: 'image',
          attrs: { src: url, alt: '' },
        })
        .run()
    },
  })
  useEffect(() => {
    const follow = ({ transaction }: { transaction: { mapping: { map: (position: number) => number } } }): void => {
      place.position = transaction.mapping.map(place.position)
    }
    editor.on('transaction', follow)
    return () => void editor.off('transaction', follow)
  }, [editor, place])
  const [upload] = useState(() => (files: Iterable<File>, position: number): void => {
    place.position = position
    queue.add([...files])
  })
  return { tasks, queue, isResumable, upload }
}

/** Counted once the text has rested: a long one takes a while. */
function WordCount({ editor }: { readonly editor: Editor }) {
  const t = useT()
  const [count, setCount] = useState(() => wordsIn(editor))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => setCount(wordsIn(editor)), 400)
    }
    editor.on('update', schedule)
    return () => {
      clearTimeout(timer)
      editor.off('update', schedule)
    }
  }, [editor])
  return <span className="rich-count">{t('words', { count })}</span>
}

const wordsIn = ({ state: { doc } }: Editor): number => countWords(doc.textBetween(0, doc.content.size, '\n', ' '))
