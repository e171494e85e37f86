import { useScreen } from '../context/use-list.ts'
import { ActionHost } from '../../machine/ActionHost.tsx'

/** The stage of a list: what was done is no longer chosen, and the rows come anew. */
export function ListActionHost() {
  const { model, choice, reload, place } = useScreen()
  const changed = async (ids: readonly number[]): Promise<void> => {
    choice.put(ids, false)
    await reload()
  }
  return (
    <ActionHost
      model={model}
      place="list"
      onChanged={changed}
      takeFocus={() => place.current?.parentElement?.querySelector<HTMLElement>('.list-row[tabindex="0"]')?.focus()}
    />
  )
}
