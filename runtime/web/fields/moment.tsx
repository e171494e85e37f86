/** Dates and times are typed as text; a button opens the browser's own picker. */
import type { ComponentType } from 'react'
import { controlProps, type InputProps } from './input-props.ts'
import { MomentText, type MomentTextProps } from './MomentText.tsx'
import { useTypedText } from './typed-text.ts'

interface MomentShape extends Pick<MomentTextProps, 'picker' | 'pattern'> {
  readonly toText: (value: unknown, props: InputProps) => string
  readonly toPicker: (text: string) => string
  readonly fromPicker: (picked: string) => string
}

/** Creates the input of a kind that represents a day, a time of day or both. */
export function momentInput(shape: MomentShape): ComponentType<InputProps> {
  return function MomentInput(props: InputProps) {
    const typed = useTypedText(
      props,
      (value) => shape.toText(value, props),
      (text) => text.trim(),
    )
    return (
      <MomentText
        {...controlProps(props)}
        {...typed}
        picker={shape.picker}
        pattern={shape.pattern}
        className="record-code"
        intent={props.invalid ? 'danger' : 'none'}
        pickLabel={props.locale.t('pick-time')}
        picked={shape.toPicker(typed.value)}
        onPick={(picked) => props.onChange(picked === '' ? '' : shape.fromPicker(picked))}
      />
    )
  }
}
