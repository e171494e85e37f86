import { Callout } from '@blueprintjs/core'
import { Fragment, useCallback, useState, type ComponentType, type ReactNode } from 'react'
import type { ListProps } from '../../define-module.ts'
import { useLabel } from '../../core/i18n/language.ts'
import { DeleteDialog, SearchPanel } from './lazy-parts.tsx'
import { ErrorBar } from './status/ErrorBar.tsx'
import { Grid, type GridProps } from './grid/Grid.tsx'
import './list.css'
import { LiveRegion } from './status/LiveRegion.tsx'
import { News } from './status/News.tsx'
import { ListActionHost } from './actions/lazy.tsx'
import { OrderNote } from './order/OrderNote.tsx'
import { Pager } from './query/Pager.tsx'
import { Pills } from './search/Pills.tsx'
import { RecordPlace } from './RecordPlace.tsx'
import { DeletedNote } from './recovery/DeletedNote.tsx'
import { useFocusAfterDelete, type Deleting, type RequestDelete } from './remove/focus.ts'
import { useListData, useListLayout } from './context/contexts.ts'
import { ListProviders } from './context/ListProviders.tsx'
import { Toolbar } from './toolbar/Toolbar.tsx'

/** Parts that a page of its own puts in the place of the usual ones. */
interface PageParts {
  /** Around all that the list shows. */
  readonly Frame?: ComponentType<{ readonly children: ReactNode }>
  /** In the place of the table. */
  readonly Rows?: ComponentType<GridProps>
}

/** The list of a table, whole from its model: rows, search, columns, order, selection, and the record form over it. */
export function TablePage({ model, ...parts }: PageParts & ListProps) {
  return (
    <ListProviders key={model.id} model={model}>
      <List {...parts} />
    </ListProviders>
  )
}

function List({ Frame = Fragment, Rows = Grid }: PageParts) {
  const { model, loaded, state } = useListData()
  const { measure } = useListLayout()
  const label = useLabel()
  const [isSearching, setSearching] = useState(false)
  const [deleting, setDeleting] = useState<Deleting | null>(null)
  const frame = useFocusAfterDelete(deleting)
  // The same for all renderings: rows are rendered again when it changes.
  const remove: RequestDelete = useCallback((ids, opener = null) => setDeleting({ ids, opener }), [])
  return (
    <>
      <div ref={frame} className="list-page-frame">
        <h1 className="tw-visually-hidden">{label(model.label)}</h1>
        {loaded.remark !== '' && (
          <Callout compact className="list-remark">
            {loaded.remark}
          </Callout>
        )}
        <Frame>
          <div ref={measure} className="list-place" />
          <Toolbar isSearching={isSearching} onSearching={setSearching} onDelete={remove} />
          {isSearching && <SearchPanel onClose={() => setSearching(false)} />}
          <Pills />
          <OrderNote />
          <DeletedNote />
          <ErrorBar />
          <News />
          <Rows onDelete={remove} />
          <Pager />
        </Frame>
      </div>
      <LiveRegion />
      {deleting && <DeleteDialog ids={deleting.ids} onClose={() => setDeleting(null)} />}
      {model.machine && !state.deleted && <ListActionHost />}
      {!state.deleted && <RecordPlace />}
    </>
  )
}
