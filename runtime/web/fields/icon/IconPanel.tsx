import { Button } from '@blueprintjs/core'
import { iconNames } from '../../../protocol/index.ts'
import { NamedIcon } from '../../core/NamedIcon.tsx'

interface IconPanelProps {
  readonly label: string
  readonly value: string
  readonly onChoose: (name: string) => void
}

/** All icons that the client draws, each under its name. */
export function IconPanel({ label, value, onChoose }: IconPanelProps) {
  return (
    <div role="group" aria-label={label} className="icon-panel">
      {iconNames.map((name) => (
        <Button
          key={name}
          variant="minimal"
          icon={<NamedIcon name={name} />}
          aria-label={name}
          title={name}
          aria-pressed={name === value}
          active={name === value}
          onClick={() => onChoose(name)}
        />
      ))}
    </div>
  )
}
