/** The commands of the palette, in groups while nothing is typed. */
import type { RefObject } from 'react'
import { useAdminT } from '../admin/texts.ts'
import { NamedIcon } from '../../core/NamedIcon.tsx'
import type { Command } from '../../core/page/commands.ts'

export interface CommandListProps {
  readonly id: string
  readonly place: RefObject<HTMLDivElement | null>
  readonly commands: readonly Command[]
  readonly active: Command | null
  readonly optionId: (command: Command) => string
  readonly run: (command: Command) => void
  readonly isGrouped: boolean
}

const groups = ['record', 'recent', 'pages', 'actions'] as const

export function CommandList({ id, place, commands, active, optionId, run, isGrouped }: CommandListProps) {
  const t = useAdminT()
  const option = (command: Command) => (
    // oxlint-disable-next-line click-events-have-key-events, interactive-supports-focus -- the input handles the keys
    <div
      key={command.key}
      id={optionId(command)}
      role="option"
      className="tw-palette-option"
      aria-selected={command === active}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(command)}
    >
      <NamedIcon name={command.icon} />
      <span className="tw-palette-title">{command.title}</span>
      {command.hint !== '' && <span className="tw-palette-hint">{command.hint}</span>}
    </div>
  )
  if (commands.length === 0)
    return (
      <div id={id} className="tw-palette-list" role="listbox" aria-label={t('palette')}>
        <div className="tw-palette-none" role="option" aria-selected="false" aria-disabled="true">
          {t('palette.none')}
        </div>
      </div>
    )
  return (
    <div id={id} ref={place} className="tw-palette-list" role="listbox" aria-label={t('palette')}>
      {!isGrouped
        ? commands.map(option)
        : groups.map((group) => {
            const own = commands.filter((command) => command.group === group)
            return (
              own.length > 0 && (
                <div key={group} role="group" aria-label={t(`palette.${group}`)}>
                  <p className="tw-palette-group" aria-hidden="true">
                    {t(`palette.${group}`)}
                  </p>
                  {own.map(option)}
                </div>
              )
            )
          })}
    </div>
  )
}
