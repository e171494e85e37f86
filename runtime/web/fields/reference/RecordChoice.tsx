import { useState } from 'react'
import type { RelationModel } from '../../../protocol/index.ts'
import type { controlProps, FieldLocale } from '../input-props.ts'
import { useT } from '../form-texts.ts'
import { Picker } from '../picker/Picker.tsx'
import { usePicker, type PickerOption } from '../picker/picker.ts'
import { optionsOfRows, useRemoteRows } from './options.ts'
import { rememberName, useRecordName } from './names.ts'
import '../inputs.css'

interface RecordChoiceProps {
  readonly relation: RelationModel
  /** Attributes of the control; the id of its label is `${control.id}-label`. */
  readonly control: ReturnType<typeof controlProps>
  /** Id of the record, null while none is chosen. */
  readonly value: string | null
  /** Null = the choice was cleared. */
  readonly onChange: (id: string | null) => void
  readonly locale: Omit<FieldLocale, 't'>
  readonly placeholder: string
}

/** The picker of a reference outside the form of a record: no condition depends on other fields. */
export function RecordChoice({ relation, control, value, onChange, locale, placeholder }: RecordChoiceProps) {
  const t = useT()
  const picker = usePicker()
  const [recent, setRecent] = useState<PickerOption | null>(null)
  const remote = useRemoteRows(relation, picker, [])
  const isRecent = String(recent?.value) === value
  const name = useRecordName(relation, isRecent ? null : value)
  const selected = value === null ? null : isRecent ? recent : { value, label: name ?? `#${value}` }
  const choose = (option: PickerOption) => {
    setRecent(option)
    rememberName(relation, option.value, option.label)
    onChange(String(option.value))
  }
  return (
    <Picker
      picker={picker}
      locale={{ ...locale, t }}
      chosen={selected}
      onChoose={choose}
      onClear={() => onChange(null)}
      onBlur={() => {}}
      placeholder={placeholder}
      control={control}
      list={{ ...remote, options: optionsOfRows(remote.rows, relation, locale.language) }}
    />
  )
}
