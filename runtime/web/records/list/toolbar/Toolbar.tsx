import { Button, Tag } from '@blueprintjs/core'
import { CollapseAll, Cross, ExpandAll, Filter, Refresh, SwapVertical, Trash } from '@blueprintjs/icons'
import { linesOf, type TableModel } from '../../../../protocol/index.ts'
import { LazyWhyButton } from '../../../identity/permissions/why/LazyWhyButton.tsx'
import { BatchMachine } from '../actions/lazy.tsx'
import { DeletedButton } from '../recovery/DeletedButton.tsx'
import { isRecoveryLog, SelectedRecovery } from '../recovery/lazy-recovery.tsx'
import { RestoreButton } from '../recovery/RestoreButton.tsx'
import { isNarrowWidth } from '../columns/available-width.ts'
import { useMissingPermissions } from '../permissions.ts'
import { useListActions, useListData, useListLayout } from '../context/contexts.ts'
import { useListTable, useSelectedIds } from '../context/table.ts'
import { useT } from '../texts/index.ts'
import { ColumnPanel } from '../columns/ColumnPanel.tsx'
import { AddButton } from './AddButton.tsx'
import { ExportButton } from './ExportButton.tsx'
import { ImportButton } from '../import/ImportButton.tsx'
import { ModuleParts } from './ModuleParts.tsx'
import { QuickSearch } from './QuickSearch.tsx'
import type { RequestDelete } from '../remove/focus.ts'

interface ToolbarProps {
  readonly isSearching: boolean
  readonly onSearching: (isSearching: boolean) => void
  readonly onDelete: RequestDelete
}

/** A file has no lines, so documents with lines are not imported here. */
const canImport = (model: TableModel): boolean => linesOf(model).length === 0

/** What can be done with the list. On a narrow screen the words go and the signs stay. */
export function Toolbar({ isSearching, onSearching, onDelete }: ToolbarProps) {
  const { model, permissions, loaded, reordering } = useListData()
  const { reload } = useListActions()
  const { availableWidth } = useListLayout()
  const selectedIds = useSelectedIds()
  const t = useT()
  const isNarrow = isNarrowWidth(availableWidth)
  const word = (text: string) => ({
    'aria-label': text,
    text: isNarrow ? undefined : text,
    'data-tip': isNarrow ? text : undefined,
    'data-tip-below': true,
  })
  const missing = useMissingPermissions(model)
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
        <AddButton isNarrow={isNarrow} />
        {permissions.has('del') && (
          <Button
            icon={<Trash />}
            className="list-row-delete"
            variant="outlined"
            {...word(t('delete'))}
            disabled={selectedIds.length === 0}
            onClick={() => onDelete(selectedIds)}
          />
        )}
        {permissions.has('restore') && <RestoreButton ids={selectedIds} isNarrow={isNarrow} />}
        {isRecoveryLog(model) && <SelectedRecovery ids={selectedIds} isNarrow={isNarrow} />}
        {model.machine && selectedIds.length > 0 && <BatchMachine />}
        <ModuleParts ids={selectedIds} isNarrow={isNarrow} />
        {model.tree && <ExpandAllButton />}
        {model.sort !== null && permissions.has('sortable') && (
          <Button
            icon={<SwapVertical />}
            variant="minimal"
            active={reordering.isOn}
            aria-pressed={reordering.isOn}
            {...word(t(reordering.isOn ? 'reorderDone' : 'reorder'))}
            onClick={reordering.toggle}
          />
        )}
        {selectedIds.length > 0 && <SelectedCount count={selectedIds.length} />}
      </div>
      <div className="list-toolbar-part list-toolbar-end">
        <QuickSearch />
        <FilterButton isNarrow={isNarrow} isSearching={isSearching} onSearching={onSearching} />
        <ColumnPanel />
        <DeletedButton />
        {permissions.has('import') && canImport(model) && <ImportButton />}
        {permissions.has('export') && <ExportButton />}
        <LazyWhyButton nodes={missing} />
      </div>
    </div>
  )
}

/** The number of selected records, and the button that selects none. */
function SelectedCount({ count }: { readonly count: number }) {
  const table = useListTable()
  const t = useT()
  return (
    <Tag minimal intent="primary" className="list-selected-count">
      <span role="status">{t('selected', { count })}</span>
      <button
        type="button"
        className="list-pill-remove"
        aria-label={t('selectionClear')}
        title={t('selectionClear')}
        onClick={() => table.resetRowSelection(true)}
      >
        <Cross size={12} />
      </button>
    </Tag>
  )
}

interface FilterButtonProps extends Pick<ToolbarProps, 'isSearching' | 'onSearching'> {
  readonly isNarrow: boolean
}

/** Opens and closes the search by fields, and shows how many of its conditions apply. */
function FilterButton({ isNarrow, isSearching, onSearching }: FilterButtonProps) {
  const { state } = useListData()
  const t = useT()
  const active = state.search.length
  return (
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
  )
}

function ExpandAllButton() {
  const { availableWidth } = useListLayout()
  const table = useListTable()
  const isNarrow = isNarrowWidth(availableWidth)
  const t = useT()
  const isAllExpanded = table.getIsAllRowsExpanded()
  const text = t(isAllExpanded ? 'fold' : 'unfold')
  return (
    <Button
      icon={isAllExpanded ? <CollapseAll /> : <ExpandAll />}
      variant="minimal"
      aria-label={text}
      text={isNarrow ? undefined : text}
      data-tip={isNarrow ? text : undefined}
      data-tip-below
      onClick={() => table.toggleAllRowsExpanded(!isAllExpanded)}
    />
  )
}
