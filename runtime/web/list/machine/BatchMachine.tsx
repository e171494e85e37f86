import { useEffect, useRef } from 'react'
import type { MachineActionModel } from '../../../protocol/index.ts'
import type { Row } from '../../api/table.ts'
import { isWideWidth } from '../room.ts'
import { useScreen } from '../screen.ts'
import { flatRows } from '../tree.ts'
import { ActionButton } from '../../machine/ActionButton.tsx'
import { ActionMenu } from '../../machine/ActionMenu.tsx'
import { isForMany } from '../../machine/input-model.ts'
import { menuLines } from '../../machine/action-menu-items.tsx'
import { useOffering } from '../../machine/action-context.ts'
import { heldActions, offersOf, splitOffers, type Offer, type Offering } from '../../machine/available-actions.ts'
import { perform } from '../../machine/action-host.ts'
import { recordName } from '../../fields/naming.ts'

/** What can be done with the chosen records together. */
export function BatchMachine() {
  const { model, choice, width } = useScreen()
  const offering = useOffering(model)
  const seen = useSeen()
  const { t, language } = offering
  const rows = choice.ids.map((id) => seen.get(id))
  const offers = offersForAll(offering, rows)
  const { shown, rest } = splitOffers(offers, isWideWidth(width) ? 2 : 0)
  const start = (action: MachineActionModel, opener: Element | null): Promise<void> =>
    perform({
      model,
      action,
      opener,
      target: { ids: choice.ids, nameOf: (id) => (seen.has(id) ? recordName(model, seen.get(id)!) : `#${id}`) },
    })
  return (
    <span role="group" aria-label={t('batch')} className="action-batch">
      {shown.map(({ action }) => (
        <ActionButton
          key={action.name}
          action={action}
          reason={null}
          variant="outlined"
          onPress={(opener) => start(action, opener)}
        />
      ))}
      <ActionMenu
        variant="outlined"
        name={t('batch')}
        text={shown.length === 0 ? t('acts') : undefined}
        lines={menuLines(rest, language, (action, opener) => void start(action, opener))}
      />
    </span>
  )
}

/** An action is offered when one of the records can take it, or was chosen on a page that is no longer known. */
function offersForAll(offering: Offering, rows: readonly (Row | undefined)[]): readonly Offer[] {
  const known = rows.filter((row) => row !== undefined).map((row) => offersOf(offering, row))
  const areAllKnown = known.length === rows.length
  return heldActions(offering)
    .filter(isForMany)
    .map((action) => {
      const each = known.map((offers) => offers.find((offer) => offer.action.name === action.name)!)
      return !areAllKnown || each.some(({ reason }) => reason === null)
        ? { action, reason: null, isElsewhere: false }
        : { ...each[0]!, action }
    })
}

/** Rows as they were last seen; the choice outlives the page they stood on. */
function useSeen(): ReadonlyMap<number, Row> {
  const { loaded } = useScreen()
  const seen = useRef(new Map<number, Row>())
  const keep = (): void => {
    for (const row of flatRows(loaded.rows)) seen.current.set(row.id, row)
  }
  if (seen.current.size === 0) keep()
  useEffect(keep, [loaded.rows])
  return seen.current
}
