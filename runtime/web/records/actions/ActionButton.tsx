import { Button, Intent, type ButtonProps } from '@blueprintjs/core'
import { useId, useState } from 'react'
import type { MachineActionModel } from '../../../protocol/index.ts'
import { NamedIcon } from '../../core/NamedIcon.tsx'
import { useLanguage } from '../../core/i18n/language.ts'

interface ActionButtonProps {
  readonly action: MachineActionModel
  /** Why it is disabled; null when it is not. It stays focusable, so that the reason can be read. */
  readonly reason: string | null
  readonly size?: ButtonProps['size']
  readonly variant?: ButtonProps['variant']
  /** The primary button. */
  readonly isMain?: boolean
  /** Its icon alone, with the label as a tip. */
  readonly isIcon?: boolean
  /** Without its tone, as on each row of a list, where a colour on every row would say nothing. */
  readonly isPlain?: boolean
  /** The accessible name, where the label alone does not identify the record. */
  readonly name?: string
  readonly onPress: (trigger: Element) => Promise<void>
}

/** One accent for every next step: the tone of an action says whether it takes something back, not what it is about. */
export const actionIntent = ({ tone }: Pick<MachineActionModel, 'tone'>): Intent =>
  tone === 'danger' || tone === 'warning' ? tone : Intent.PRIMARY

/** An action as a button in its tone; while the action runs it shows a spinner and ignores clicks. */
export function ActionButton(props: ActionButtonProps) {
  const { action, reason, size, variant, isMain, isIcon, isPlain, name, onPress } = props
  const language = useLanguage()
  const tip = useId()
  const [isBusy, setBusy] = useState(false)
  const handlePress = async (trigger: Element): Promise<void> => {
    if (reason !== null || isBusy) return
    setBusy(true)
    await onPress(trigger).finally(() => setBusy(false))
  }
  const tone = action.tone === 'none' && !isMain ? Intent.NONE : actionIntent(action)
  return (
    <span className="action-button">
      <Button
        size={size}
        variant={variant}
        intent={reason === null && !isPlain ? tone : Intent.NONE}
        {...(isIcon
          ? { icon: <NamedIcon name={action.icon ?? ''} />, 'data-tip': action.label[language] }
          : { text: action.label[language] })}
        loading={isBusy}
        aria-label={name}
        aria-disabled={reason !== null || undefined}
        aria-describedby={reason === null ? undefined : tip}
        className={reason === null ? undefined : 'action-off'}
        onClick={(event) => void handlePress(event.currentTarget)}
      />
      {reason !== null && (
        <span id={tip} role="tooltip" className="action-tip">
          {reason}
        </span>
      )}
    </span>
  )
}
