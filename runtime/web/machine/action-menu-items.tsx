/** Actions as lines of a menu. */
import { NamedIcon } from '../icons/NamedIcon.tsx'
import type { Language, MachineActionModel, Tone } from '../../protocol/index.ts'
import type { MenuLine } from './ActionMenu.tsx'
import type { Offer } from './available-actions.ts'

const toneRanks: Readonly<Record<Tone, number>> = { primary: 0, success: 0, none: 1, warning: 2, danger: 6 }

/** What leads on comes first, what cannot be taken now after what can, dangerous ones last. */
export function menuLines(
  offers: readonly Offer[],
  language: Language,
  run: (action: MachineActionModel, opener: Element | null) => void,
): readonly MenuLine[] {
  const rank = ({ action: { tone }, reason }: Offer): number => toneRanks[tone] + (reason === null ? 0 : 3)
  const sorted = [...offers].sort((one, other) => rank(one) - rank(other))
  return sorted.map(({ action, reason }) => ({
    key: action.name,
    text: action.label[language],
    reason,
    isDanger: action.tone === 'danger',
    run: (opener) => run(action, opener),
    ...(action.icon !== undefined && { icon: <NamedIcon name={action.icon} /> }),
  }))
}
