import { InputGroup } from '@blueprintjs/core'
import { LayoutGrid } from '@blueprintjs/icons'
import { normalizeDigits } from '../../../protocol/index.ts'
import { NamedIcon } from '../../icons/NamedIcon.tsx'
import { lazyComponent } from '../../loading/lazy-component.tsx'
import { PopoverButton } from '../../popover/PopoverButton.tsx'
import { controlProps, type InputProps } from '../input.ts'
import { plainText, useTypedText } from '../typed-text.ts'

const IconPanel = lazyComponent(async () => (await import('./IconPanel.tsx')).IconPanel)

/** The name of an icon, with its drawing; those that there are can be chosen. */
export function IconInput(props: InputProps) {
  const { locale, value, disabled } = props
  const typed = useTypedText(props, plainText, normalizeDigits)
  return (
    <InputGroup
      {...controlProps(props)}
      {...typed}
      fill
      autoComplete="off"
      spellCheck={false}
      className="record-code record-icon"
      intent={props.invalid ? 'danger' : 'none'}
      leftElement={
        <span className="record-icon-shown" aria-hidden>
          {typeof value === 'string' && value !== '' && <NamedIcon name={value} />}
        </span>
      }
      rightElement={
        disabled ? undefined : (
          <PopoverButton
            kind="dialog"
            variant="minimal"
            icon={<LayoutGrid />}
            aria-label={locale.t('choose-icon')}
            title={locale.t('choose-icon')}
            preload={IconPanel.preload}
            renderPanel={(close) => (
              <IconPanel
                label={locale.t('choose-icon')}
                value={typeof value === 'string' ? value : ''}
                onChoose={(name) => {
                  props.onChange(name)
                  close()
                }}
              />
            )}
          />
        )
      }
    />
  )
}
