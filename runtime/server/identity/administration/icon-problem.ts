import { closest } from 'fastest-levenshtein'
import { iconNames, isIconName, type Language } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../core/errors/operation-error.ts'

/**
 * Icons of rules in menus. Names that only other clients draw ("fa fa-…") are accepted, and what is stored already
 * stays.
 * @param current the stored one; undefined = none
 * @throws an OperationError `invalid` with the error of the field `icon` and the nearest name, when no client draws it
 */
export function refuseUnknownIcon(
  { language }: { readonly language: Language },
  icon: unknown,
  current?: string | null,
): void {
  if (typeof icon !== 'string' || icon === '' || icon === current || isIconName(icon)) return
  const text = t(language, 'access.rule_icon', { icon, nearest: closest(icon, iconNames) })
  throw new OperationError('invalid', { errors: { icon: text } })
}
