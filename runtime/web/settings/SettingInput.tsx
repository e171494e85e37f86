import { Checkbox, HTMLSelect, InputGroup, Radio, RadioGroup, Switch, TextArea } from '@blueprintjs/core'
import { lazyComponent } from '../core/loading/lazy-component.tsx'
import { PairRows } from './PairRows.tsx'
import { isFixed, kindTypes, placeholderOf, type SettingInputProps } from './settings.ts'
import { useT } from './texts.ts'

// The inputs of records are a part of their own, which few settings need.
const KindInput = lazyComponent(async () => (await import('./KindInput.tsx')).KindInput)
const RecordInput = lazyComponent(async () => (await import('./KindInput.tsx')).RecordInput)
const PlaceInput = lazyComponent(async () => (await import('./KindInput.tsx')).PlaceInput)
const SelectsInput = lazyComponent(async () => (await import('./SelectsInput.tsx')).SelectsInput)

/** The input a setting's type asks for. */
export function SettingInput(props: SettingInputProps) {
  const { id, setting, value, onChange } = props
  const t = useT()
  const kind = kindTypes.find((one) => one === setting.type)
  if (kind !== undefined) return <KindInput {...props} kind={kind} />
  if (setting.type === 'remoteSelects') return <KindInput {...props} kind="references" />
  if (setting.type === 'remoteSelect') return <RecordInput {...props} />
  if (setting.type === 'city') return <PlaceInput {...props} />
  if (setting.type === 'selects') return <SelectsInput {...props} />
  if (setting.type === 'editor') return <KindInput {...props} kind="html" />
  if (setting.type === 'array') return <PairRows {...props} />
  const common = controlProps(props)
  if (setting.type === 'switch') {
    return (
      <Switch
        {...common}
        checked={value === true || value === '1' || value === 1}
        innerLabel={t('off')}
        innerLabelChecked={t('on')}
        aria-labelledby={`${id}-label`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (setting.type === 'checkbox') return <Choices {...props} />
  if (setting.type === 'textarea')
    return (
      <TextArea
        {...common}
        fill
        autoResize
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (setting.type === 'radio') return <RadioInput {...props} />
  if (setting.type === 'select') return <SelectInput {...props} />
  return <LineInput {...props} />
}

const controlProps = ({ id, setting, invalid, describedBy }: SettingInputProps) => ({
  id,
  disabled: isFixed(setting),
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
})

function RadioInput(props: SettingInputProps) {
  const { id, setting, value, onChange } = props
  return (
    <RadioGroup
      {...controlProps(props)}
      name={id}
      inline
      className="settings-choices"
      aria-labelledby={`${id}-label`}
      selectedValue={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {Object.entries(setting.content).map(([name, label], index) => (
        <Radio key={name} id={index === 0 ? id : undefined} value={name} label={label} />
      ))}
    </RadioGroup>
  )
}

function SelectInput(props: SettingInputProps) {
  const { setting, value, onChange } = props
  const t = useT()
  return (
    <HTMLSelect
      {...controlProps(props)}
      value={String(value)}
      options={[
        // One that was added may have no value yet.
        ...(Object.hasOwn(Object(setting.content), String(value)) ? [] : [{ value: '', label: t('choose') }]),
        ...Object.entries(setting.content).map(([name, label]) => ({ value: name, label })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** One line of text: a number, a password, or any other text. */
function LineInput(props: SettingInputProps) {
  const { setting, value, invalid, onChange } = props
  const isNumber = setting.type === 'number'
  const isSecret = setting.type === 'password'
  return (
    <InputGroup
      {...controlProps(props)}
      className={isNumber ? 'settings-number' : undefined}
      inputMode={isNumber ? 'numeric' : undefined}
      type={isSecret ? 'password' : undefined}
      autoComplete={isSecret ? 'new-password' : undefined}
      placeholder={placeholderOf(setting)}
      intent={invalid ? 'danger' : 'none'}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Choices({ id, setting, value, onChange }: SettingInputProps) {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : []
  const options = setting.content === '' ? [] : Object.entries(setting.content)
  const put = (name: string, isChosen: boolean) =>
    onChange(options.map(([one]) => one).filter((one) => (one === name ? isChosen : chosen.includes(one))))
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="settings-choices">
      {options.map(([name, label], at) => (
        <Checkbox
          key={name}
          id={at === 0 ? id : undefined}
          inline
          label={label}
          checked={chosen.includes(name)}
          disabled={isFixed(setting)}
          onChange={(event) => put(name, event.currentTarget.checked)}
        />
      ))}
    </div>
  )
}
