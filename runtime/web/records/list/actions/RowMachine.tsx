import { Button } from '@blueprintjs/core'
import { EyeOpen } from '@blueprintjs/icons'
import { memo, useMemo, type ReactElement } from 'react'
import { hasStates, isEditable } from '../../../../protocol/index.ts'
import type { Row } from '../../../core/api/table.ts'
import { areActionsIcons, fitsRow } from '../columns/columns.ts'
import { isNarrowWidth } from '../columns/available-width.ts'
import { DeleteButton } from '../remove/DeleteButton.tsx'
import { useListActions, useListData, useListLayout } from '../context/contexts.ts'
import { ActionButton } from '../../actions/ActionButton.tsx'
import { ActionMenu, type ActionMenuItem } from '../../../core/popover/ActionMenu.tsx'
import { actionMenuItems } from '../../actions/action-menu-items.tsx'
import { useActionContext } from '../../actions/action-context.ts'
import {
  deleteBlockedReason,
  availableActions,
  splitActions,
  type ActionContext,
} from '../../actions/available-actions.ts'
import { runAction } from '../../actions/action-host.ts'
import type { RequestDelete } from '../remove/focus.ts'

export interface RowMachineProps {
  readonly record: Row
  readonly name: string
  readonly onDelete: RequestDelete
  readonly icons: { readonly edit: ReactElement; readonly remove: ReactElement }
}

/** What can be done with one record of a table with actions: the next step as a button, the rest in a menu. */
export function RowMachine({ record, name, onDelete, icons }: RowMachineProps) {
  const { model, permissions } = useListData()
  const { openForm } = useListActions()
  const { availableWidth } = useListLayout()
  const context = useActionContext(model)
  const key = `${context.language} ${context.actor.id} ${model.machine?.actions
    .filter(({ name: action }) => context.isPermitted(action))
    .map(({ name: action }) => action)
    .join()}`
  return (
    <Actions
      {...{ record, name, onDelete, icons, openForm, context, offeringKey: key }}
      hasEdit={permissions.has('edit')}
      hasDelete={permissions.has('del')}
      hasIcons={!isNarrowWidth(availableWidth) && areActionsIcons(model, context.language, availableWidth)}
    />
  )
}

interface ActionsProps extends RowMachineProps {
  readonly context: ActionContext
  /** Tells whether an offering is another one. */
  readonly offeringKey: string
  readonly openForm: (id: number) => void
  readonly hasEdit: boolean
  readonly hasDelete: boolean
  /** The next step is an icon. */
  readonly hasIcons: boolean
}

/** Rendered again only when the record or what is offered changes: choosing a row must not cost a page of menus. */
const Actions = memo(
  function Actions({ record, name, icons, context, onDelete, openForm, hasEdit, hasDelete, hasIcons }: ActionsProps) {
    const { model, t, language } = context
    const { shown: visibleActions, rest } = useMemo(
      () =>
        // Without states no action is the next step of a record.
        splitActions(availableActions(context, record), hasStates(model) ? 1 : 0, ({ action }) =>
          hasIcons ? action.icon !== undefined : fitsRow(action, language),
        ),
      [context, model, record, hasIcons, language],
    )
    const mayEdit = hasEdit && isEditable(model, record)
    const request = { model, target: { row: record } }
    // What depends on the state is in the menu, with the reason; else deleting has its button, as in every list.
    const hasRemoveButton = hasDelete && !hasStates(model)
    const remove: readonly ActionMenuItem[] =
      !hasDelete || hasRemoveButton
        ? []
        : [
            {
              key: 'del',
              text: t('delete'),
              icon: icons.remove,
              isDanger: true,
              reason: deleteBlockedReason(context, record),
              run: (trigger) => onDelete([record.id], trigger),
            },
          ]
    return (
      <>
        {visibleActions.map(({ action }) => (
          <ActionButton
            key={action.name}
            action={action}
            reason={null}
            size="small"
            variant={hasIcons ? 'minimal' : 'outlined'}
            isIcon={hasIcons}
            isPlain
            name={t('act-on', { action: action.label[language], name })}
            onPress={(trigger) => runAction({ ...request, action, trigger })}
          />
        ))}
        <Button
          variant="minimal"
          size="small"
          icon={mayEdit ? icons.edit : <EyeOpen />}
          data-tip={t(mayEdit ? 'edit' : 'view')}
          aria-label={t(mayEdit ? 'edit-record' : 'view-record', { name })}
          onClick={() => openForm(record.id)}
        />
        {hasRemoveButton && <DeleteButton name={name} icon={icons.remove} onPress={() => onDelete([record.id])} />}
        <ActionMenu
          size="small"
          variant="minimal"
          name={t('more-of', { name })}
          items={[
            ...actionMenuItems(rest, language, (action, trigger) => void runAction({ ...request, action, trigger })),
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
    before.context.model === after.context.model &&
    before.hasEdit === after.hasEdit &&
    before.hasDelete === after.hasDelete &&
    before.hasIcons === after.hasIcons,
)
