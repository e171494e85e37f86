/** A setting as inputs of records take it. */
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { FieldModel, KindName, RelationModel } from '../../protocol/index.ts'
import { session } from '../core/auth/session.ts'
import { useT as useFormT } from '../fields/form-texts.ts'
import type { FieldLocale } from '../fields/input-props.ts'
import { useLanguage } from '../core/i18n/language.ts'
import { isRequired, maxSettingFiles, type Setting } from './settings.ts'

export function useSettingLocale(): FieldLocale {
  const t = useFormT()
  const language = useLanguage()
  const { timeZone } = useSnapshot(session).site
  return useMemo<FieldLocale>(() => ({ language, timeZone, t }), [language, timeZone, t])
}

export function settingField(setting: Setting, kind: KindName): FieldModel {
  const relation = relationOf(setting)
  return {
    name: setting.name,
    kind,
    label: { 'zh-cn': setting.title, en: setting.title },
    required: isRequired(setting),
    readOnly: false,
    private: false,
    implicit: false,
    ...(relation && { relation }),
    ...(Array.isArray(setting.value) && { maxItems: maxSettingFiles }),
  }
}

/** The list that records are chosen from; a setting owns nothing and has no column there. */
export const relationOf = ({ relation }: Setting): RelationModel | null =>
  relation ? { ...relation, to: '', table: '', as: '', onDelete: 'keep', softDelete: null, filter: [] } : null
