/** Province, city and district, each a searchable select; a level can be chosen once the one above it is. */
import type { controlProps, FieldLocale } from '../input-props.ts'
import { labelId } from '../input-props.ts'
import { Picker } from '../picker/Picker.tsx'
import { usePicker, type PickerOptions } from '../picker/picker.ts'
import { cityOf, districtOf, provinceOf, useRegions } from './regions.ts'
import '../inputs.css'

interface RegionPickersProps {
  readonly control: ReturnType<typeof controlProps>
  /** A code, "" when nothing is chosen. */
  readonly value: string
  readonly locale: FieldLocale
  readonly onChange: (code: string) => void
  readonly onBlur: () => void
}

const levels = ['province', 'city', 'district'] as const

export function RegionPickers({ control, value, locale, onChange, onBlur }: RegionPickersProps) {
  const path = [provinceOf(value), cityOf(value), districtOf(value)]
  return (
    <div className="record-regions" role="group" aria-labelledby={labelId(control.id)}>
      {levels.map((level, index) => (
        <LevelPicker
          key={level}
          // The label of the field names the first control, so that it leads there.
          control={index === 0 ? control : { ...control, id: `${control.id}-${level}`, 'aria-required': undefined }}
          name={locale.t(`region-${level}`)}
          parent={index === 0 ? '' : (path[index - 1] ?? '')}
          value={path[index] ?? ''}
          isFirst={index === 0}
          locale={locale}
          onChoose={onChange}
          onClear={() => onChange(index === 0 ? '' : (path[index - 1] ?? ''))}
          onBlur={onBlur}
        />
      ))}
    </div>
  )
}

interface LevelPickerProps {
  readonly control: ReturnType<typeof controlProps>
  readonly name: string
  readonly parent: string
  readonly value: string
  readonly isFirst: boolean
  readonly locale: FieldLocale
  readonly onChoose: (code: string) => void
  readonly onClear: () => void
  readonly onBlur: () => void
}

function LevelPicker({ control, name, parent, value, isFirst, locale, onChoose, onClear, onBlur }: LevelPickerProps) {
  const picker = usePicker()
  const isOff = !isFirst && parent === ''
  const list = useRegions(isOff || (value === '' && !picker.isOpen && picker.wanted === null) ? null : parent)
  const option = list.options.find((candidate) => candidate.value === value)
  const labelled = isFirst ? control : { ...control, 'aria-label': name }
  return (
    <div>
      {/* Names the list of options. */}
      {!isFirst && (
        <span id={labelId(control.id)} className="tw-visually-hidden">
          {name}
        </span>
      )}
      <Picker
        picker={picker}
        control={{ ...labelled, disabled: control.disabled || isOff }}
        locale={locale}
        list={matching(list, picker.query)}
        chosen={value === '' ? null : (option ?? { value, label: value })}
        placeholder={name}
        onChoose={(option) => onChoose(String(option.value))}
        onClear={onClear}
        onBlur={onBlur}
      />
    </div>
  )
}

/** The options whose names contain what was typed. */
function matching(list: PickerOptions, text: string): PickerOptions {
  const query = text.trim()
  return query === '' ? list : { ...list, options: list.options.filter(({ label }) => label.includes(query)) }
}
