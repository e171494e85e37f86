/** The place to write: Enter sends, Shift and Enter begins a line; files are uploaded first. */
import { Button, Spinner, TextArea } from '@blueprintjs/core'
import { Cross, Paperclip, SendMessage } from '@blueprintjs/icons'
import { useId, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { errorText, notify } from 'tablewright/web'
import { fileTypes, type ChatMessage } from '../../shared/message.ts'
import { useT } from '../texts.ts'
import { readDraft, writeDraft } from './drafts.ts'
import type { OutgoingMessage } from './outbox.ts'
import type { ThreadSource } from './source.ts'

export interface ComposerExtras {
  /** The message is seen by the staff only. */
  readonly isNote?: boolean
  /** Stands above the text, for example a list of canned replies. */
  readonly renderSuggestions?: (text: string, replace: (text: string) => void) => ReactNode
  /** Handles a key before the composer does. @returns whether it did */
  readonly onKey?: (event: KeyboardEvent<HTMLTextAreaElement>, text: string, replace: (text: string) => void) => boolean
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

export function Composer({ source, reply, onReplyDone, onType, onSent, extras = {} }: ComposerProps) {
  const t = useT()
  const id = useId()
  const { text, setText } = useDraft(source)
  const base = {
    conversation: source.conversation,
    ...(reply && { reply: reply.seq }),
    ...(extras.isNote && { isNote: true }),
  }
  const { uploading, upload } = useUpload(source, (file) => {
    source.outbox.add({ ...base, text: '', file })
    onReplyDone()
    onSent()
  })
  const replace = (value: string): void => {
    setText(value)
    document.getElementById(id)?.focus()
  }
  const send = (): void => {
    if (text.trim() === '') return
    source.outbox.add({ ...base, text })
    replace('')
    onReplyDone()
    onSent()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (extras.onKey?.(event, text, replace)) return
    if (event.key === 'Escape' && reply) onReplyDone()
    // While an input method composes, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const label = extras.isNote ? t('note') : t('draft')
  return (
    <form
      className={extras.isNote ? 'chat-composer chat-composing-note' : 'chat-composer'}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {reply && <ReplyBar reply={reply} onDone={onReplyDone} />}
      {uploading !== '' && (
        <p className="chat-replying" role="status">
          <Spinner size={16} /> <span>{t('uploading', { name: uploading })}</span>
        </p>
      )}
      {extras.renderSuggestions?.(text, replace)}
      <div className="chat-write">
        <AttachButton upload={upload} />
        <TextArea
          id={id}
          autoResize
          fill
          value={text}
          maxLength={8000}
          aria-label={label}
          placeholder={label}
          onChange={({ target }) => {
            setText(target.value)
            if (target.value !== '' && !extras.isNote) onType()
          }}
          onKeyDown={onKeyDown}
          {...fileEvents(upload)}
        />
        <SendButton isDisabled={text.trim() === ''} />
      </div>
    </form>
  )
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

type Upload = (files: readonly File[]) => void

function useUpload(source: ThreadSource, onUploaded: (file: NonNullable<OutgoingMessage['file']>) => void) {
  const [uploading, setUploading] = useState('')
  const run = async (files: readonly File[]): Promise<void> => {
    for (const file of files) {
      setUploading(file.name)
      try {
        const { code, name, size } = await source.upload(file)
        onUploaded({ code, name, size, isImage: file.type.startsWith('image/') })
      } catch (error) {
        notify({ text: errorText(error), tone: 'danger' })
      }
    }
    setUploading('')
  }
  const upload: Upload = (files) => void run(files)
  return { uploading, upload }
}

/** Files that are pasted or dropped into the text. */
const fileEvents = (upload: Upload) => ({
  onPaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    upload(files)
  },
  onDrop(event: DragEvent): void {
    event.preventDefault()
    upload([...event.dataTransfer.files])
  },
  onDragOver: (event: DragEvent): void => event.preventDefault(),
})

function ReplyBar({ reply, onDone }: { readonly reply: ChatMessage; readonly onDone: () => void }) {
  const t = useT()
  return (
    <p className="chat-replying">
      <span>{t('reply-to', { name: reply.name || t('gone') })}</span>
      <span className="tw-muted">{reply.text}</span>
      <Button variant="minimal" size="small" icon={<Cross />} aria-label={t('reply-cancel')} onClick={onDone} />
    </p>
  )
}

function AttachButton({ upload }: { readonly upload: Upload }) {
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
          upload(files)
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
