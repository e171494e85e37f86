/** Begins a role with the rights of a preset, or with those of another role. */
import { Button, HTMLSelect } from '@blueprintjs/core'
import { useState } from 'react'
import type { MenuNode } from '../../../protocol/index.ts'
import { errorText } from '../../core/api/api-error.ts'
import { useLoaded } from '../../core/loading/use-loaded.ts'
import { loadRightsOf, loadRoles, type RolePreset } from './calls.ts'
import { useT } from './texts.ts'
import { idsNamed } from './tree.ts'

interface RoleStartProps {
  readonly presets: readonly RolePreset[]
  readonly nodes: readonly MenuNode[]
  /** The role that is edited; null for a new one. */
  readonly own: number | null
  /** Receives ids, or `*` for all. */
  readonly onStart: (rules: unknown) => void
}

/** A list to choose from does not apply by itself, because arrow keys pass by other roles. */
export function RoleStart({ presets, nodes, own, onStart }: RoleStartProps) {
  const t = useT()
  const loadState = useLoaded('roles', loadRoles)
  const [choice, setChoice] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const roles = loadState.state === 'ready' ? loadState.value.filter(({ id }) => id !== own) : []
  const apply = async (): Promise<void> => {
    const [kind, key] = choice.split(' ')
    const preset = kind === 'preset' ? presets[Number(key)] : undefined
    try {
      onStart(preset ? [...idsNamed(nodes, preset.nodes)] : await loadRightsOf(Number(key)))
      setProblem(null)
    } catch (error) {
      setProblem(t('apply-failed', { reason: errorText(error) }))
    }
  }
  if (presets.length + roles.length === 0) return null
  return (
    <>
      <div className="permissions-start">
        <HTMLSelect aria-label={t('start')} value={choice} onChange={(event) => setChoice(event.currentTarget.value)}>
          <option value="">{t('start-hint')}</option>
          <optgroup label={t('presets')}>
            {presets.map(({ name }, index) => (
              <option key={name} value={`preset ${index}`}>
                {name}
              </option>
            ))}
          </optgroup>
          {roles.length > 0 && (
            <optgroup label={t('roles')}>
              {roles.map(({ id, name }) => (
                <option key={id} value={`role ${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </HTMLSelect>
        <Button text={t('apply')} disabled={choice === ''} onClick={() => void apply()} />
      </div>
      {problem !== null && (
        <p role="alert" className="tw-danger">
          {problem}
        </p>
      )}
    </>
  )
}
