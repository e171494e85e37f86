import { InputGroup } from '@blueprintjs/core'
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { mailAddress } from '../../../../protocol/index.ts'
import { focusFirstField } from '../../../form/first-field.ts'
import { RemovableTag } from '../../../fields/text/RemovableTag.tsx'
import { useT } from './texts.ts'

/** Several addresses may be typed or pasted at once; full-width separators come from Chinese input methods. */
const splitAddresses = (text: string): readonly string[] =>
  text.split(/[\s,，;；、]+/).filter((address) => address !== '')

/** Those of a list and those that are still being typed, without repetitions. */
export function joinAddresses(addresses: readonly string[], typed: string): readonly string[] {
  const all = [...addresses, ...splitAddresses(typed)]
  return all.filter(
    (address, index) => all.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === index,
  )
}

export const isWrongAddress = (address: string): boolean => !mailAddress.test(address)

interface AddressesProps {
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  readonly disabled: boolean
  readonly addresses: readonly string[]
  readonly typed: string
  readonly onTyped: (text: string) => void
  readonly onChange: (addresses: readonly string[]) => void
}

/**
 * Takes the focus when the dialog opens. Enter, a separator and leaving the input add what was typed; Backspace in the
 * empty input takes the last one back.
 */
export function Addresses(props: AddressesProps) {
  const { id, describedBy, isInvalid, disabled, addresses, typed, onTyped, onChange } = props
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => focusFirstField(frame.current), [])
  const add = (text: string): void => {
    onTyped('')
    if (splitAddresses(text).length > 0) onChange(joinAddresses(addresses, text))
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && typed !== '') {
      event.preventDefault()
      add(typed)
    }
    const last = addresses.at(-1)
    if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      event.preventDefault()
      onTyped(last)
      onChange(addresses.slice(0, -1))
    }
  }
  return (
    <div ref={frame} className="mail-addresses">
      {addresses.map((address) => (
        <RemovableTag
          key={address}
          name={address}
          disabled={disabled}
          isWrong={isWrongAddress(address)}
          removeLabel={t('remove', { address })}
          onRemove={() => {
            onChange(addresses.filter((other) => other !== address))
            document.getElementById(id)?.focus()
          }}
        />
      ))}
      <InputGroup
        id={id}
        fill
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        value={typed}
        placeholder={addresses.length === 0 ? t('to-hint') : undefined}
        intent={isInvalid ? 'danger' : 'none'}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onKeyDown={handleKeyDown}
        onChange={({ currentTarget: { value } }) => (/[\s,，;；、]/.test(value) ? add(value) : onTyped(value))}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (splitAddresses(pasted).length < 2) return
          event.preventDefault()
          add(`${typed} ${pasted}`)
        }}
        onBlur={() => add(typed)}
      />
    </div>
  )
}
