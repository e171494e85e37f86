import { Button, InputGroup, type InputGroupProps } from '@blueprintjs/core'
import { Calendar, Time } from '@blueprintjs/icons'
import { useRef } from 'react'
import { openPicker } from './date/open-picker.ts'
import './moment.css'

export interface MomentTextProps extends Omit<InputGroupProps, 'rightElement' | 'placeholder'> {
  readonly picker: 'datetime-local' | 'date' | 'time'
  /** The format of the text, shown as placeholder. */
  readonly pattern: string
  readonly pickLabel: string
  /** The value in the format of the browser's picker, "" for none. */
  readonly picked: string
  readonly onPick: (picked: string) => void
}

/**
 * A date or time, typed or picked. The browser's own input alone would show it in the format of the browser's language
 * instead of ours.
 */
export function MomentText({ picker, pattern, pickLabel, picked, onPick, ...input }: MomentTextProps) {
  const native = useRef<HTMLInputElement>(null)
  return (
    <div className="moment-text">
      <InputGroup
        fill
        autoComplete="off"
        spellCheck={false}
        {...input}
        placeholder={pattern}
        rightElement={
          <Button
            variant="minimal"
            icon={picker === 'time' ? <Time /> : <Calendar />}
            disabled={input.disabled}
            aria-label={pickLabel}
            onClick={() => openPicker(native.current)}
          />
        }
      />
      <input
        ref={native}
        type={picker}
        step={1}
        tabIndex={-1}
        aria-hidden
        className="moment-native"
        value={picked}
        onChange={(event) => onPick(event.target.value)}
      />
    </div>
  )
}
