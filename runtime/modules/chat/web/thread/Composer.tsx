/** The place to write: Enter sends, Shift and Enter begins a line; files go with the next free connection. */
import { Button, TextArea } from '@blueprintjs/core'
import { Cross, Paperclip, SendMessage } from '@blueprintjs/icons'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { notify } from 'tablewright/web'
import { fileTypes, maxFileBytes, type ChatMessage } from '../../shared/message.ts'
import { useT } from '../texts.ts'
import { readDraft, writeDraft } from './drafts.ts'
import { mentionBefore, mentionedIn } from './mentions.ts'
import { sizeText } from './size-text.ts'
import type { ThreadSource } from './source.ts'
import { SuggestionList, useSuggestions, type Suggester } from './suggestions.tsx'

/** A text that does something instead of being sent. */
export interface Command {
  /** Says what it does. */
  readonly label: string
  /** @returns whether it was done, after which the text is gone */
  run(): Promise<boolean>
}

export interface ComposerExtras {
  /** The message is seen by the staff only. */
  readonly isNote?: boolean
  readonly suggesters?: readonly Suggester[]
  readonly commandOf?: (text: string) => Command | null
}

interface ComposerProps {
  readonly source: ThreadSource
  readonly reply: ChatMessage | null
  readonly onReplyDone: () => void
  readonly onType: () => void
  readonly onSent: () => void
  readonly extras: ComposerExtras | undefined
}

const accept = fileTypes.map((type) => `.${type}`).join(',')

export function Composer(props: ComposerProps) {
  const { source, reply, onReplyDone, onType, extras = {} } = props
  const t = useT()
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const { text, type, clear, moveCaret, suggestions } = useText(id, input, source, extras.suggesters ?? [])
  const command = extras.commandOf?.(text) ?? null
  const { send, attach } = useSending(props, { text, command, clear })
  useEffect(() => {
    if (reply) input.current?.focus()
  }, [reply])
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While an input method composes, the keys belong to it.
    if (event.nativeEvent.isComposing || suggestions.onKey(event)) return
    // The keys of the page are for who has left the text.
    if (event.key === 'Escape') return reply ? onReplyDone() : event.currentTarget.blur()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }
  const isNote = extras.isNote === true || command !== null
  const label = isNote ? t('note') : t('draft')
  return (
    <form
      className={isNote ? 'chat-composer chat-composing-note' : 'chat-composer'}
      onSubmit={(event) => {
        event.preventDefault()
        // The next message follows.
        input.current?.focus()
        send()
      }}
    >
      {reply && <ReplyBar reply={reply} onDone={onReplyDone} />}
      {command && (
        <p className="chat-replying" role="status">
          {command.label}
        </p>
      )}
      <SuggestionList id={id} suggestions={suggestions} />
      <div className="chat-write">
        <AttachButton attach={attach} />
        <TextArea
          inputRef={input}
          autoResize
          fill
          value={text}
          maxLength={8000}
          aria-label={label}
          placeholder={label}
          {...suggestions.attributes}
          onChange={({ target }) => {
            type(target)
            if (target.value !== '' && !isNote) onType()
          }}
          onSelect={({ currentTarget }) => moveCaret(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          {...fileEvents(attach)}
        />
        <SendButton isDisabled={text.trim() === ''} />
      </div>
    </form>
  )
}

/** The text with the place where somebody writes, and what is suggested there. */
function useText(
  id: string,
  input: RefObject<HTMLTextAreaElement | null>,
  source: ThreadSource,
  suggesters: readonly Suggester[],
) {
  const { text, setText } = useDraft(source)
  const [caret, setCaret] = useState(text.length)
  const suggestMentions = useMentions(source)
  const before = text.slice(0, caret)
  const write = (value: string, place: number): void => {
    // Drawn at once: what is typed next goes where the text ends now.
    flushSync(() => {
      setText(value)
      setCaret(place)
    })
    input.current?.focus()
    input.current?.setSelectionRange(place, place)
  }
  const suggestions = useSuggestions({
    id,
    suggesters: [...suggesters, suggestMentions],
    before,
    replace(typed, insert) {
      const start = before.slice(0, before.length - typed.length) + insert
      write(start + text.slice(caret), start.length)
    },
  })
  const type = ({ value, selectionStart }: HTMLTextAreaElement): void => {
    setText(value)
    setCaret(selectionStart)
  }
  // A person who has gone on, while a command ran, keeps the focus.
  const clear = (): void => {
    setText('')
    setCaret(0)
  }
  return { text, type, clear, moveCaret: setCaret, suggestions }
}

interface Sending {
  readonly text: string
  readonly command: Command | null
  readonly clear: () => void
}

function useSending({ source, reply, onReplyDone, onSent, extras }: ComposerProps, { text, command, clear }: Sending) {
  const t = useT()
  const base = {
    conversation: source.conversation,
    ...(reply && { reply: reply.seq }),
    ...(extras?.isNote && { isNote: true }),
  }
  const finish = (): void => {
    onReplyDone()
    onSent()
  }
  return {
    attach(files: readonly File[]): void {
      for (const file of files) {
        if (file.size <= maxFileBytes) source.outbox.add({ ...base, text: '', attachment: file })
        else notify({ text: t('too-large', { name: file.name, size: sizeText(maxFileBytes) }), tone: 'danger' })
      }
      finish()
    },
    send(): void {
      if (text.trim() === '') return
      if (command) {
        void command.run().then((isDone) => {
          if (isDone) clear()
        })
        return
      }
      const mentions = mentionedIn(text, source.people)
      source.outbox.add({ ...base, text, ...(mentions.length > 0 && { mentions }) })
      clear()
      finish()
    },
  }
}

/** Suggests the people of the conversation. */
function useMentions({ people, me }: ThreadSource): Suggester {
  const t = useT()
  return (before) => {
    const typed = mentionBefore(before)
    if (typed === null || people.length === 0) return null
    const start = typed.slice(1).toLowerCase()
    const list = people
      .filter(({ id, name }) => id !== me.id && name.toLowerCase().includes(start))
      .slice(0, 8)
      .map(({ id, name }) => ({ key: String(id), title: name, detail: '', text: `@${name} ` }))
    return { typed, label: t('mention'), empty: null, list }
  }
}

/** The text that is being written, kept until it is sent. */
function useDraft({ me, conversation }: ThreadSource) {
  const owner = `${me.kind}:${me.id}`
  const [text, setText] = useState(() => readDraft(owner, conversation))
  return {
    text,
    setText(value: string): void {
      setText(value)
      writeDraft(owner, conversation, value)
    },
  }
}

type Attach = (files: readonly File[]) => void

/** Files that are pasted or dropped into the text. */
const fileEvents = (attach: Attach) => ({
  onPaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    attach(files)
  },
  onDrop(event: DragEvent): void {
    event.preventDefault()
    attach([...event.dataTransfer.files])
  },
  onDragOver: (event: DragEvent): void => event.preventDefault(),
})

function ReplyBar({ reply, onDone }: { readonly reply: ChatMessage; readonly onDone: () => void }) {
  const t = useT()
  return (
    <p className="chat-replying">
      <span>{t('reply-to', { name: reply.name || t('gone') })}</span>
      <span className="tw-muted">{reply.text || t('file')}</span>
      <Button variant="minimal" size="small" icon={<Cross />} aria-label={t('reply-cancel')} onClick={onDone} />
    </p>
  )
}

function AttachButton({ attach }: { readonly attach: Attach }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="minimal"
        size="large"
        icon={<Paperclip />}
        aria-label={t('attach')}
        title={t('attach')}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) attach(files)
        }}
      />
    </>
  )
}

function SendButton({ isDisabled }: { readonly isDisabled: boolean }) {
  const t = useT()
  return (
    <Button
      type="submit"
      intent="primary"
      size="large"
      icon={<SendMessage />}
      aria-label={t('send')}
      title={t('send')}
      disabled={isDisabled}
    />
  )
}
