import { Button, Tag } from '@blueprintjs/core'
import { Add, CollapseAll, Cross, ExpandAll, Filter, Refresh, SwapVertical, Trash } from '@blueprintjs/icons'
import { LazyWhyButton } from '../../permissions/why/LazyWhyButton.tsx'
import { BatchMachine } from '../machine/lazy.tsx'
import { DeletedButton } from '../restore/DeletedButton.tsx'
import { RestoreButton } from '../restore/RestoreButton.tsx'
import { isNarrowWidth } from '../columns/available-width.ts'
import { useMissingPermissions } from '../permissions.ts'
import { useScreen } from '../context/use-list.ts'
import { useT } from '../texts/index.ts'
import { ColumnPanel } from '../columns/ColumnPanel.tsx'
import { ExportButton } from './ExportButton.tsx'
import { QuickSearch } from './QuickSearch.tsx'

interface ToolbarProps {
  readonly isSearching: boolean
  readonly onSearching: (isSearching: boolean) => void
  readonly onDelete: (ids: readonly number[]) => void
}

/** What can be done with the list. On a narrow screen the words go and the signs stay. */
export function Toolbar({ isSearching, onSearching, onDelete }: ToolbarProps) {
  const { model, permissions, loaded, reload, openForm, choice, state, width, order } = useScreen()
  const t = useT()
  const isNarrow = isNarrowWidth(width)
  const word = (text: string) => ({
    'aria-label': text,
    text: isNarrow ? undefined : text,
    'data-tip': isNarrow ? text : undefined,
    'data-tip-below': true,
  })
  const active = state.search.length
  const lacking = useMissingPermissions(model)
  return (
    <div className="list-toolbar" role="group" aria-label={t('toolbar')}>
      <div className="list-toolbar-part">
        <Button
          icon={<Refresh />}
          variant="minimal"
          data-tip={t('refresh')}
          data-tip-below
          aria-label={t('refresh')}
          loading={loaded.isBusy && loaded.isLoaded}
          onClick={() => void reload()}
        />
        {permissions.has('add') && (
          <Button icon={<Add />} intent="primary" {...word(t('add'))} onClick={() => openForm('new')} />
        )}
        {permissions.has('del') && (
          <Button
            icon={<Trash />}
            intent={choice.ids.length > 0 ? 'danger' : 'none'}
            variant="outlined"
            {...word(t('delete'))}
            disabled={choice.ids.length === 0}
            onClick={() => onDelete(choice.ids)}
          />
        )}
        {permissions.has('restore') && <RestoreButton ids={choice.ids} isNarrow={isNarrow} />}
        {model.machine && choice.ids.length > 0 && <BatchMachine />}
        {model.tree && <UnfoldButton />}
        {model.sort !== null && permissions.has('sortable') && (
          <Button
            icon={<SwapVertical />}
            variant="minimal"
            active={order.isOn}
            aria-pressed={order.isOn}
            {...word(t(order.isOn ? 'reorderDone' : 'reorder'))}
            onClick={order.toggle}
          />
        )}
        {choice.ids.length > 0 && (
          <Tag minimal intent="primary" className="list-chosen-count">
            <span role="status">{t('selected', { count: choice.ids.length })}</span>
            <button
              type="button"
              className="list-pill-remove"
              aria-label={t('selectionClear')}
              title={t('selectionClear')}
              onClick={choice.clear}
            >
              <Cross size={12} />
            </button>
          </Tag>
        )}
      </div>
      <div className="list-toolbar-part list-toolbar-end">
        <QuickSearch />
        <Button
          icon={<Filter />}
          variant="minimal"
          active={isSearching}
          aria-expanded={isSearching}
          aria-label={isNarrow ? `${t('filters')} ${active || ''}`.trim() : undefined}
          text={isNarrow ? undefined : t('filters')}
          endIcon={
            active > 0 ? (
              <Tag round intent="primary">
                {active}
              </Tag>
            ) : undefined
          }
          data-tip={isNarrow ? t('filters') : undefined}
          data-tip-below
          onClick={() => onSearching(!isSearching)}
        />
        <ColumnPanel />
        <DeletedButton />
        {permissions.has('export') && <ExportButton />}
        <LazyWhyButton nodes={lacking} />
      </div>
    </div>
  )
}

function UnfoldButton() {
  const { unfolding, width } = useScreen()
  const isNarrow = isNarrowWidth(width)
  const t = useT()
  const text = t(unfolding.isAllOpen ? 'fold' : 'unfold')
  return (
    <Button
      icon={unfolding.isAllOpen ? <CollapseAll /> : <ExpandAll />}
      variant="minimal"
      aria-label={text}
      text={isNarrow ? undefined : text}
      data-tip={isNarrow ? text : undefined}
      data-tip-below
      onClick={() => unfolding.set(unfolding.isAllOpen ? {} : true)}
    />
  )
}
