/** Stored values as people read them. */
import { kinds, type FieldModel, type Language, type StoredValue } from '../../../protocol/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { storedOf } from './log-value.ts'

/** A value that the field can no longer hold is shown as it was kept. */
export function valueText({ settings, language }: Scope, field: FieldModel, kept: StoredValue): string {
  const kind = kinds[field.kind]
  const value = storedOf(field, kept, settings)
  if (value === undefined) return String(kept)
  return value === null ? '' : kind.toText(kind.toWire(value, field), field, settings, language)
}

/**
 * A value as the log of sensitive data keeps it: JSON, cut where it is too long.
 * @param field undefined = it no longer exists
 */
export function shownValue(scope: Scope, field: FieldModel | undefined, kept: string): string {
  try {
    const value = JSON.parse(kept) as StoredValue
    return !field || field.private ? String(value ?? '') : valueText(scope, field, value)
  } catch {
    return `${kept.slice(1)}…`
  }
}

/**
 * The title under which a rule keeps a field: that of the schema in the language of who reads it, whatever the language
 * it was saved in; another one as the rule has it.
 */
export const shownTitle = (field: FieldModel | undefined, title: string, language: Language): string =>
  field && isTitleOfSchema(field, title) ? field.label[language] : title

/** True for what the schema calls a field, in whatever language. */
export const isTitleOfSchema = ({ label }: FieldModel, title: string): boolean => Object.values(label).includes(title)
