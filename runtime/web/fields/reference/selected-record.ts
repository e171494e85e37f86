/** The label of the selected record of a reference. */
import { useEffect, useState } from 'react'
import type { RelationModel } from '../../../protocol/index.ts'
import { tableApi } from '../../core/api/table.ts'
import type { FieldLocale, WireRow } from '../input-props.ts'
import { referenceText } from '../record-names.ts'
import type { PickerOption } from '../picker/picker.ts'

/** What the server answered about a record. */
interface LoadedName {
  readonly id: number
  /** Null when it is not known. */
  readonly name: string | null
  readonly isDeleted: boolean
}

/**
 * The selected record as an option: named by the loaded row's nested object, by the option just selected, or else by
 * the server. A record that no longer exists stays selected and is marked as deleted.
 * @param value id or empty
 * @param recent the option last selected in this form
 */
export function useChosen(
  relation: RelationModel,
  value: unknown,
  row: WireRow | null,
  recent: PickerOption | null,
  locale: FieldLocale,
): PickerOption | null {
  const id = Number(value) || null
  const localOption =
    id === null ? null : (nestedOption(relation, id, row, locale) ?? (recent?.value === id ? recent : null))
  const [fetchedName, setFetchedName] = useState<LoadedName | null>(null)
  const missing = id !== null && localOption === null && fetchedName?.id !== id ? id : null
  useEffect(() => {
    if (missing === null) return
    let isCurrent = true
    const setIfCurrent = (answer: LoadedName): void => {
      if (isCurrent) setFetchedName(answer)
    }
    nameOf(relation, missing).then(
      (name) => setIfCurrent({ id: missing, name, isDeleted: name === null }),
      () => setIfCurrent({ id: missing, name: null, isDeleted: false }),
    )
    return () => {
      isCurrent = false
    }
  }, [missing, relation])
  if (id === null) return null
  if (localOption) return localOption
  const { name = null, isDeleted = false } = fetchedName?.id === id ? fetchedName : {}
  return { value: id, label: name ?? `#${id}`, ...(isDeleted && { note: locale.t('deleted-record') }) }
}

function nestedOption(
  relation: RelationModel,
  id: number,
  row: WireRow | null,
  locale: FieldLocale,
): PickerOption | null {
  const nested = row?.[relation.as] as WireRow | null | undefined
  if (!nested || Number(nested['id']) !== id) return null
  const label = referenceText(relation, nested) || `#${id}`
  return nested['deleted'] ? { value: id, label, note: locale.t('deleted-record') } : { value: id, label }
}

async function nameOf(relation: RelationModel, id: number): Promise<string | null> {
  const { options } = await tableApi(relation.controller).select({ init: [id] }, { quiet: true })
  const row = options.find((candidate) => Number(candidate['id']) === id)
  return row ? referenceText(relation, row) || `#${id}` : null
}
