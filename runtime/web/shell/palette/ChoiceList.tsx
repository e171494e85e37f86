/** The choices of the palette, in groups while nothing is typed. */
import type { RefObject } from 'react'
import { useAdminTexts } from '../admin/texts.ts'
import { NamedIcon } from '../icons.tsx'
import type { Choice } from './choices.ts'

export interface ChoiceListProps {
  readonly id: string
  readonly place: RefObject<HTMLDivElement | null>
  readonly choices: readonly Choice[]
  readonly chosen: Choice | null
  readonly optionId: (choice: Choice) => string
  readonly run: (choice: Choice) => void
  readonly isGrouped: boolean
}

const groups = ['record', 'recent', 'pages', 'actions'] as const

export function ChoiceList({ id, place, choices, chosen, optionId, run, isGrouped }: ChoiceListProps) {
  const say = useAdminTexts()
  const option = (choice: Choice) => (
    <div
      key={choice.key}
      id={optionId(choice)}
      role="option"
      className="tw-palette-option"
      aria-selected={choice === chosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(choice)}
    >
      <NamedIcon name={choice.icon} />
      <span className="tw-palette-title">{choice.title}</span>
      {choice.hint !== '' && <span className="tw-palette-hint">{choice.hint}</span>}
    </div>
  )
  if (choices.length === 0)
    return (
      <div id={id} className="tw-palette-list" role="listbox" aria-label={say('palette')}>
        <p className="tw-palette-none" role="option" aria-selected="false" aria-disabled="true">
          {say('palette.none')}
        </p>
      </div>
    )
  return (
    <div id={id} ref={place} className="tw-palette-list" role="listbox" aria-label={say('palette')}>
      {!isGrouped
        ? choices.map(option)
        : groups.map((group) => {
            const own = choices.filter((choice) => choice.group === group)
            return (
              own.length > 0 && (
                <div key={group} role="group" aria-label={say(`palette.${group}`)}>
                  <p className="tw-palette-group" aria-hidden="true">
                    {say(`palette.${group}`)}
                  </p>
                  {own.map(option)}
                </div>
              )
            )
          })}
    </div>
  )
}
