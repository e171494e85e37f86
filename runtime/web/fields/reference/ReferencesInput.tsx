import { useState } from 'react'
import type { RelationModel } from '../../../protocol/index.ts'
import { controlProps, type InputProps, type WireRow } from '../input-props.ts'
import { Picker } from '../picker/Picker.tsx'
import { usePicker, type PickerOption } from '../picker/picker.ts'
import { rememberName, useRecordName } from './names.ts'
import { optionsOfRows, useRemoteRows } from './options.ts'
import { RemovableTag } from '../text/RemovableTag.tsx'

/** Several records of another table: the selected ones as tags, and a search that adds one more. */
export function ReferencesInput(props: InputProps) {
  return props.field.relation ? <RelationsPicker {...props} relation={props.field.relation} /> : null
}

function RelationsPicker({ relation, ...props }: InputProps & { readonly relation: RelationModel }) {
  const { locale, disabled } = props
  const picker = usePicker()
  const [recent, setRecent] = useState<readonly PickerOption[]>([])
  const remote = useRemoteRows(relation, picker, [])
  const selection = Array.isArray(props.value) ? props.value.map(String) : []
  const choose = (option: PickerOption) => {
    setRecent([...recent, option])
    rememberName(relation, option.value, option.label)
    props.onChange([...selection, String(option.value)])
  }
  const options = optionsOfRows(remote.rows, relation, locale.language, (row) => selection.includes(String(row['id'])))
  return (
    <div className="record-tags">
      {selection.map((id) => (
        <SelectedRecord
          key={id}
          id={id}
          relation={relation}
          row={props.record.row}
          disabled={disabled}
          remove={(name) => locale.t('remove-item', { item: name })}
          onRemove={() => props.onChange(selection.filter((other) => other !== id))}
        />
      ))}
      <Picker
        picker={picker}
        control={controlProps(props)}
        locale={locale}
        chosen={null}
        onChoose={choose}
        onClear={null}
        onBlur={props.onBlur}
        list={{
          ...remote,
          options: options.map((option) => ({ ...option, isDisabled: selection.includes(String(option.value)) })),
        }}
        placeholder={locale.t('search-record')}
      />
    </div>
  )
}

interface ChosenProps {
  readonly id: string
  readonly relation: RelationModel
  readonly row: WireRow | null
  readonly disabled: boolean
  readonly remove: (name: string) => string
  readonly onRemove: () => void
}

function SelectedRecord({ id, relation, row, disabled, remove, onRemove }: ChosenProps) {
  const title = (row?.[relation.as] as readonly WireRow[] | undefined)?.find((target) => String(target['id']) === id)?.[
    relation.show
  ]
  const isRecord = /^\d+$/.test(id)
  const loadedName = useRecordName(relation, title === undefined && isRecord ? id : null)
  const name = String(title ?? loadedName ?? (isRecord ? `#${id}` : id))
  return <RemovableTag name={name} disabled={disabled} removeLabel={remove(name)} onRemove={onRemove} />
}
