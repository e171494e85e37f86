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
const RichTextInput = lazyComponent(async () => (await import('./RichTextInput.tsx')).RichTextInput)

/** The input a setting's type asks for. */
export function SettingInput(props: SettingInputProps) {
  const { id, setting, value, invalid, describedBy, onChange } = props
  const t = useT()
  const kind = kindTypes.find((one) => one === setting.type)
  if (kind !== undefined) return <KindInput {...props} kind={kind} />
  if (setting.type === 'remoteSelects') return <KindInput {...props} kind="references" />
  if (setting.type === 'remoteSelect') return <RecordInput {...props} />
  if (setting.type === 'city') return <PlaceInput {...props} />
  if (setting.type === 'selects') return <SelectsInput {...props} />
  if (setting.type === 'editor') return <RichTextInput {...props} />
  if (setting.type === 'array') return <PairRows {...props} />
  const common = {
    id,
    disabled: isFixed(setting),
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
  }
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
  if (setting.type === 'radio')
    return (
      <RadioGroup
        {...common}
        name={id}
        inline
        className="settings-choices"
        aria-labelledby={`${id}-label`}
        selectedValue={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {Object.entries(setting.content).map(([one, label], at) => (
          <Radio key={one} id={at === 0 ? id : undefined} value={one} label={label} />
        ))}
      </RadioGroup>
    )
  if (setting.type === 'select')
    return (
      <HTMLSelect
        {...common}
        value={String(value)}
        options={[
          // One that was added may have no value yet.
          ...(Object.hasOwn(Object(setting.content), String(value)) ? [] : [{ value: '', label: t('choose') }]),
          ...Object.entries(setting.content).map(([one, label]) => ({ value: one, label })),
        ]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  const isNumber = setting.type === 'number'
  const isSecret = setting.type === 'password'
  return (
    <InputGroup
      {...common}
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
