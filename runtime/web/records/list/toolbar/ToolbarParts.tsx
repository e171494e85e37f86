/** Buttons and controls that modules add to the toolbar. Loaded for lists that have some. */
import { Button } from '@blueprintjs/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isShown } from '../../../core/api/api-error.ts'
import { failureText } from '../../../core/contributions/failure-text.ts'
import { PartBoundary } from '../../../core/contributions/PartBoundary.tsx'
import type { ShownPart } from '../../../core/contributions/use-contributions.ts'
import type { ToolbarButton, ToolbarControl, ToolbarPartProps } from '../../../define-module.ts'
import { useLabel } from '../../../core/i18n/language.ts'
import { NamedIcon } from '../../../core/NamedIcon.tsx'
import { ActionMenu } from '../../../core/popover/ActionMenu.tsx'
import { notifyError } from '../../../core/notify.ts'
import { useT } from '../texts/index.ts'

type Props = ToolbarPartProps & { readonly onClose: () => void }
type AnyPart = ShownPart<ToolbarButton | ToolbarControl, Props>
type ButtonPart = ShownPart<ToolbarButton, Props>

export interface ToolbarPartsProps {
  readonly parts: readonly AnyPart[]
  readonly list: ToolbarPartProps
  /** Moves the focus into the rows. */
  readonly takeFocus: () => void
}

const isButton = (part: AnyPart): part is ButtonPart => !('control' in part.part)

/** Several buttons share a menu where there is room for icons only. */
export function ToolbarParts({ parts, list, takeFocus }: ToolbarPartsProps) {
  const { press, busy, opened, close } = usePressed(list, takeFocus)
  const buttons = parts.filter(isButton)
  const hasMenu = list.isNarrow && buttons.length > 1
  return (
    <>
      {parts.map((part) => {
        if (!isButton(part)) return <Rendered key={part.key} shown={part} list={list} onClose={close} />
        if (hasMenu) return null
        return (
          <PartButton
            key={part.key}
            part={part.part}
            list={list}
            isBusy={busy === part.key}
            onPress={(trigger) => void press(part, trigger)}
          />
        )
      })}
      {hasMenu && <PartsMenu buttons={buttons} list={list} isBusy={busy !== null} onPress={press} />}
      {opened && <Rendered key={opened.key} shown={opened} list={list} onClose={close} />}
    </>
  )
}

/** Runs what a button does, or opens its dialog once the code is there. */
function usePressed(list: ToolbarPartProps, takeFocus: () => void) {
  const opener = useRef<Element | null>(null)
  const wasBusy = useRef(false)
  const [opened, setOpened] = useState<ButtonPart | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const press = async (pressed: ButtonPart, trigger: Element | null): Promise<void> => {
    const { key, part, Component } = pressed
    opener.current = trigger
    wasBusy.current = true
    setBusy(key)
    try {
      if ('run' in part) await (await part.run())(list)
      await Component?.preload()
      if (Component) setOpened(pressed)
    } catch (error) {
      if (!isShown(error)) notifyError(failureText(error))
    } finally {
      setBusy(null)
    }
  }
  // A busy button is disabled and loses the focus; so does one whose records are no longer selected.
  const restoreFocus = useEffectEvent((): void => {
    const button = opener.current
    if (document.activeElement !== document.body && document.activeElement !== button) return
    if (button instanceof HTMLButtonElement && button.isConnected && !button.disabled) button.focus()
    else takeFocus()
  })
  useEffect(() => {
    if (busy !== null || opened !== null || !wasBusy.current) return
    wasBusy.current = false
    restoreFocus()
  }, [busy, opened])
  const close = (): void => {
    setOpened(null)
    // After the overlay is unmounted: until then it traps the focus.
    setTimeout(() => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    })
  }
  return { press, busy, opened, close }
}

const lacksSelection = ({ needsSelection }: ToolbarButton, { ids }: ToolbarPartProps): boolean =>
  needsSelection === true && ids.length === 0

interface PartButtonProps {
  readonly part: ToolbarButton
  readonly list: ToolbarPartProps
  readonly isBusy: boolean
  readonly onPress: (trigger: Element) => void
}

function PartButton({ part, list, isBusy, onPress }: PartButtonProps) {
  const text = useLabel()(part.label)
  return (
    <Button
      icon={<NamedIcon name={part.icon} />}
      variant="outlined"
      aria-label={text}
      text={list.isNarrow ? undefined : text}
      data-tip={list.isNarrow ? text : undefined}
      data-tip-below
      disabled={lacksSelection(part, list)}
      loading={isBusy}
      onClick={(event) => onPress(event.currentTarget)}
    />
  )
}

interface PartsMenuProps {
  readonly buttons: readonly ButtonPart[]
  readonly list: ToolbarPartProps
  readonly isBusy: boolean
  readonly onPress: (pressed: ButtonPart, trigger: Element | null) => Promise<void>
}

function PartsMenu({ buttons, list, isBusy, onPress }: PartsMenuProps) {
  const t = useT()
  const label = useLabel()
  return (
    <ActionMenu
      name={t('moreActions')}
      variant="outlined"
      isBusy={isBusy}
      items={buttons.map((button) => ({
        key: button.key,
        text: label(button.part.label),
        icon: <NamedIcon name={button.part.icon} />,
        reason: lacksSelection(button.part, list) ? t('selectFirst') : null,
        run: (trigger) => void onPress(button, trigger),
      }))}
    />
  )
}

interface RenderedProps {
  readonly shown: AnyPart
  readonly list: ToolbarPartProps
  readonly onClose: () => void
}

function Rendered({ shown: { Component }, list, onClose }: RenderedProps) {
  return <PartBoundary>{Component && <Component {...list} onClose={onClose} />}</PartBoundary>
}
