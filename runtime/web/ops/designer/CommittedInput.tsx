/** An input whose text counts when it is left: each change is one line in the list of changes. */
import { InputGroup } from '@blueprintjs/core'
import { useState } from 'react'

interface CommittedInputProps {
  readonly id: string
  readonly value: string
  readonly type?: 'text' | 'number'
  /** Called when the input is left or Enter is pressed with another value. */
  readonly onCommit: (value: string) => void
}

export function CommittedInput({ id, value, type = 'text', onCommit }: CommittedInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = (): void => {
    if (typed !== null && typed !== value) onCommit(typed.trim())
    setTyped(null)
  }
  return (
    <InputGroup
      id={id}
      type={type}
      size="small"
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit()
      }}
    />
  )
}
