/** Asks for the address of a link. */
import { Button, InputGroup } from '@blueprintjs/core'
import type { Editor } from '@tiptap/core'
import { useId, useState } from 'react'
import { isLink } from './clean-fragment.ts'
import { useT } from './texts.ts'

interface LinkFormProps {
  readonly editor: Editor
  readonly onClose: () => void
}

/** An address as it was typed; one without a beginning is that of a web page. */
const completed = (typed: string): string => {
  const address = typed.trim()
  return isLink(address) || !/^[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?$/.test(address) ? address : `https://${address}`
}

export function LinkForm({ editor, onClose }: LinkFormProps) {
  const t = useT()
  const id = useId()
  const [current] = useState(() => String(editor.getAttributes('link')['href'] ?? ''))
  const [address, setAddress] = useState(current || 'https://')
  const [isWrong, setWrong] = useState(false)
  const close = (): void => {
    onClose()
    editor.commands.focus()
  }
  const put = (): void => {
    const href = completed(address)
    if (!isLink(href) || href === 'https://') return setWrong(true)
    const chain = editor.chain().focus()
    if (editor.state.selection.empty && current === '')
      chain.insertContent([{ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }]).run()
    else chain.extendMarkRange('link').setLink({ href }).run()
    onClose()
  }
  return (
    <div className="rich-link">
      <InputGroup
        fill
        autoFocus
        aria-label={t('address')}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        intent={isWrong ? 'danger' : 'none'}
        value={address}
        onChange={(event) => {
          setAddress(event.target.value)
          setWrong(false)
        }}
        onKeyDown={(event) => {
          if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return
          // Enter in an input would save the form, and Escape close what is around it.
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') put()
          else close()
        }}
      />
      <Button text={t('put-link')} onClick={put} />
      {current !== '' && (
        <Button
          text={t('remove-link')}
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        />
      )}
      {isWrong && (
        <p id={id} role="alert" className="rich-wrong">
          {t('wrong-link')}
        </p>
      )}
    </div>
  )
}
