import { AnchorButton, InputGroup } from '@blueprintjs/core'
import { Share } from '@blueprintjs/icons'
import { kinds } from '../../../protocol/index.ts'
import { controlProps, type InputProps } from '../input-props.ts'
import { plainText, useTypedText } from '../typed-text.ts'

export function UrlInput(props: InputProps) {
  const typed = useTypedText(props, plainText, (text) => text.trim())
  const read = typed.value === '' ? null : kinds.url.read(typed.value, props.field, { timeZone: props.locale.timeZone })
  const open =
    read && 'value' in read ? (
      <AnchorButton
        variant="minimal"
        icon={<Share />}
        href={typed.value}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={props.locale.t('open-address')}
      />
    ) : undefined
  return (
    <InputGroup
      {...controlProps(props)}
      {...typed}
      fill
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      intent={props.invalid ? 'danger' : 'none'}
      rightElement={open}
    />
  )
}
