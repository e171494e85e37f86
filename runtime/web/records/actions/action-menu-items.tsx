/** Actions as lines of a menu. */
import { NamedIcon } from '../../core/NamedIcon.tsx'
import type { Language, MachineActionModel, Tone } from '../../../protocol/index.ts'
import type { ActionMenuItem } from '../../core/popover/ActionMenu.tsx'
import type { AvailableAction } from './available-actions.ts'

const toneRanks: Readonly<Record<Tone, number>> = { primary: 0, success: 0, none: 1, warning: 2, danger: 6 }

/** Actions of the next step first, disabled ones after enabled ones, dangerous ones last. */
export function actionMenuItems(
  actions: readonly AvailableAction[],
  language: Language,
  run: (action: MachineActionModel, trigger: Element | null) => void,
): readonly ActionMenuItem[] {
  const rank = ({ action: { tone }, reason }: AvailableAction): number => toneRanks[tone] + (reason === null ? 0 : 3)
  const sorted = [...actions].sort((left, right) => rank(left) - rank(right))
  return sorted.map(({ action, reason }) => ({
    key: action.name,
    text: action.label[language],
    reason,
    isDanger: action.tone === 'danger',
    run: (trigger) => run(action, trigger),
    ...(action.icon !== undefined && { icon: <NamedIcon name={action.icon} /> }),
  }))
}
