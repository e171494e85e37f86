import { TextArea } from '@blueprintjs/core'
import { controlProps, type InputProps } from '../input-props.ts'
import { plainText, useTypedText } from '../typed-text.ts'

export function TextareaInput(props: InputProps) {
  const typed = useTypedText(props, plainText)
  return (
    <TextArea
      {...controlProps(props)}
      {...typed}
      fill
      rows={3}
      autoResize
      intent={props.invalid ? 'danger' : 'none'}
      className="record-textarea"
    />
  )
}
