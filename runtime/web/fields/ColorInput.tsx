import { InputGroup } from '@blueprintjs/core'
import { controlProps, type InputProps } from './input-props.ts'
import { plainText, useTypedText } from './typed-text.ts'

export function ColorInput(props: InputProps) {
  const typed = useTypedText(props, plainText, (text) => text.trim())
  const solid = /^#[0-9a-f]{6}/i.exec(typed.value)?.[0]
  return (
    <div className="record-color">
      <input
        type="color"
        value={solid ?? '#000000'}
        disabled={props.disabled}
        aria-label={props.locale.t('pick-color')}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onBlur}
      />
      <InputGroup
        {...controlProps(props)}
        {...typed}
        fill
        autoComplete="off"
        spellCheck={false}
        placeholder="#rrggbb"
        className="record-code"
        intent={props.invalid ? 'danger' : 'none'}
      />
    </div>
  )
}
