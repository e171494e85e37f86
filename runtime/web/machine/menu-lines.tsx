/** Actions as lines of a menu. */
import { NamedIcon } from '../shell/icons.tsx'
import type { MachineActionModel, Language } from '../../protocol/index.ts'
import type { MenuLine } from './ActionMenu.tsx'
import type { Offer } from './offers.ts'

/** Dangerous ones come last. */
export function menuLines(offers: readonly Offer[], language: Language, run: (action: MachineActionModel, opener: Element | null) => void): readonly MenuLine[] {
  const isDanger = ({ action }: Offer): boolean => action.tone === 'danger'
  const sorted = [...offers.filter((offer) => !isDanger(offer)), ...offers.filter(isDanger)]
  return sorted.map(({ action, reason }) => ({
    key: action.name, text: action.label[language], reason, isDanger: action.tone === 'danger', run: (opener) => run(action, opener),
    ...(action.icon !== undefined && { icon: <NamedIcon name={action.icon} /> }),
  }))
}
