/** An input whose text counts when it is left: each change is one line in the list of changes. */
import { InputGroup } from '@blueprintjs/core'
import { useState } from 'react'

interface CommittedInputProps {
  readonly id: string
  readonly value: string
  readonly type?: 'text' | 'number'
  /** Called when the input is left or Enter is pressed with another value. @returns false when nothing comes of it */
  readonly onCommit: (value: string) => unknown
}

interface TypedText {
  readonly text: string
  /** The value that it is to replace. */
  readonly former: string
  readonly isSent: boolean
}

export function CommittedInput({ id, value, type = 'text', onCommit }: CommittedInputProps) {
  const [typed, setTyped] = useState<TypedText | null>(null)
  // The typed text stays in view until the value follows.
  if (typed !== null && typed.former !== value) setTyped(null)
  const commit = (): void => {
    if (typed === null || typed.isSent) return
    const text = typed.text.trim()
    const isKept = text !== value && onCommit(text) !== false
    setTyped(isKept ? { ...typed, isSent: true } : null)
  }
  return (
    <InputGroup
      id={id}
      type={type}
      size="small"
      value={typed?.text ?? value}
      onChange={(event) => setTyped({ text: event.currentTarget.value, former: value, isSent: false })}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit()
      }}
    />
  )
}
