/** The input of a setting whose type is a kind of fields: the one that forms of records have. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { KindName } from '../../protocol/index.ts'
import { controlProps, type RecordView } from '../fields/input-props.ts'
import { inputs } from '../fields/inputs.ts'
import { RecordChoice } from '../fields/reference/RecordChoice.tsx'
import { cityOf, districtOf, provinceOf } from '../fields/region/regions.ts'
import { relationOf, settingField, useSettingLocale } from './setting-field.ts'
import { isFixed, type SettingInputProps, type SettingValue } from './settings.ts'
import { useT } from './texts.ts'

export function KindInput(props: SettingInputProps & { readonly kind: KindName }) {
  const { kind, id, setting, value, invalid, describedBy, isReadOnly, onChange, onPending } = props
  const locale = useSettingLocale()
  const [isPending, setPending] = useState(false)
  const tell = useEffectEvent((pending: boolean) => onPending(setting.name, pending))
  useEffect(() => tell(isPending), [isPending])
  const record = useMemo(() => withoutRecord(setPending), [])
  const Input = inputs[kind]
  return (
    <Input
      id={id}
      field={settingField(setting, kind)}
      value={value}
      disabled={isFixed(setting) || isReadOnly}
      invalid={invalid}
      describedBy={describedBy}
      record={record}
      locale={locale}
      onChange={(next) => onChange((next ?? '') as SettingValue)}
      onBlur={() => undefined}
    />
  )
}

/** One record of a list. */
export function RecordInput({ id, setting, value, invalid, describedBy, onChange }: SettingInputProps) {
  const t = useT()
  const locale = useSettingLocale()
  const relation = useMemo(() => relationOf(setting), [setting])
  if (!relation) return null
  const field = settingField(setting, 'reference')
  return (
    <RecordChoice
      relation={relation}
      control={controlProps({ id, field, disabled: isFixed(setting), invalid, describedBy })}
      value={value === '' ? null : String(value)}
      locale={locale}
      placeholder={t('choose')}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}

/** Province, city and district as a list of their codes. */
export function PlaceInput(props: SettingInputProps) {
  const path = Array.isArray(props.value) ? props.value.map(String) : []
  const put = (code: SettingValue): void => {
    const chosen = String(code)
    props.onChange([provinceOf(chosen), cityOf(chosen), districtOf(chosen)].filter((one) => one !== ''))
  }
  return <KindInput {...props} kind="region" value={path.at(-1) ?? ''} onChange={put} />
}

/** Stands for the record that the fields of a form belong to: no record is around a setting. */
export const withoutRecord = (setPending: (isPending: boolean) => void): RecordView =>
  ({
    id: null,
    row: null,
    valueOf: () => null,
    remember: () => undefined,
    setPending: (_field: string, isPending: boolean) => setPending(isPending),
    // The inputs of these kinds ask a record for nothing else.
  }) as unknown as RecordView
