import { useState } from 'react'
import type { RelationModel } from '../../../protocol/index.ts'
import { controlProps, type InputProps, type WireRow } from '../input-props.ts'
import { Picker } from '../picker/Picker.tsx'
import { usePicker, type PickerOption } from '../picker/picker.ts'
import { rememberName, useRecordName } from './names.ts'
import { optionsOfRows, useRemoteRows } from './options.ts'
import { RemovableTag } from '../text/RemovableTag.tsx'

/** Records that are named before they are there: the server adds them with the record that is saved. */
export interface Naming {
  readonly names: readonly string[]
  readonly setNames: (names: readonly string[]) => void
  /** The text of the option that adds a name. */
  readonly label: (name: string) => string
  readonly maxLength: number
}

interface ReferencesProps extends InputProps {
  /** Absent = only records that are there can be chosen. */
  readonly naming?: Naming
}

/** Several records of another table: the selected ones as tags, and a search that adds one more. */
export function ReferencesInput(props: ReferencesProps) {
  return props.field.relation ? <RelationsPicker {...props} relation={props.field.relation} /> : null
}

/** The option for a name that no record has, first, so that Enter takes what was typed. */
function newOptions(naming: Naming | undefined, query: string, options: readonly PickerOption[]): PickerOption[] {
  const name = query.trim()
  if (!naming || name === '' || name.length > naming.maxLength) return []
  const isSame = (other: string): boolean => other.toLowerCase() === name.toLowerCase()
  if (naming.names.some(isSame) || options.some(({ label }) => isSame(label))) return []
  return [{ value: newValue, label: naming.label(name), keys: [name] }]
}

const newValue = 'new'

function RelationsPicker({ relation, naming, ...props }: ReferencesProps & { readonly relation: RelationModel }) {
  const { locale, disabled } = props
  const picker = usePicker()
  const [recent, setRecent] = useState<readonly PickerOption[]>([])
  const remote = useRemoteRows(relation, picker, [])
  const selection = Array.isArray(props.value) ? props.value.map(String) : []
  const choose = (option: PickerOption) => {
    if (option.value === newValue) return naming?.setNames([...naming.names, option.keys?.[0] ?? ''])
    setRecent([...recent, option])
    rememberName(relation, option.value, option.label)
    props.onChange([...selection, String(option.value)])
  }
  const options = optionsOfRows(remote.rows, relation, locale.language, (row) => selection.includes(String(row['id'])))
  const added = remote.state === 'loading' ? [] : newOptions(naming, picker.query, options)
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
      {naming?.names.map((name) => (
        <RemovableTag
          key={name}
          name={name}
          disabled={disabled}
          removeLabel={locale.t('remove-item', { item: name })}
          onRemove={() => naming.setNames(naming.names.filter((other) => other !== name))}
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
          options: [
            ...added,
            ...options.map((option) => ({ ...option, isDisabled: selection.includes(String(option.value)) })),
          ],
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
