/** Text inputs keep what is being typed and convert it to the canonical form of the kind when they lose the focus. */
import { useState, type ChangeEvent } from 'react'
import { isEmpty, readText } from '../../protocol/index.ts'
import type { InputProps } from './input-props.ts'

/** Attributes of an input that is typed into. */
interface TypedText {
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
  readonly onBlur: () => void
}

/**
 * @param toText canonical value → text of the input; text that is not yet a value is passed unchanged
 * @param tidy applied to the typed text when the input loses the focus, before the kind reads it
 */
export function useTypedText(
  props: InputProps,
  toText: (value: unknown) => string,
  normalize: (text: string) => string = (text) => text,
): TypedText {
  const [typed, setTyped] = useState<string | null>(null)
  const change = (text: string) => {
    setTyped(text)
    props.onChange(text)
  }
  const leave = () => {
    setTyped(null)
    const canonical = typed === null ? props.value : toCanonical(props, normalize(typed))
    if (typed !== null && canonical !== typed) props.onChange(canonical)
    props.onBlur()
  }
  return {
    value: typed ?? toText(props.value),
    onChange: (event) => change(event.target.value),
    onBlur: leave,
  }
}

/** The canonical value of a text, or the text itself when the kind cannot read it. */
function toCanonical({ field, locale }: InputProps, text: string): unknown {
  if (isEmpty(text)) return ''
  const read = readText(text, field, { timeZone: locale.timeZone })
  return 'value' in read ? read.value : text
}

/** Text of a value that is its own spelling. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
