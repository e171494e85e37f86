import { useT as useFormT } from '../fields/form-texts.ts'
import { controlProps } from '../fields/input-props.ts'
import { Picker } from '../fields/picker/Picker.tsx'
import { usePicker } from '../fields/picker/picker.ts'
import { RemovableTag } from '../fields/text/RemovableTag.tsx'
import '../fields/inputs.css'
import { useSettingLocale, settingField } from './setting-field.ts'
import { isFixed, type SettingInputProps } from './settings.ts'

/** Several of many options: the chosen ones as tags, and a search that adds one more. */
export function SelectsInput(props: SettingInputProps) {
  const { id, setting, value, invalid, describedBy, onChange } = props
  const t = useFormT()
  const locale = useSettingLocale()
  const picker = usePicker()
  const chosen = Array.isArray(value) ? value.map(String) : []
  const all = setting.content === '' ? [] : Object.entries(setting.content)
  const query = picker.query.trim().toLowerCase()
  const labelOf = (one: string): string => all.find(([name]) => name === one)?.[1] ?? one
  const disabled = isFixed(setting)
  return (
    <div className="record-tags">
      {chosen.map((one) => (
        <RemovableTag
          key={one}
          name={labelOf(one)}
          disabled={disabled}
          removeLabel={t('remove-item', { item: labelOf(one) })}
          onRemove={() => onChange(chosen.filter((other) => other !== one))}
        />
      ))}
      <Picker
        picker={picker}
        control={controlProps({ id, field: settingField(setting, 'set'), disabled, invalid, describedBy })}
        locale={locale}
        list={{
          options: all
            .filter(([, label]) => label.toLowerCase().includes(query))
            .map(([name, label]) => ({ value: name, label, isDisabled: chosen.includes(name) })),
          state: 'ready',
          more: null,
        }}
        chosen={null}
        placeholder={t('none-chosen')}
        onChoose={(option) => onChange([...chosen, String(option.value)])}
        onClear={null}
        onBlur={() => undefined}
      />
    </div>
  )
}
