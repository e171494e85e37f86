/**
 * The permissions of a group as a tree of checkboxes. It contains only what the editor has, because nobody can grant
 * more.
 */
import { Checkbox, Switch } from '@blueprintjs/core'
import { useSnapshot } from 'valtio'
import type { MenuNode } from '../../protocol/index.ts'
import { groupProps, type InputProps } from '../fields/input.ts'
import { session } from '../auth/session.ts'
import './permissions.css'
import { useT } from './texts.ts'
import { everything, isEverything, isSameSet, lowestOf, tickOf, toggled, withAbove } from './tree.ts'

export function PermissionTree({ value, onChange, onBlur, disabled, record, field, ...props }: InputProps) {
  const t = useT()
  const { admin, menus } = useSnapshot(session)
  const nodes = (menus ?? []) as readonly MenuNode[]
  const isAll = isEverything(value)
  const lowest = lowestOf(nodes, value)
  const stored = record.row?.[field.name]
  // Back at the loaded permissions the field has the loaded value again, so that nothing counts as changed.
  const set = (next: ReadonlySet<number>): void =>
    onChange(
      isSameSet(next, lowestOf(nodes, stored)) && !isEverything(stored) ? (stored ?? null) : withAbove(nodes, next),
    )
  const switchAll = (isOn: boolean): void => {
    if (isOn) onChange([everything])
    else set(isEverything(stored) ? new Set() : lowestOf(nodes, stored))
  }
  const isEmptied = record.id !== null && !isAll && lowest.size === 0
  return (
    <div {...groupProps(props)} className="permissions" onBlur={onBlur}>
      {(admin.super || isAll) && (
        <Switch
          checked={isAll}
          disabled={disabled}
          label={t('all')}
          onChange={(event) => switchAll(event.currentTarget.checked)}
        />
      )}
      {isAll ? (
        <p className="tw-muted">{t('all-hint')}</p>
      ) : (
        <>
          <Branch
            nodes={nodes}
            lowest={lowest}
            disabled={disabled}
            onToggle={(node, isOn) => set(toggled(node, lowest, isOn))}
          />
          <p role="status" className="tw-muted">
            {isEmptied ? t('none-kept') : t('count', { count: lowest.size })}
          </p>
        </>
      )}
    </div>
  )
}

interface BranchProps {
  readonly nodes: readonly MenuNode[]
  readonly lowest: ReadonlySet<number>
  readonly disabled: boolean
  readonly onToggle: (node: MenuNode, isOn: boolean) => void
}

function Branch({ nodes, ...rest }: BranchProps) {
  const { lowest, disabled, onToggle } = rest
  return (
    <ul className={nodes.every((node) => node.type === 'button') ? 'permissions-buttons' : 'permissions-branch'}>
      {nodes.map((node) => {
        const tick = tickOf(node, lowest)
        return (
          <li key={node.id} className={`permissions-${node.type}`}>
            <Checkbox
              checked={tick === 'on'}
              indeterminate={tick === 'part'}
              disabled={disabled}
              label={node.title}
              onChange={() => onToggle(node, tick !== 'on')}
            />
            {node.children && node.children.length > 0 && <Branch {...rest} nodes={node.children} />}
          </li>
        )
      })}
    </ul>
  )
}
