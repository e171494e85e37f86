/** Saves the data of a member as a file. */
import { callRoute, type ToolbarPartProps } from 'tablewright/web'
import { exportData } from '../../shared/routes.ts'

/** Offers the data as a download. */
export function saveData(data: object, name: string): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.json`
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export async function exportMember(id: number): Promise<void> {
  saveData(await callRoute(exportData, { id }), `member-${id}`)
}

/** For the toolbar of the list: one file for each member that is selected. */
export async function exportSelected({ ids }: ToolbarPartProps): Promise<void> {
  for (const id of ids) await exportMember(id)
}
