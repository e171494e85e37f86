/** Dates and times are typed as text; a button opens the browser's own picker. */
import { Button, InputGroup } from '@blueprintjs/core'
import { Calendar, Time } from '@blueprintjs/icons'
import { useRef, type ComponentType } from 'react'
import { openPicker } from './date/open-picker.ts'
import { controlProps, type InputProps } from './input.ts'
import { useTypedText } from './typed-text.ts'

interface MomentShape {
  readonly picker: 'datetime-local' | 'date' | 'time'
  /** The format of the text, shown as placeholder. */
  readonly pattern: string
  readonly toText: (value: unknown, props: InputProps) => string
  readonly toPicker: (text: string) => string
  readonly fromPicker: (picked: string) => string
}

/** Creates the input of a kind that represents a day, a time of day or both. */
export function momentInput(shape: MomentShape): ComponentType<InputProps> {
  return function MomentInput(props: InputProps) {
    const picker = useRef<HTMLInputElement>(null)
    const typed = useTypedText(
      props,
      (value) => shape.toText(value, props),
      (text) => text.trim(),
    )
    return (
      <div className="record-moment">
        <InputGroup
          {...controlProps(props)}
          {...typed}
          fill
          autoComplete="off"
          spellCheck={false}
          placeholder={shape.pattern}
          className="record-code"
          intent={props.invalid ? 'danger' : 'none'}
          rightElement={
            <Button
              variant="minimal"
              icon={shape.picker === 'time' ? <Time /> : <Calendar />}
              disabled={props.disabled}
              aria-label={props.locale.t('pick-time')}
              onClick={() => openPicker(picker.current)}
            />
          }
        />
        <input
          ref={picker}
          type={shape.picker}
          step={1}
          tabIndex={-1}
          aria-hidden
          className="record-picker"
          value={shape.toPicker(typed.value)}
          onChange={(event) => props.onChange(event.target.value === '' ? '' : shape.fromPicker(event.target.value))}
        />
      </div>
    )
  }
}
