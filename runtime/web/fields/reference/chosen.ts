/** What the chosen record of a reference is called. */
import { useEffect, useState } from 'react'
import type { RelationModel } from '../../../protocol/index.ts'
import { tableApi } from '../../api/table.ts'
import type { Site, WireRow } from '../input.ts'
import type { PickerOption } from '../picker/picker.ts'

/**
 * The chosen record as an option: named by the loaded row's nested object, by the option just chosen, or else by the
 * server. A record that is not found any more keeps its place and is marked as deleted.
 * @param value id or empty
 * @param recent the option chosen last on this screen
 */
export function useChosen(
  relation: RelationModel,
  value: unknown,
  row: WireRow | null,
  recent: PickerOption | null,
  site: Site,
): PickerOption | null {
  const id = Number(value) || null
  const known = id === null ? null : (nestedOption(relation, id, row, site) ?? (recent?.value === id ? recent : null))
  const [asked, setAsked] = useState<PickerOption | null>(null)
  const missing = id !== null && known === null && asked?.value !== id ? id : null
  useEffect(() => {
    if (missing === null) return
    let isCurrent = true
    nameOf(relation, missing).then(
      (name) => {
        if (isCurrent)
          setAsked(
            name === null
              ? { value: missing, label: `#${missing}`, note: site.t('deleted-record') }
              : { value: missing, label: name },
          )
      },
      () => {
        if (isCurrent) setAsked({ value: missing, label: `#${missing}` })
      },
    )
    return () => {
      isCurrent = false
    }
    // The words of `site` may change without a reason to ask again.
  }, [missing, relation])
  if (id === null) return null
  return known ?? (asked?.value === id ? asked : { value: id, label: `#${id}` })
}

function nestedOption(relation: RelationModel, id: number, row: WireRow | null, site: Site): PickerOption | null {
  const nested = row?.[relation.as] as WireRow | null | undefined
  if (!nested || Number(nested['id']) !== id) return null
  const label = String(nested[relation.show] ?? `#${id}`)
  return nested['deleted'] ? { value: id, label, note: site.t('deleted-record') } : { value: id, label }
}

async function nameOf(relation: RelationModel, id: number): Promise<string | null> {
  const { options } = await tableApi(relation.controller).select({ init: [id] }, { quiet: true })
  const row = options.find((one) => Number(one['id']) === id)
  return row ? String(row[relation.show] ?? `#${id}`) : null
}
