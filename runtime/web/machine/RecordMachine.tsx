import { useEffect, useRef, useState } from 'react'
import { fieldOf, hasStates, optionOf, type MachineActionModel, type TableModel } from '../../protocol/index.ts'
import { OptionTag } from '../fields/enum/OptionTag.tsx'
import type { WireRow } from '../fields/input.ts'
import { useIsPageActive } from '../page/page.ts'
import { registerCommands } from '../page/commands.ts'
import { useIsNarrow } from '../preferences/narrow-window.ts'
import { ActionButton } from './ActionButton.tsx'
import { ActionMenu } from './ActionMenu.tsx'
import { ActionStage } from './ActionHost.tsx'
import './machine.css'
import { menuLines } from './action-menu-items.tsx'
import { useOffering } from './action-context.ts'
import { offersOf, splitRecordOffers, type Offer } from './available-actions.ts'
import { perform } from './action-host.ts'
import { recordName } from '../fields/naming.ts'
import { UnsavedDialog } from './UnsavedDialog.tsx'

export interface RecordMachineProps {
  readonly model: TableModel
  /** The record as it is saved. */
  readonly row: WireRow
  /** Something was typed that is not saved. */
  readonly isDirty: boolean
  /** Saves what was typed; answers the record as it is then, null when it could not be saved. */
  readonly save: () => Promise<WireRow | null>
  /** Gives up what was typed. */
  readonly discard: () => void
  /** Loads the record again; resolves when it is shown. */
  readonly onChanged: () => Promise<void>
  readonly takeFocus: () => void
}

interface Held {
  readonly action: MachineActionModel
  readonly opener: Element | null
}

/** The states of the open record, and its actions: the next step in front, dangerous ones in a menu. */
export function RecordMachine({ model, row, isDirty, save, discard, onChanged, takeFocus }: RecordMachineProps) {
  const offering = useOffering(model)
  const { t, language } = offering
  const isNarrow = useIsNarrow()
  const [held, setHeld] = useState<Held | null>(null)
  const offers = offersOf(offering, row)
  const { shown, rest } = splitRecordOffers(offers, isNarrow ? 1 : 3)
  const start = (action: MachineActionModel, opener: Element | null, of = row): Promise<void> =>
    perform({ model, action, target: { row: of }, opener })
  const ask = async (action: MachineActionModel, opener: Element | null): Promise<void> =>
    isDirty ? setHeld({ action, opener }) : await start(action, opener)
  usePaletteCommands(offers, recordName(model, row), ask)
  const saveFirst = async ({ action, opener }: Held): Promise<void> => {
    const saved = await save()
    if (saved) await start(action, opener, saved)
  }
  if (!hasStates(model) && offers.length === 0) return null
  return (
    <div className="action-head">
      <States model={model} row={row} />
      <div className="action-bar" role="group" aria-label={t('acts')}>
        {shown.map(({ action, reason }, at) => (
          <ActionButton
            key={action.name}
            action={action}
            reason={reason}
            isMain={at === 0}
            onPress={(opener) => ask(action, opener)}
          />
        ))}
        <ActionMenu
          variant="outlined"
          name={t('more')}
          text={shown.length === 0 ? t('acts') : undefined}
          lines={menuLines(rest, language, (action, opener) => void ask(action, opener))}
        />
      </div>
      {held && (
        <UnsavedDialog
          action={held.action}
          onSave={() => void saveFirst(held)}
          onDiscard={() => {
            discard()
            void start(held.action, held.opener)
          }}
          onClosed={() => setHeld(null)}
        />
      )}
      <ActionStage model={model} place="record" onChanged={onChanged} takeFocus={takeFocus} />
    </div>
  )
}

function States({ model, row }: Pick<RecordMachineProps, 'model' | 'row'>) {
  const { language } = useOffering(model)
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
            <dd>{option ? <OptionTag option={option} language={language} /> : '—'}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** What can be done with the open record is found by the palette. */
function usePaletteCommands(
  offers: readonly Offer[],
  name: string,
  act: (action: MachineActionModel, opener: Element | null) => Promise<void>,
): void {
  const latest = useRef({ offers, name, act })
  latest.current = { offers, name, act }
  const isActive = useIsPageActive()
  useEffect(() => {
    if (!isActive) return
    return registerCommands((language) =>
      latest.current.offers
        .filter(({ reason }) => reason === null)
        .map(({ action }) => ({
          key: `record ${action.name}`,
          group: 'record' as const,
          title: action.label[language],
          hint: latest.current.name,
          icon: action.icon ?? 'circle',
          words: action.name,
          run: () => void latest.current.act(action, document.activeElement),
        })),
    )
  }, [isActive])
}
