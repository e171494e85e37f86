import { useState } from 'react'
import type { RelationModel } from '../../../protocol/index.ts'
import { useT } from '../form-texts.ts'
import { useCellT } from '../cell-texts.ts'
import type { FilterProps } from '../renderer.ts'
import { Picker } from '../picker/Picker.tsx'
import { usePicker, type PickerOption } from '../picker/picker.ts'
import { optionsOfRows, useRemoteRows } from './options.ts'
import { rememberName, useRecordName } from './names.ts'
import '../inputs.css'

/** The picker of the form without conditions that depend on a record. */
export function RecordFilter(props: FilterProps) {
  return props.field.relation ? <RelationFilter {...props} relation={props.field.relation} /> : null
}

function RelationFilter({
  id,
  operator,
  value,
  onChange,
  locale,
  relation,
}: FilterProps & { readonly relation: RelationModel }) {
  const t = useT()
  const tCell = useCellT()
  const picker = usePicker()
  const [recent, setRecent] = useState<PickerOption | null>(null)
  const remote = useRemoteRows(relation, picker, [])
  const recordId = value ? String(value.val) : null
  const name = useRecordName(relation, recordId !== null && String(recent?.value) !== recordId ? recordId : null)
  const chosen =
    recordId === null
      ? null
      : String(recent?.value) === recordId
        ? recent
        : { value: recordId, label: name ?? `#${recordId}` }
  const choose = (option: PickerOption) => {
    setRecent(option)
    rememberName(relation, option.value, option.label)
    onChange({ operator, val: String(option.value) })
  }
  return (
    <Picker
      picker={picker}
      locale={{ ...locale, t }}
      chosen={chosen}
      onChoose={choose}
      onClear={() => onChange(null)}
      onBlur={() => {}}
      placeholder={tCell('any')}
      control={{
        id,
        disabled: false,
        'aria-invalid': undefined,
        'aria-describedby': undefined,
        'aria-required': undefined,
      }}
      list={{ ...remote, options: optionsOfRows(remote.rows, relation, locale.language) }}
    />
  )
}
