import { Switch } from '@blueprintjs/core'
import { useState } from 'react'
import type { WireValue } from '../../../protocol/index.ts'
import { namedFor } from '../../core/i18n/language.ts'
import type { CellProps } from '../renderer.ts'
import type { SwitchPair } from './switch-pair.ts'

interface SwitchCellProps extends CellProps {
  readonly pair: SwitchPair
  readonly change: (value: WireValue) => Promise<void>
}

/** Switches immediately and saves; switches back when saving failed (the caller shows the error). */
export function SwitchCell({ value, field, locale, recordName, pair, change, lockedReason }: SwitchCellProps) {
  const [pending, setPending] = useState<boolean | null>(null)
  const isOn = pending ?? String(value) === String(pair.on.value)
  const save = async (next: boolean) => {
    setPending(next)
    try {
      await change((next ? pair.on : pair.off).value)
    } catch {
      // The caller has shown the error; the old value is shown again below.
    } finally {
      setPending(null)
    }
  }
  return (
    <Switch
      className={lockedReason === undefined ? 'cell-switch' : 'cell-switch cell-fixed'}
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its state
      role="switch"
      checked={isOn}
      aria-busy={pending !== null || undefined}
      aria-disabled={pending !== null || lockedReason !== undefined || undefined}
      title={lockedReason}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 allows a description on every role
      aria-description={lockedReason}
      aria-label={namedFor(locale.language, field.label[locale.language], recordName)}
      innerLabel={pair.off.label[locale.language]}
      innerLabelChecked={pair.on.label[locale.language]}
      onChange={(event) => {
        if (pending === null && lockedReason === undefined) void save(event.currentTarget.checked)
      }}
    />
  )
}
