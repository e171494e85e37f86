/**
 * The permissions of a group as a tree of checkboxes. It contains only what the editor has, because nobody can grant
 * more.
 */
import { Button, Callout, Checkbox, InputGroup, Switch } from '@blueprintjs/core'
import { Link, Search } from '@blueprintjs/icons'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { MenuNode } from '../../../protocol/index.ts'
import { groupProps, type InputProps } from '../../fields/input-props.ts'
import { session } from '../../core/auth/session.ts'
import { useLoaded } from '../../core/loading/use-loaded.ts'
import { loadRoleOptions } from './calls.ts'
import './permissions.css'
import { RoleStart } from './RoleStart.tsx'
import { useT } from './texts.ts'
import {
  everything,
  isEverything,
  isSameSet,
  lowestOf,
  matching,
  missingRights,
  tickOf,
  toggled,
  withAbove,
  type MissingRight,
} from './tree.ts'

export function PermissionTree({ value, onChange, onBlur, disabled, record, field, ...props }: InputProps) {
  const t = useT()
  const { admin, menus } = useSnapshot(session)
  const nodes = (menus ?? []) as readonly MenuNode[]
  const options = useLoaded('role-options', loadRoleOptions)
  const { presets = [], needs = {} } = options.state === 'ready' ? options.value : {}
  const [text, setText] = useState('')
  const isAll = isEverything(value)
  const lowest = lowestOf(nodes, value)
  const storedValue = record.row?.[field.name]
  // Back at the loaded permissions the field has the loaded value again, so that nothing counts as changed.
  const set = (next: ReadonlySet<number>): void =>
    onChange(
      isSameSet(next, lowestOf(nodes, storedValue)) && !isEverything(storedValue)
        ? (storedValue ?? null)
        : withAbove(nodes, next),
    )
  const switchAll = (isOn: boolean): void => {
    if (isOn) onChange([everything])
    else set(isEverything(storedValue) ? new Set() : lowestOf(nodes, storedValue))
  }
  const visibleNodes = matching(nodes, text)
  const missing = isAll ? [] : missingRights(nodes, lowest, needs)
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
          <div className="permissions-tools">
            <InputGroup
              type="search"
              leftIcon={<Search />}
              aria-label={t('search')}
              placeholder={t('search')}
              value={text}
              onValueChange={setText}
              // Enter would save the whole form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            {!disabled && (
              <RoleStart
                presets={presets}
                nodes={nodes}
                own={record.id}
                onStart={(next) => (isEverything(next) ? onChange([everything]) : set(lowestOf(nodes, next)))}
              />
            )}
          </div>
          <div className="permissions-list">
            {visibleNodes.length === 0 && <p className="tw-muted">{t('no-match')}</p>}
            <Branch
              nodes={visibleNodes}
              page={null}
              lowest={lowest}
              disabled={disabled}
              onToggle={(node, isOn) => set(toggled(node, lowest, isOn))}
            />
          </div>
          <MissingRights
            rights={missing}
            disabled={disabled}
            onAdd={() => set(new Set([...lowest, ...missing.map(({ node }) => node.id)]))}
          />
          <p role="status" className="tw-muted">
            {record.id !== null && lowest.size === 0 ? t('none-kept') : t('count', { count: lowest.size })}
          </p>
        </>
      )}
    </div>
  )
}

interface MissingRightsProps {
  readonly rights: readonly MissingRight[]
  readonly disabled: boolean
  readonly onAdd: () => void
}

/** Names the permissions that the selected ones need in addition. */
function MissingRights({ rights, disabled, onAdd }: MissingRightsProps) {
  const t = useT()
  const titleOf = ({ node: { title }, page }: MissingRight): string =>
    page === undefined ? title : t('of', { page, right: title })
  return (
    <div role="status">
      {rights.length > 0 && (
        <Callout compact intent="warning" icon={<Link />}>
          <div className="permissions-missing">
            {t('also-needs', { titles: rights.map(titleOf).join(t('separator')) })}
            <Button size="small" disabled={disabled} text={t('add-needed')} onClick={onAdd} />
          </div>
        </Callout>
      )}
    </div>
  )
}

interface BranchProps {
  readonly nodes: readonly MenuNode[]
  /** Title of the page that the nodes belong to; null above the pages. */
  readonly page: string | null
  readonly lowest: ReadonlySet<number>
  readonly disabled: boolean
  readonly onToggle: (node: MenuNode, isOn: boolean) => void
}

function Branch({ nodes, page, ...rest }: BranchProps) {
  const { lowest, disabled, onToggle } = rest
  const t = useT()
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
              // Many pages have a right of this name: those who hear it are told whose it is.
              aria-label={page === null ? undefined : t('of', { page, right: node.title })}
              onChange={() => onToggle(node, tick !== 'on')}
            />
            {node.children && node.children.length > 0 && (
              <Branch {...rest} nodes={node.children} page={node.type === 'menu' ? node.title : null} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
