import { LayoutGrid } from '@blueprintjs/icons'
import { NamedIcon, preloadIcons } from '../../core/NamedIcon.tsx'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { PopoverButton } from '../../core/popover/PopoverButton.tsx'
import type { InputProps } from '../input-props.ts'
import { textInput } from '../text/TextInput.tsx'

const IconPanel = lazyComponent(async () => {
  const [panel] = await Promise.all([import('./IconPanel.tsx'), preloadIcons()])
  return panel.IconPanel
})

/** The name of an icon, with its drawing; those that there are can be chosen. */
export const IconInput = textInput({
  isCode: true,
  className: 'record-code record-icon',
  left: ({ value }) => (
    <span className="record-icon-shown" aria-hidden>
      {typeof value === 'string' && value !== '' && <NamedIcon name={value} />}
    </span>
  ),
  right: (props) => (props.disabled ? undefined : <IconChoice {...props} />),
})

function IconChoice({ locale, value, onChange }: InputProps) {
  return (
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
            onChange(name)
            close()
          }}
        />
      )}
    />
  )
}
