import { Button } from '@blueprintjs/core'
import { EyeOpen } from '@blueprintjs/icons'
import { memo, useMemo, type ReactElement } from 'react'
import { isEditable } from '../../../protocol/index.ts'
import type { Row } from '../../api/table.ts'
import { isNarrowWidth } from '../room.ts'
import { useScreen } from '../screen.ts'
import { ActionButton } from '../../machine/ActionButton.tsx'
import { ActionMenu, type MenuLine } from '../../machine/ActionMenu.tsx'
import { menuLines } from '../../machine/action-menu-items.tsx'
import { useOffering } from '../../machine/action-context.ts'
import { keptReason, offersOf, splitOffers, type Offering } from '../../machine/available-actions.ts'
import { perform } from '../../machine/action-host.ts'

interface RowMachineProps {
  readonly record: Row
  readonly name: string
  readonly onDelete: (ids: readonly number[]) => void
  readonly signs: { readonly edit: ReactElement; readonly remove: ReactElement }
}

/** What can be done with one record of a table with states: the next step as a button, the rest in a menu. */
export function RowMachine({ record, name, onDelete, signs }: RowMachineProps) {
  const { model, rights, width, openForm } = useScreen()
  const offering = useOffering(model)
  const key = `${offering.language} ${offering.actor.id} ${model.machine?.actions
    .filter(({ name: action }) => offering.holds(action))
    .map(({ name: action }) => action)
    .join()}`
  return (
    <Actions
      {...{ record, name, onDelete, signs, openForm, offering, offeringKey: key }}
      hasEdit={rights.has('edit')}
      hasDelete={rights.has('del')}
      isNarrow={isNarrowWidth(width)}
    />
  )
}

interface ActionsProps extends RowMachineProps {
  readonly offering: Offering
  /** Tells whether an offering is another one. */
  readonly offeringKey: string
  readonly openForm: (id: number) => void
  readonly hasEdit: boolean
  readonly hasDelete: boolean
  readonly isNarrow: boolean
}

/** Rendered again only when the record or what is offered changes: choosing a row must not cost a page of menus. */
const Actions = memo(
  function Actions({ record, name, signs, offering, onDelete, openForm, hasEdit, hasDelete, isNarrow }: ActionsProps) {
    const { model, t, language } = offering
    const { shown, rest } = useMemo(
      () => splitOffers(offersOf(offering, record), isNarrow ? 0 : 1),
      [offering, record, isNarrow],
    )
    const mayEdit = hasEdit && isEditable(model, record)
    const wish = { model, target: { row: record } }
    const open: readonly MenuLine[] = !isNarrow
      ? []
      : [
          {
            key: 'edit',
            text: t(mayEdit ? 'edit' : 'view'),
            icon: mayEdit ? signs.edit : <EyeOpen />,
            reason: null,
            run: () => openForm(record.id),
          },
        ]
    const remove: readonly MenuLine[] = !hasDelete
      ? []
      : [
          {
            key: 'del',
            text: t('delete'),
            icon: signs.remove,
            isDanger: true,
            reason: keptReason(offering, record),
            run: () => onDelete([record.id]),
          },
        ]
    return (
      <>
        {shown.map(({ action }) => (
          <ActionButton
            key={action.name}
            action={action}
            reason={null}
            size="small"
            variant="outlined"
            name={t('act-on', { action: action.label[language], name })}
            onPress={(opener) => perform({ ...wish, action, opener })}
          />
        ))}
        {!isNarrow && (
          <Button
            variant="minimal"
            size="small"
            icon={mayEdit ? signs.edit : <EyeOpen />}
            data-tip={t(mayEdit ? 'edit' : 'view')}
            aria-label={t(mayEdit ? 'edit-record' : 'view-record', { name })}
            onClick={() => openForm(record.id)}
          />
        )}
        <ActionMenu
          size="small"
          variant="minimal"
          name={t('more-of', { name })}
          lines={[
            ...open,
            ...menuLines(rest, language, (action, opener) => void perform({ ...wish, action, opener })),
            ...remove,
          ]}
        />
      </>
    )
  },
  (before, after) =>
    before.record === after.record &&
    before.name === after.name &&
    before.offeringKey === after.offeringKey &&
    before.offering.model === after.offering.model &&
    before.hasEdit === after.hasEdit &&
    before.hasDelete === after.hasDelete &&
    before.isNarrow === after.isNarrow,
)
