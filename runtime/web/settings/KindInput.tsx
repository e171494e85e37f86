/** The input of a setting whose type is a kind of fields: the one that forms of records have. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { FieldModel, KindName } from '../../protocol/index.ts'
import { session } from '../auth/session.ts'
import { useT as useFormT } from '../fields/form-texts.ts'
import type { FieldLocale, RecordView } from '../fields/input.ts'
import { inputs } from '../fields/inputs.ts'
import { useLanguage } from '../i18n/language.ts'
import { isFixed, isRequired, maxSettingFiles, type SettingInputProps, type SettingValue } from './settings.ts'

export function KindInput({
  kind,
  id,
  setting,
  value,
  invalid,
  describedBy,
  onChange,
  onPending,
}: SettingInputProps & { readonly kind: KindName }) {
  const t = useFormT()
  const language = useLanguage()
  const { timeZone } = useSnapshot(session).site
  const locale = useMemo<FieldLocale>(() => ({ language, timeZone, t }), [language, timeZone, t])
  const [isPending, setPending] = useState(false)
  const tell = useEffectEvent((pending: boolean) => onPending(setting.name, pending))
  useEffect(() => tell(isPending), [isPending])
  const record = useMemo(() => withoutRecord(setPending), [])
  const Input = inputs[kind]
  const field: FieldModel = {
    name: setting.name,
    kind,
    label: { 'zh-cn': setting.title, en: setting.title },
    required: isRequired(setting),
    readOnly: false,
    private: false,
    implicit: false,
    ...(Array.isArray(setting.value) && { maxItems: maxSettingFiles }),
  }
  return (
    <Input
      id={id}
      field={field}
      value={value}
      disabled={isFixed(setting)}
      invalid={invalid}
      describedBy={describedBy}
      record={record}
      locale={locale}
      onChange={(next) => onChange((next ?? '') as SettingValue)}
      onBlur={() => undefined}
    />
  )
}

/** No record is around a setting; the inputs of these kinds ask for none of its table. */
const withoutRecord = (setPending: (isPending: boolean) => void): RecordView =>
  ({
    id: null,
    row: null,
    valueOf: () => null,
    remember: () => undefined,
    setPending: (_field: string, isPending: boolean) => setPending(isPending),
  }) as unknown as RecordView
