/** Actions as lines of a menu. */
import { NamedIcon } from '../shell/icons.tsx'
import type { MachineActionModel, Language } from '../../protocol/index.ts'
import type { MenuLine } from './ActionMenu.tsx'
import type { Offer } from './offers.ts'

/** What cannot be taken now comes after what can, dangerous ones come last. */
export function menuLines(offers: readonly Offer[], language: Language, run: (action: MachineActionModel, opener: Element | null) => void): readonly MenuLine[] {
  const rank = ({ action, reason }: Offer): number => (reason === null ? 0 : 1) + (action.tone === 'danger' ? 2 : 0)
  const sorted = [...offers].sort((one, other) => rank(one) - rank(other))
  return sorted.map(({ action, reason }) => ({
    key: action.name, text: action.label[language], reason, isDanger: action.tone === 'danger', run: (opener) => run(action, opener),
    ...(action.icon !== undefined && { icon: <NamedIcon name={action.icon} /> }),
  }))
}
