import { useEffect, useEffectEvent, useState } from 'react'
import {
  fieldOf,
  isEmpty,
  unresolved,
  unresolvedText,
  type Filter,
  type RelationModel,
} from '../../../protocol/index.ts'
import { controlProps, type InputProps, type RecordView, type WireRow } from '../input-props.ts'
import { Picker } from '../picker/Picker.tsx'
import { usePicker, type PickerOption } from '../picker/picker.ts'
import { useChosen } from './selected-record.ts'
import { optionsOfRows, useRemoteRows } from './options.ts'

/** A record of another table, searched on the server; the search may depend on other fields of this record. */
export function ReferenceInput(props: InputProps) {
  return props.field.relation ? <RelationPicker {...props} relation={props.field.relation} /> : null
}

function RelationPicker({ relation, ...props }: InputProps & { readonly relation: RelationModel }) {
  const { field, record, locale } = props
  const picker = usePicker()
  const [recent, setRecent] = useState<PickerOption | null>(null)
  const parent = emptyParent(relation, record)
  const remote = useRemoteRows(relation, picker, parent ? [] : filtersOf(relation, record))
  const selected = useChosen(relation, props.value, record.row, recent, locale)
  const isOwn = (row: WireRow) => relation.to === record.model.id && Number(row['id']) === record.id
  const choose = (option: PickerOption) => {
    setRecent(option)
    record.remember(field.name, Number(option.value), option.label)
    props.onChange(option.value)
  }
  const setPending = useEffectEvent((isPending: boolean) => record.setPending(field.name, isPending))
  useEffect(() => {
    if (picker.wanted === null) return undefined
    setPending(true)
    return () => setPending(false)
  }, [picker.wanted])
  const control = controlProps({ ...props, disabled: props.disabled || parent !== null })
  return (
    <Picker
      picker={picker}
      control={control}
      locale={locale}
      chosen={selected}
      showsEnd={selected?.label.includes(' / ')}
      onChoose={choose}
      onClear={field.required ? null : () => props.onChange(null)}
      onBlur={props.onBlur}
      unresolved={unresolvedText(props.value)}
      onUnresolved={(text) => {
        if (text !== '') props.onChange(unresolved(text))
        else if (unresolvedText(props.value) !== null) props.onChange(null)
      }}
      list={{ ...remote, options: optionsOfRows(remote.rows, relation, locale.language, isOwn) }}
      placeholder={
        parent === null
          ? locale.t('search-record')
          : locale.t('choose-first', { field: fieldOf(record.model, parent)?.label[locale.language] ?? parent })
      }
    />
  )
}

/** The first field this reference depends on that is still empty. */
function emptyParent(relation: RelationModel, record: RecordView): string | null {
  return (
    relation.filter.find((filter) => filter.field !== undefined && !hasValue(record.valueOf(filter.field)))?.field ??
    null
  )
}

function filtersOf(relation: RelationModel, record: RecordView): Filter[] {
  return relation.filter.map((filter) => ({
    field: filter.column,
    operator: 'eq',
    val: String(filter.field === undefined ? filter.value : record.valueOf(filter.field)),
  }))
}

/** On the wire 0 means "no record". */
const hasValue = (value: unknown): boolean => !isEmpty(value) && value !== 0
