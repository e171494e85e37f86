import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../core/auth/session.ts'
import { useLanguage } from '../core/i18n/language.ts'
import { useT } from '../fields/form-texts.ts'
import type { FieldLocale } from '../fields/input-props.ts'

/** Language, time zone and texts of the fields of a form, the same object while they stay the same. */
export function useFieldLocale(): FieldLocale {
  const t = useT()
  const language = useLanguage()
  const { timeZone } = useSnapshot(session.site)
  return useMemo(() => ({ language, timeZone, t }), [language, timeZone, t])
}
