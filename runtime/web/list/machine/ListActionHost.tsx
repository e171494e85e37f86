import { useScreen } from '../screen.ts'
import { ActionStage } from '../../machine/ActionHost.tsx'

/** The stage of a list: what was done is no longer chosen, and the rows come anew. */
export function ListStage() {
  const { model, choice, reload, place } = useScreen()
  const changed = async (ids: readonly number[]): Promise<void> => {
    choice.put(ids, false)
    await reload()
  }
  return (
    <ActionStage
      model={model}
      place="list"
      onChanged={changed}
      takeFocus={() => place.current?.parentElement?.querySelector<HTMLElement>('.list-row[tabindex="0"]')?.focus()}
    />
  )
}
