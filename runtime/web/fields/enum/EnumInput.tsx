import { HTMLSelect, Switch } from '@blueprintjs/core'
import { optionOf, type Language, type OptionModel } from '../../../protocol/index.ts'
import { controlProps, groupProps, type InputProps } from '../input-props.ts'
import { Picker } from '../picker/Picker.tsx'
import { usePicker } from '../picker/picker.ts'
import { switchPair, type SwitchPair } from './switch-pair.ts'

/** Two or three fixed options with short names are radio buttons, up to seven a native list, more are searched. */
export function EnumInput(props: InputProps) {
  const options = props.field.options ?? []
  const pair = props.field.widget === 'switch' ? switchPair(options) : null
  if (pair) return <SwitchInput {...props} off={pair.off} on={pair.on} />
  const mayBeEmpty = !props.field.required && props.field.default === undefined
  if (options.length <= 3 && !mayBeEmpty && areShort(options, props.locale.language)) return <ChoiceInput {...props} />
  return options.length <= 7 ? (
    <SelectInput {...props} mayBeEmpty={mayBeEmpty} />
  ) : (
    <SearchInput {...props} mayBeEmpty={mayBeEmpty} />
  )
}

/** True when the names fit into one line of a form at 390 pixels; ideographs are twice as wide as other letters. */
const areShort = (options: readonly OptionModel[], language: Language): boolean =>
  options.reduce((sum, { label }) => sum + widthOf(label[language]), 0) <= 30
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1), 0)

function SwitchInput({ off, on, ...props }: InputProps & SwitchPair) {
  const isOn = String(props.value) === String(on.value)
  return (
    <Switch
      {...controlProps(props)}
      className="record-switch"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its state
      role="switch"
      checked={isOn}
      label={(isOn ? on : off).label[props.locale.language]}
      onChange={(event) => props.onChange((event.currentTarget.checked ? on : off).value)}
      onBlur={props.onBlur}
    />
  )
}

/** Native radio buttons styled as one control, so that arrow keys, labels and screen readers work. */
function ChoiceInput(props: InputProps) {
  const { id, field, locale, disabled, invalid } = props
  return (
    <div
      {...groupProps(props)}
      role="radiogroup"
      aria-required={field.required || undefined}
      aria-invalid={invalid || undefined}
      className="record-choice"
      onBlur={props.onBlur}
    >
      {field.options?.map((option) => (
        <label key={option.name} className="record-segment">
          <input
            type="radio"
            name={id}
            value={String(option.value)}
            disabled={disabled}
            checked={String(props.value) === String(option.value)}
            onChange={() => props.onChange(option.value)}
          />
          <span>{option.label[locale.language]}</span>
        </label>
      ))}
    </div>
  )
}

function SelectInput({ mayBeEmpty, ...props }: InputProps & { readonly mayBeEmpty: boolean }) {
  const { field, locale } = props
  const isUnknown = !optionOf(field, props.value)
  return (
    <HTMLSelect
      {...controlProps(props)}
      fill
      value={isUnknown ? '' : String(props.value)}
      onBlur={props.onBlur}
      onChange={(event) => props.onChange(optionOf(field, event.target.value)?.value ?? '')}
    >
      {(mayBeEmpty || isUnknown) && <option value="">{locale.t('none-chosen')}</option>}
      {field.options?.map((option) => (
        <option key={option.name} value={String(option.value)}>
          {option.label[locale.language]}
        </option>
      ))}
    </HTMLSelect>
  )
}

function SearchInput({ mayBeEmpty, ...props }: InputProps & { readonly mayBeEmpty: boolean }) {
  const { field, locale } = props
  const picker = usePicker()
  const items = (field.options ?? []).map((option) => ({ value: option.value, label: option.label[locale.language] }))
  const matches = items.filter((item) => item.label.toLowerCase().includes(picker.query.trim().toLowerCase()))
  return (
    <Picker
      picker={picker}
      control={controlProps(props)}
      locale={locale}
      placeholder={locale.t('none-chosen')}
      list={{ options: matches, state: 'ready', more: null }}
      chosen={items.find((item) => String(item.value) === String(props.value)) ?? null}
      onBlur={props.onBlur}
      onChoose={(item) => props.onChange(item.value)}
      onClear={mayBeEmpty ? () => props.onChange('') : null}
    />
  )
}
