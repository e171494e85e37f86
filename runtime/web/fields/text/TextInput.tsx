import { InputGroup, Tag } from '@blueprintjs/core'
import { useMemo, type ComponentType, type HTMLInputAutoCompleteAttribute, type ReactElement } from 'react'
import { normalizeDigits } from '../../../protocol/index.ts'
import { controlProps, type InputProps } from '../input-props.ts'
import { plainText, useTypedText } from '../typed-text.ts'

/** The differences between single-line inputs. */
export interface TextShape {
  readonly type?: 'text' | 'email' | 'url' | 'tel'
  readonly inputMode?: 'text' | 'email' | 'url' | 'tel' | 'numeric' | 'decimal'
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  /**
   * Numbers and codes: tabular digits, no spell check; surrounding spaces are removed and full-width digits converted.
   */
  readonly isCode?: boolean
  readonly placeholder?: string
  readonly toText?: (value: unknown, props: InputProps) => string
  /** In place of that of numbers and codes. */
  readonly className?: string
  /** What stands before the text. */
  readonly left?: (props: InputProps) => ReactElement
  /** What stands after it, in place of the unit. */
  readonly right?: (props: InputProps) => ReactElement | undefined
}

/** Makes the single-line input of a kind. */
export function textInput(shape: TextShape): ComponentType<InputProps> {
  return function SingleLineInput(props: InputProps) {
    const isCode = shape.isCode ?? isCodeField(props)
    const typed = useTypedText(
      props,
      (value) => (shape.toText ?? plainText)(value, props),
      isCode ? normalizeDigits : undefined,
    )
    const unitText = props.field.unit?.[props.locale.language]
    // For another element InputGroup would lay out the page at every key.
    const unit = useMemo(() => (unitText ? <Tag minimal>{unitText}</Tag> : undefined), [unitText])
    return (
      <InputGroup
        {...controlProps(props)}
        {...typed}
        fill
        type={shape.type ?? 'text'}
        inputMode={shape.inputMode}
        autoComplete={shape.autoComplete ?? 'off'}
        spellCheck={isCode ? false : undefined}
        className={shape.className ?? (isCode ? 'record-code' : undefined)}
        placeholder={shape.placeholder}
        intent={props.invalid ? 'danger' : 'none'}
        leftElement={shape.left?.(props)}
        rightElement={shape.right ? shape.right(props) : unit}
      />
    )
  }
}

export const TextInput = textInput({})

/** A text with a unique index is a number or barcode, unless it is the record's title. */
function isCodeField({ field, record: { model } }: InputProps): boolean {
  return field.name !== model.title && model.indexes.some((index) => index.unique && index.on.includes(field.name))
}
