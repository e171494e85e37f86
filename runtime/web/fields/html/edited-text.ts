/**
 * The text of the form that an editor changes. The editor holds a document; it becomes HTML after a pause, when the
 * editor is left and when the record is saved: a long text is not written anew with every key.
 */
import { createDocument, type Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { trimText } from '../../../protocol/index.ts'
import { cleanMarkup } from './clean-fragment.ts'

/** Milliseconds without a key. */
const pauseMs = 300

export class EditedText {
  readonly #editor: Editor
  /** The text as it was loaded: while the document is equal, it stays as it was stored, to the byte. */
  #original: { readonly html: string; readonly document: Node }
  /** As the form has it. */
  #current: string
  #send: ((html: string) => void) | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(editor: Editor, html: string) {
    this.#editor = editor
    this.#original = { html, document: editor.state.doc }
    this.#current = html
  }

  /** Gives the form every change, until the function it returns is called. */
  start(send: (html: string) => void): () => void {
    this.#send = send
    const schedule = (): void => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.flush(), pauseMs)
    }
    this.#editor.on('update', schedule)
    return () => {
      this.#editor.off('update', schedule)
      this.flush()
      this.#send = null
    }
  }

  /** Gives the form the text as it is now. */
  flush(): void {
    clearTimeout(this.#timer)
    const { doc } = this.#editor.state
    const isLoaded = doc.eq(this.#original.document)
    const html = isLoaded ? this.#original.html : isBlank(doc) ? '' : this.#editor.getHTML()
    if (html === this.#current) return
    this.#current = html
    this.#send?.(html)
  }

  /**
   * Takes over a text that came from elsewhere: another record, a restored draft, or what the server made of the own
   * text, which leaves the document and the place in it as they are.
   */
  receive(html: string): void {
    if (html === this.#current) return
    clearTimeout(this.#timer)
    this.#current = html
    const document = documentOf(this.#editor, html)
    if (!document.eq(this.#editor.state.doc)) this.#editor.commands.setContent(document.toJSON(), { emitUpdate: false })
    this.#original = { html, document: this.#editor.state.doc }
  }
}

const documentOf = ({ schema }: Editor, html: string): Node => createDocument(cleanMarkup(html), schema)

/** True for a text in which nothing can be seen. */
function isBlank(document: Node): boolean {
  let isEmpty = trimText(document.textContent) === ''
  document.descendants((node) => {
    if (node.isAtom && !node.isText && node.type.name !== 'hardBreak') isEmpty = false
    if (node.type.name === 'table' || node.type.name === 'figure') isEmpty = false
    return isEmpty
  })
  return isEmpty
}
