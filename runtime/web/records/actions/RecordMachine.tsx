import { useEffect, useEffectEvent, useState } from 'react'
import { fieldOf, hasStates, optionOf, type MachineActionModel, type TableModel } from '../../../protocol/index.ts'
import { OptionLabel } from '../../fields/enum/OptionLabel.tsx'
import type { WireRow } from '../../fields/input-props.ts'
import { useIsPageActive } from '../../core/page/page.ts'
import { registerCommands } from '../../core/page/commands.ts'
import { useIsNarrow } from '../../core/preferences/narrow-window.ts'
import { ActionButton } from './ActionButton.tsx'
import { ActionMenu } from '../../core/popover/ActionMenu.tsx'
import { ActionHost } from './ActionHost.tsx'
import './actions.css'
import { actionMenuItems } from './action-menu-items.tsx'
import { useActionContext } from './action-context.ts'
import { availableActions, splitRecordActions, type AvailableAction } from './available-actions.ts'
import { runAction } from './action-host.ts'
import { recordName } from '../../fields/record-names.ts'
import { UnsavedDialog } from './UnsavedDialog.tsx'

export interface RecordMachineProps {
  readonly model: TableModel
  /** The record as it is saved. */
  readonly row: WireRow
  /** Whether something was typed that is not saved. */
  readonly hasChanges: () => boolean
  /** Saves the changes; resolves to the saved record, or null when saving failed. */
  readonly save: () => Promise<WireRow | null>
  /** Discards the changes. */
  readonly discard: () => void
  /** The form saves by itself, so that nobody is asked whether to save. */
  readonly savesItself: () => boolean
  /** Loads the record again; resolves when it is shown. */
  readonly onChanged: () => Promise<void>
  readonly takeFocus: () => void
}

interface PendingAction {
  readonly action: MachineActionModel
  readonly trigger: Element | null
}

/** The states of the open record and its actions: the next step as buttons, the rest in a menu. */
export function RecordMachine(props: RecordMachineProps) {
  const { model, row, hasChanges, save, discard, savesItself, onChanged, takeFocus } = props
  const context = useActionContext(model)
  const { t, language } = context
  const isNarrow = useIsNarrow()
  const [pending, setPending] = useState<PendingAction | null>(null)
  const actions = availableActions(context, row)
  const { shown: visibleActions, rest } = splitRecordActions(actions, isNarrow ? 1 : 3)
  const start = (action: MachineActionModel, trigger: Element | null, of = row): Promise<void> =>
    runAction({ model, action, target: { row: of }, trigger })
  const openAction = async (action: MachineActionModel, trigger: Element | null): Promise<void> => {
    if (!hasChanges()) return start(action, trigger)
    if (savesItself()) return saveFirst({ action, trigger })
    setPending({ action, trigger })
  }
  const saveFirst = async ({ action, trigger }: PendingAction): Promise<void> => {
    const saved = await save()
    if (saved) await start(action, trigger, saved)
  }
  usePaletteCommands(actions, recordName(model, row), openAction)
  if (!hasStates(model) && actions.length === 0) return null
  return (
    <div className="action-head" data-states={hasStates(model) || undefined}>
      {hasStates(model) && <States model={model} row={row} />}
      <div className="action-bar" role="group" aria-label={t('acts')}>
        {visibleActions.map(({ action, reason }, index) => (
          <ActionButton
            key={action.name}
            action={action}
            reason={reason}
            isMain={index === 0}
            onPress={(trigger) => openAction(action, trigger)}
          />
        ))}
        <ActionMenu
          variant="outlined"
          name={t('more')}
          text={visibleActions.length === 0 && !isNarrow ? t('acts') : undefined}
          items={actionMenuItems(rest, language, (action, trigger) => void openAction(action, trigger))}
        />
      </div>
      {pending && (
        <UnsavedDialog
          action={pending.action}
          onSave={() => void saveFirst(pending)}
          onDiscard={() => {
            discard()
            void start(pending.action, pending.trigger)
          }}
          onClosed={() => setPending(null)}
        />
      )}
      <ActionHost model={model} place="record" onChanged={onChanged} takeFocus={takeFocus} />
    </div>
  )
}

function States({ model, row }: Pick<RecordMachineProps, 'model' | 'row'>) {
  const { language } = useActionContext(model)
  const fields = (model.machine?.fields ?? [])
    .map((name) => fieldOf(model, name))
    .filter((field) => field !== undefined)
  return (
    <dl className="action-states">
      {fields.map((field) => {
        const option = optionOf(field, row[field.name])
        return (
          <div key={field.name} className="action-state">
            <dt>{field.label[language]}</dt>
            <dd>{option ? <OptionLabel option={option} language={language} /> : '—'}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Registers the available actions of the open record as commands of the palette. */
function usePaletteCommands(
  actions: readonly AvailableAction[],
  name: string,
  run: (action: MachineActionModel, trigger: Element | null) => Promise<void>,
): void {
  const isActive = useIsPageActive()
  const runNow = useEffectEvent((action: MachineActionModel) => void run(action, document.activeElement))
  useEffect(() => {
    if (!isActive) return
    return registerCommands((language) =>
      actions
        .filter(({ reason }) => reason === null)
        .map(({ action }) => ({
          key: `record ${action.name}`,
          group: 'record' as const,
          title: action.label[language],
          hint: name,
          icon: action.icon ?? 'circle',
          words: action.name,
          run: () => runNow(action),
        })),
    )
  }, [isActive, actions, name])
}
